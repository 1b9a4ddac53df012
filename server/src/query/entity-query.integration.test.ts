import type { EntityDataQuery, EntityKey, FilterPredicate, KeyFilter } from '@signalbox/contract/entity-query';
import { entityDataQuerySchema } from '@signalbox/contract/entity-query';
import { NULL_UUID } from '@signalbox/contract/id';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import type { SecurityUser } from '../access/security-user.ts';
import { parseWith } from '../http/parse.ts';
import { newEntityId } from '../storage/ids.ts';
import type { Point, TelemetryValue } from '../telemetry/value.ts';
import { createEntityQueryService, type EntityQueryService } from './entity-query-service.ts';

let database: TestDatabase;
let queries: EntityQueryService;
const tenantId = newEntityId().id;
const otherTenantId = newEntityId().id;
const customerId = newEntityId().id;
const profileId = newEntityId().id;
/** name → id */
const ids = new Map<string, string>();
/** entity id → points in memory that the table does not have yet */
const inMemory = new Map<string, Point[]>();
let clock = 1_700_000_000_000;

const admin: SecurityUser = {
  userId: newEntityId().id,
  authority: 'TENANT_ADMIN',
  tenantId,
  customerId: NULL_UUID,
  email: 'admin@example.org',
  firstName: null,
  lastName: null,
  isPublic: false,
};
const customerUser: SecurityUser = { ...admin, authority: 'CUSTOMER_USER', customerId, userId: newEntityId().id };

async function keyId(name: string): Promise<number> {
  await database.pool.query('INSERT INTO telemetry_key (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
  return (await database.pool.query('SELECT id FROM telemetry_key WHERE name = $1', [name])).rows[0].id;
}

function columns(value: unknown): unknown[] {
  return [
    typeof value === 'boolean' ? value : null,
    typeof value === 'number' && Number.isInteger(value) ? value : null,
    typeof value === 'number' && !Number.isInteger(value) ? value : null,
    typeof value === 'string' ? value : null,
    typeof value === 'object' ? JSON.stringify(value) : null,
  ];
}

async function latest(device: string, key: string, value: unknown, ts = clock++): Promise<void> {
  await database.pool.query('INSERT INTO latest_value VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', [
    ids.get(device),
    await keyId(key),
    ts,
    ...columns(value),
  ]);
}

async function attribute(device: string, scope: 1 | 2 | 3, key: string, value: unknown, ts = clock++): Promise<void> {
  await database.pool.query('INSERT INTO attribute VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    ids.get(device),
    scope,
    await keyId(key),
    ts,
    ...columns(value),
  ]);
}

async function device(
  name: string,
  type: string,
  label: string | null,
  options: { tenantId?: string; customerId?: string; additionalInfo?: unknown } = {},
): Promise<void> {
  const { id } = newEntityId();
  ids.set(name, id);
  await database.pool.query(
    `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data, additional_info)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '{}', $9)`,
    [
      id,
      clock++,
      options.tenantId ?? tenantId,
      options.customerId ?? NULL_UUID,
      profileId,
      name,
      type,
      label,
      options.additionalInfo ? JSON.stringify(options.additionalInfo) : null,
    ],
  );
}

function typed(row: Record<string, unknown>): TelemetryValue {
  if (row.string_value !== null) return { type: 'STRING', value: row.string_value as string };
  if (row.double_value !== null) return { type: 'DOUBLE', value: row.double_value as number };
  if (row.long_value !== null) return { type: 'LONG', value: row.long_value as number };
  if (row.bool_value !== null) return { type: 'BOOLEAN', value: row.bool_value as boolean };
  return { type: 'JSON', value: JSON.stringify(row.json_value) };
}

beforeAll(async () => {
  database = await createTestDatabase();
  queries = createEntityQueryService({
    db: database.db,
    pool: database.pool,
    series: {
      async latestOf(entityIds, keys) {
        const found = new Map<string, Point[]>();
        const { rows } = await database.pool.query(
          `SELECT v.*, k.name FROM latest_value v JOIN telemetry_key k ON k.id = v.key_id
           WHERE entity_id = ANY($1::uuid[]) AND k.name = ANY($2::text[])`,
          [entityIds, keys],
        );
        for (const row of rows) {
          const points = found.get(row.entity_id) ?? [];
          found.set(row.entity_id, [...points, { key: row.name, ts: row.ts, value: typed(row) }]);
        }
        for (const [id, points] of inMemory) found.set(id, points);
        return found;
      },
      async keys(entityIds) {
        const { rows } = await database.pool.query(
          `SELECT DISTINCT k.name FROM latest_value v JOIN telemetry_key k ON k.id = v.key_id
           WHERE entity_id = ANY($1::uuid[]) ORDER BY 1`,
          [entityIds],
        );
        return rows.map((row) => row.name);
      },
    },
    attributes: {
      async keys(entityIds) {
        const { rows } = await database.pool.query(
          `SELECT DISTINCT k.name FROM attribute a JOIN telemetry_key k ON k.id = a.key_id
           WHERE entity_id = ANY($1::uuid[]) ORDER BY 1`,
          [entityIds],
        );
        return rows.map((row) => row.name);
      },
    },
  });
  await database.pool.query(
    `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
     VALUES ($1, 1, $2, 'default', true, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
    [profileId, tenantId],
  );
  await database.pool.query(
    'INSERT INTO customer (id, created_time, tenant_id, title, email) VALUES ($1, 5, $2, $3, $4)',
    [customerId, tenantId, 'Waterworks', 'info@water.example'],
  );
  await database.pool.query(
    `INSERT INTO app_user (id, created_time, tenant_id, customer_id, authority, email, first_name)
     VALUES ($1, 6, $2, $3, 'CUSTOMER_USER', 'ann@water.example', 'Ann')`,
    [customerUser.userId, tenantId, customerId],
  );
  for (const [title, assigned] of [
    ['Shared', [{ customerId: { entityType: 'CUSTOMER', id: customerId }, title: 'Waterworks', public: false }]],
    ['Private', null],
  ] as const) {
    const { id } = newEntityId();
    ids.set(title, id);
    await database.pool.query(
      'INSERT INTO dashboard (id, created_time, tenant_id, title, assigned_customers) VALUES ($1, $2, $3, $4, $5)',
      [id, clock++, tenantId, title, assigned && JSON.stringify(assigned)],
    );
  }
  // Devices a to e of the tenant; `foreign` of another one. Created in this order.
  await device('Pump a', 'pump', 'North', { customerId, additionalInfo: { description: 'first' } });
  await device('pump b', 'pump', null);
  await device('Meter_c', 'meter', 'south 100%');
  await device('Meter d', 'meter', 'South');
  await device('Valve e', 'Pump', 'back\\slash', { customerId });
  await device('Pump foreign', 'pump', null, { tenantId: otherTenantId });
  await latest('Pump a', 'temperature', 21.5);
  await latest('pump b', 'temperature', 30);
  await latest('Meter_c', 'temperature', 'hot');
  await latest('Meter d', 'temperature', true);
  await latest('Pump a', 'code', '007');
  await latest('pump b', 'code', '21.50');
  await latest('Meter_c', 'code', '1e10');
  await latest('Meter d', 'code', { a: [1] });
  await attribute('Pump a', 3, 'model', 'M1', 100);
  await attribute('Pump a', 2, 'model', 'M2', 200);
  await attribute('pump b', 3, 'model', 'm1');
  await attribute('Meter_c', 1, 'model', 17);
  await attribute('Pump a', 3, 'active', true);
  await attribute('pump b', 3, 'active', false);
});

afterAll(async () => {
  await database.drop();
});

const field = (key: string): EntityKey => ({ type: 'ENTITY_FIELD', key });
const series = (key: string): EntityKey => ({ type: 'TIME_SERIES', key });
const anyAttribute = (key: string): EntityKey => ({ type: 'ATTRIBUTE', key });
const string = (operation: string, defaultValue: string, ignoreCase = false): FilterPredicate =>
  ({ type: 'STRING', operation, ignoreCase, value: { defaultValue } }) as FilterPredicate;
const numeric = (operation: string, defaultValue: number): FilterPredicate =>
  ({ type: 'NUMERIC', operation, value: { defaultValue } }) as FilterPredicate;
const boolean = (operation: string, defaultValue: boolean): FilterPredicate =>
  ({ type: 'BOOLEAN', operation, value: { defaultValue } }) as FilterPredicate;
const either = (...predicates: FilterPredicate[]): FilterPredicate => ({
  type: 'COMPLEX',
  operation: 'OR',
  predicates,
});
const all = (...predicates: FilterPredicate[]): FilterPredicate => ({ type: 'COMPLEX', operation: 'AND', predicates });

function queryOf(parts: Record<string, unknown>): EntityDataQuery {
  return parseWith(
    entityDataQuerySchema,
    {
      entityFilter: { type: 'entityType', entityType: 'DEVICE' },
      entityFields: [field('name')],
      ...parts,
      pageLink: {
        pageSize: 100,
        page: 0,
        sortOrder: { key: field('createdTime'), direction: 'ASC' },
        ...(parts.pageLink as object | undefined),
      },
    },
    'field',
  );
}

/** Names that a query finds, in its order. */
async function names(parts: Record<string, unknown>, user = admin): Promise<string[]> {
  const { data } = await queries.find(user, queryOf(parts));
  return data.map((row) => row.latest.ENTITY_FIELD?.name?.value ?? '');
}

const everything = ['Pump a', 'pump b', 'Meter_c', 'Meter d', 'Valve e'];

describe('entity filters', () => {
  const cases: [string, Record<string, unknown>, string[]][] = [
    ['every device of the tenant', { type: 'entityType', entityType: 'DEVICE' }, everything],
    [
      'names by prefix, whatever the case',
      { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'PUMP' },
      ['Pump a', 'pump b'],
    ],
    ['all names without a prefix', { type: 'entityName', entityType: 'DEVICE', entityNameFilter: null }, everything],
    [
      '% and _ of a prefix as wildcards',
      { type: 'entityName', entityType: 'DEVICE', entityNameFilter: '%_d' },
      ['Meter d'],
    ],
    ['a type exactly', { type: 'deviceType', deviceType: 'pump' }, ['Pump a', 'pump b']],
    ['a type with a name', { type: 'deviceType', deviceType: 'meter', deviceNameFilter: 'meter_d' }, ['Meter d']],
    ['assets, of which there are none', { type: 'assetType', assetType: 'TbServiceQueue', resolveMultiple: true }, []],
    ['customers', { type: 'entityName', entityType: 'CUSTOMER', entityNameFilter: 'water' }, ['Waterworks']],
    ['users by e-mail', { type: 'entityName', entityType: 'USER', entityNameFilter: 'ann@' }, ['ann@water.example']],
    ['dashboards', { type: 'entityType', entityType: 'DASHBOARD' }, ['Shared', 'Private']],
  ];
  it.each(cases)('finds %s', async (_what, entityFilter, expected) => {
    expect(await names({ entityFilter })).toEqual(expected);
  });

  it('finds single entities and lists, never those of another tenant', async () => {
    const one = { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: ids.get('Meter d') } };
    expect(await names({ entityFilter: one })).toEqual(['Meter d']);
    const list = ['Valve e', 'Pump a', 'Pump foreign'].map((name) => ids.get(name));
    expect(await names({ entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: list } })).toEqual([
      'Pump a',
      'Valve e',
    ]);
    const foreign = { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: ids.get('Pump foreign') } };
    expect(await names({ entityFilter: foreign })).toEqual([]);
  });

  it.each([
    'relationsQuery',
    'apiUsageState',
    'assetSearchQuery',
    'deviceSearchQuery',
    'edgeSearchQuery',
    'entityViewSearchQuery',
  ])('names the filter type %s, which is not there yet', async (type) => {
    await expect(names({ entityFilter: { type } })).rejects.toThrow(`'${type}'`);
  });

  it('refuses kinds that cannot be queried', async () => {
    await expect(names({ entityFilter: { type: 'entityType', entityType: 'RPC' } })).rejects.toThrow('RPC');
  });
});

describe('what a caller sees', () => {
  it('shows a customer user only what belongs to the customer', async () => {
    expect(await names({}, customerUser)).toEqual(['Pump a', 'Valve e']);
    const dashboards = { entityFilter: { type: 'entityType', entityType: 'DASHBOARD' } };
    expect(await names(dashboards, customerUser)).toEqual(['Shared']);
    const customers = { entityFilter: { type: 'entityType', entityType: 'CUSTOMER' } };
    expect(await names(customers, customerUser)).toEqual(['Waterworks']);
    expect(await queries.count(customerUser, queryOf({}))).toBe(2);
  });

  it('refuses system administrators', async () => {
    await expect(names({}, { ...admin, authority: 'SYS_ADMIN' })).rejects.toMatchObject({ status: 403 });
  });
});

describe('key filters', () => {
  const cases: [string, EntityKey, FilterPredicate, string[]][] = [
    ['greater, longs and doubles alike', series('temperature'), numeric('GREATER', 21.4), ['Pump a', 'pump b']],
    ['less or equal', series('temperature'), numeric('LESS_OR_EQUAL', 21.5), ['Pump a']],
    ['not equal never matches text, booleans or nothing', series('temperature'), numeric('NOT_EQUAL', 30), ['Pump a']],
    ['text equal', series('temperature'), string('EQUAL', 'hot'), ['Meter_c']],
    ['text equal ignoring case', series('temperature'), string('EQUAL', 'HOT', true), ['Meter_c']],
    [
      'text not equal: other types too, but the key must be there',
      series('temperature'),
      string('NOT_EQUAL', 'cold'),
      ['Pump a', 'pump b', 'Meter_c', 'Meter d'],
    ],
    ['not contains', series('temperature'), string('NOT_CONTAINS', 'o'), ['Pump a', 'pump b', 'Meter d']],
    ['an empty text filters nothing', series('temperature'), string('EQUAL', ''), everything],
    ['booleans', series('temperature'), boolean('EQUAL', true), ['Meter d']],
    ['booleans not equal', anyAttribute('active'), boolean('NOT_EQUAL', true), ['pump b']],
    ['a key that nobody has', series('nowhere'), numeric('GREATER', -1e9), []],
    ['an unknown key with an empty text', series('nowhere'), string('CONTAINS', ''), everything],
    ['any scope of an attribute', anyAttribute('model'), string('EQUAL', 'M1'), ['Pump a']],
    ['one scope of an attribute', { type: 'SHARED_ATTRIBUTE', key: 'model' }, string('STARTS_WITH', 'M'), ['Pump a']],
    ['another scope', { type: 'SERVER_ATTRIBUTE', key: 'model' }, string('ENDS_WITH', '1'), ['Pump a', 'pump b']],
    ['client attributes', { type: 'CLIENT_ATTRIBUTE', key: 'model' }, numeric('EQUAL', 17), ['Meter_c']],
    [
      'one or the other',
      series('temperature'),
      either(numeric('LESS', 22), string('EQUAL', 'hot')),
      ['Pump a', 'Meter_c'],
    ],
    [
      'nested',
      series('temperature'),
      all(numeric('GREATER', 0), either(numeric('LESS', 22), numeric('GREATER', 100))),
      ['Pump a'],
    ],
    [
      'parts without effect drop out',
      series('temperature'),
      either(string('EQUAL', ''), numeric('LESS', 22)),
      ['Pump a'],
    ],
    ['a field', field('type'), string('EQUAL', 'meter'), ['Meter_c', 'Meter d']],
    ['wildcards in a field', field('name'), string('CONTAINS', 'r_d'), ['Meter d']],
    ['a backslash stands for itself', field('label'), string('CONTAINS', 'k\\s'), ['Valve e']],
    [
      'a field that is missing passes "not"',
      field('label'),
      string('NOT_EQUAL', 'North'),
      ['pump b', 'Meter_c', 'Meter d', 'Valve e'],
    ],
    ['the kind of entity', field('entityType'), string('EQUAL', 'DEVICE'), everything],
    ['a field that devices do not have is ignored', field('country'), string('EQUAL', 'x'), everything],
    ['inherited names are no fields', field('constructor'), string('EQUAL', 'x'), everything],
    ['creation time', field('createdTime'), numeric('LESS', 0), []],
  ];
  it.each(cases)('%s', async (_what, key, predicate, expected) => {
    const keyFilters: KeyFilter[] = [{ key, predicate, valueType: 'STRING' }];
    expect(await names({ keyFilters })).toEqual(expected);
    expect(await queries.count(admin, queryOf({ keyFilters }))).toBe(expected.length);
  });

  it('prefers the user value over the default', async () => {
    const predicate = { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 0, userValue: 25 } };
    expect(await names({ keyFilters: [{ key: series('temperature'), predicate }] })).toEqual(['pump b']);
  });

  it('needs every filter to match', async () => {
    const keyFilters = [
      { key: series('temperature'), predicate: numeric('GREATER', 0) },
      { key: anyAttribute('active'), predicate: boolean('EQUAL', false) },
    ];
    expect(await names({ keyFilters })).toEqual(['pump b']);
  });

  it.each([
    [field('name'), numeric('EQUAL', 1)],
    [field('name'), boolean('EQUAL', true)],
    [{ type: 'ALARM_FIELD', key: 'severity' }, string('EQUAL', 'x')],
    [series('temperature'), { type: 'NUMERIC', operation: 'EQUAL', value: { defaultValue: null } }],
  ])('refuses %o with %o', async (key, predicate) => {
    await expect(names({ keyFilters: [{ key, predicate }] })).rejects.toMatchObject({ status: 400 });
  });

  it('refuses text that the database cannot hold', async () => {
    const keyFilters = [{ key: field('name'), predicate: string('EQUAL', 'a\u0000b') }];
    await expect(names({ keyFilters })).rejects.toMatchObject({ status: 400 });
  });
});

describe('text search', () => {
  const cases: [string, string, EntityKey[], EntityKey[], string[]][] = [
    ['selected fields', 'METER', [field('name')], [], ['Meter_c', 'Meter d']],
    ['fields written one after the other', 'anorth', [field('name'), field('label')], [], ['Pump a']],
    ['not what is not selected', 'north', [field('name')], [], []],
    ['not the additional info', 'first', [field('name'), field('additionalInfo')], [], []],
    ['selected values', 'hot', [field('name')], [series('temperature')], ['Meter_c']],
    ['the newest attribute', 'm2', [field('name')], [anyAttribute('model')], ['Pump a']],
    ['numbers as text', '21.5', [field('name')], [series('temperature')], ['Pump a']],
    ['% as a character', '100%', [field('name'), field('label')], [], ['Meter_c']],
  ];
  it.each(cases)('finds %s', async (_what, textSearch, entityFields, latestValues, expected) => {
    const found = await names({ entityFields, latestValues, pageLink: { textSearch } });
    expect(found).toEqual(expected);
  });
});

describe('order and pages', () => {
  const sorted = (key: EntityKey, direction: 'ASC' | 'DESC', page: object = {}) => ({
    pageLink: { sortOrder: { key, direction }, ...page },
  });

  it('sorts by fields', async () => {
    expect(await names(sorted(field('name'), 'ASC'))).toEqual(['Meter d', 'Meter_c', 'Pump a', 'pump b', 'Valve e']);
    expect(await names(sorted(field('createdTime'), 'DESC'))).toEqual([...everything].reverse());
  });

  it('sorts by values: numbers, with text and nothing as 0, then text', async () => {
    expect(await names(sorted(series('temperature'), 'DESC'))).toEqual([
      'pump b',
      'Pump a',
      'Meter d',
      'Meter_c',
      'Valve e',
    ]);
    expect(await names(sorted(series('temperature'), 'ASC'))).toEqual([
      'Valve e',
      'Meter_c',
      'Meter d',
      'Pump a',
      'pump b',
    ]);
    expect((await names(sorted(anyAttribute('model'), 'DESC'))).slice(0, 3)).toEqual(['Meter_c', 'pump b', 'Pump a']);
  });

  it('keeps every row once over the pages, whatever the sort', async () => {
    for (const key of [field('type'), field('country'), series('nowhere'), series('temperature')]) {
      const pages = await Promise.all([0, 1, 2].map((page) => names(sorted(key, 'ASC', { pageSize: 2, page }))));
      expect(pages.flat().sort()).toEqual([...everything].sort());
    }
  });

  it.each([
    [{ pageSize: 2, page: 0 }, 2, { totalPages: 3, totalElements: 5, hasNext: true }],
    [{ pageSize: 2, page: 2 }, 1, { totalPages: 3, totalElements: 5, hasNext: false }],
    [{ pageSize: 2, page: 9 }, 0, { totalPages: 3, totalElements: 5, hasNext: false }],
    [{ pageSize: 5, page: 0 }, 5, { totalPages: 1, totalElements: 5, hasNext: false }],
  ])('counts exactly: %o', async (pageLink, rows, totals) => {
    for (const keyFilters of [[], [{ key: field('name'), predicate: string('NOT_EQUAL', 'x') }]]) {
      const { data, ...rest } = await queries.find(admin, queryOf({ keyFilters, pageLink }));
      expect(data).toHaveLength(rows);
      expect(rest).toEqual(totals);
    }
    const keyFilters = [{ key: series('temperature'), predicate: string('NOT_EQUAL', 'x') }];
    const filtered = await queries.find(admin, queryOf({ keyFilters, pageLink: { pageSize: 3, page: 0 } }));
    expect(filtered.totalElements).toBe(4);
    const beyond = await queries.find(admin, queryOf({ keyFilters, pageLink: { pageSize: 3, page: 5 } }));
    expect(beyond.totalElements).toBe(4);
  });
});

describe('values of a page', () => {
  it('shows what was asked for, as text, with missing values empty', async () => {
    const { data } = await queries.find(
      admin,
      queryOf({
        entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'pump a' },
        entityFields: [field('name'), field('label'), field('additionalInfo'), field('country')],
        latestValues: [
          series('temperature'),
          series('nowhere'),
          anyAttribute('model'),
          { type: 'SERVER_ATTRIBUTE', key: 'model' },
        ],
      }),
    );
    const now = expect.any(Number);
    expect(data).toEqual([
      {
        entityId: { entityType: 'DEVICE', id: ids.get('Pump a') },
        latest: {
          ENTITY_FIELD: {
            name: { ts: now, value: 'Pump a' },
            label: { ts: now, value: 'North' },
            additionalInfo: { ts: now, value: '{"description":"first"}' },
            country: { ts: now, value: '' },
          },
          TIME_SERIES: { temperature: { ts: now, value: '21.5' }, nowhere: { ts: 0, value: '' } },
          ATTRIBUTE: { model: { ts: 200, value: 'M2' } },
          SERVER_ATTRIBUTE: { model: { ts: 100, value: 'M1' } },
        },
        timeseries: {},
      },
    ]);
  });

  it('normalises what looks numeric', async () => {
    const { data } = await queries.find(admin, queryOf({ latestValues: [series('code')] }));
    expect(data.map((row) => row.latest.TIME_SERIES?.code?.value)).toEqual(['7', '21.5', '1.0E10', '{"a":[1]}', '']);
  });

  it('prefers what was acknowledged a moment ago over the table', async () => {
    const id = ids.get('Pump a') as string;
    inMemory.set(id, [{ key: 'temperature', ts: clock + 5, value: { type: 'LONG', value: 99 } }]);
    const { data } = await queries.find(admin, queryOf({ latestValues: [series('temperature')] }));
    inMemory.clear();
    expect(data[0]?.latest.TIME_SERIES?.temperature?.value).toBe('99');
  });

  it('lists keys in use', async () => {
    expect(await queries.findKeys(admin, queryOf({}), { timeseries: true, attributes: true })).toEqual({
      entityTypes: ['DEVICE'],
      timeseries: ['code', 'temperature'],
      attribute: ['active', 'model'],
    });
    const nothing = { entityTypes: [], timeseries: [], attribute: [] };
    expect(await queries.findKeys(admin, queryOf({}), { timeseries: false, attributes: false })).toEqual(nothing);
  });
});
