import type { EntityDataQuery, EntityKey, FilterPredicate } from '@signalbox/contract/entity-query';
import { entityDataQuerySchema } from '@signalbox/contract/entity-query';
import { type EntityType, entityId, NULL_UUID } from '@signalbox/contract/id';
import { pino } from 'pino';
import { afterAll, beforeAll, expect } from 'vitest';
import { createSharedKeys } from '../src/access/shared-keys.ts';
import { createEmbeddedLiveBus } from '../src/bus/embedded-live-bus.ts';
import { createEntityDirectory } from '../src/entities/entity-directory-store.ts';
import type { RowPlace } from '../src/entities/paged-list-sql.ts';
import { createRelationStore } from '../src/entities/relation/relation-store.ts';
import { parseWith } from '../src/http/parse.ts';
import type { SecurityUser } from '../src/http/security-user.ts';
import {
  createEntityQueryService,
  type EntityQueryParts,
  type EntityQueryService,
} from '../src/query/entity-query-service.ts';
import type { IndexedPlace } from '../src/query/indexed-page.ts';
import { QUERY_SIZES, type QuerySizes } from '../src/query/indexed-queries.ts';
import { openQueryReads } from '../src/query/query-reads.ts';
import { createDeletedTenants } from '../src/storage/deleted-tenants.ts';
import { newEntityId } from '../src/storage/ids.ts';
import { createListPlaces } from '../src/storage/list-places.ts';
import { openValueIndex, type ValueIndex } from '../src/telemetry/value-index/value-index.ts';
import type { Point, TelemetryValue } from '../src/values/value.ts';
import { createTestDatabase } from './database.ts';
import { insertTenants } from './tenants.ts';

function columns(value: unknown): unknown[] {
  return [
    typeof value === 'boolean' ? value : null,
    typeof value === 'number' && Number.isInteger(value) ? value : null,
    typeof value === 'number' && !Number.isInteger(value) ? value : null,
    typeof value === 'string' ? value : null,
    typeof value === 'object' ? JSON.stringify(value) : null,
  ];
}

function typed(row: Record<string, unknown>): TelemetryValue {
  if (row.string_value !== null) return { type: 'STRING', value: row.string_value as string };
  if (row.double_value !== null) return { type: 'DOUBLE', value: row.double_value as number };
  if (row.long_value !== null) return { type: 'LONG', value: row.long_value as number };
  if (row.bool_value !== null) return { type: 'BOOLEAN', value: row.bool_value as boolean };
  return { type: 'JSON', value: JSON.stringify(row.json_value) };
}

export const field = (key: string): EntityKey => ({ type: 'ENTITY_FIELD', key });
export const series = (key: string): EntityKey => ({ type: 'TIME_SERIES', key });
export const anyAttribute = (key: string): EntityKey => ({ type: 'ATTRIBUTE', key });
export const string = (operation: string, defaultValue: string, ignoreCase = false): FilterPredicate =>
  ({ type: 'STRING', operation, ignoreCase, value: { defaultValue } }) as FilterPredicate;
export const numeric = (operation: string, defaultValue: number): FilterPredicate =>
  ({ type: 'NUMERIC', operation, value: { defaultValue } }) as FilterPredicate;
export const boolean = (operation: string, defaultValue: boolean): FilterPredicate =>
  ({ type: 'BOOLEAN', operation, value: { defaultValue } }) as FilterPredicate;
export const either = (...predicates: FilterPredicate[]): FilterPredicate => ({
  type: 'COMPLEX',
  operation: 'OR',
  predicates,
});
export const all = (...predicates: FilterPredicate[]): FilterPredicate => ({
  type: 'COMPLEX',
  operation: 'AND',
  predicates,
});

/** Builds a query for all devices, oldest first, with `parts` added. */
export function queryOf(parts: Record<string, unknown>): EntityDataQuery {
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

/** Rows of a list that is read whole, more than any test has. */
const WHOLE = 10_000;

/**
 * Expects of pages of `queries` what they are in a list that `plain` reads whole, and their total.
 * @param ask the query for a page
 * @param shares which pages, by their place in the list: 0 the first one, 0.5 that in the middle
 * @returns the length of the list
 */
export async function expectPagesOf(
  queries: EntityQueryService,
  { plain, user }: { plain: EntityQueryService; user: SecurityUser },
  ask: (page: number) => EntityDataQuery,
  shares: readonly number[],
  what: string,
): Promise<number> {
  const idsOf = (rows: readonly { entityId: { id: string } }[]) => rows.map(({ entityId: { id } }) => id);
  const first = ask(0);
  const { pageSize } = first.pageLink;
  const whole = await plain.find(user, { ...first, pageLink: { ...first.pageLink, pageSize: WHOLE } });
  const { totalElements } = whole;
  const ids = idsOf(whole.data);
  expect(ids.length, `${what}: not read whole`).toBe(totalElements);
  for (const share of shares) {
    const page = Math.floor((totalElements * share) / pageSize);
    const found = await queries.find(user, ask(page));
    expect(found.totalElements, `${what}, page ${page}`).toBe(totalElements);
    expect(idsOf(found.data), `${what}, page ${page}`).toEqual(ids.slice(page * pageSize, (page + 1) * pageSize));
  }
  return totalElements;
}

/** How values are found: read where they are stored, or in an index of the values of their key. */
export const QUERY_WAYS = ['read where they are', 'in an index'] as const;

/**
 * Creates a database with a few devices and other entities to query:
 * devices `Pump a` to `Valve e` of the tenant, created in this order, `Pump a` and `Valve e` of the customer; `Pump
 * foreign` of another tenant; a customer, a user and two dashboards.
 */
export async function openQueryData(way: (typeof QUERY_WAYS)[number] = 'read where they are', sizes?: QuerySizes) {
  const database = await createTestDatabase();
  const relations = createRelationStore(database.pool);
  const tenantId = newEntityId().id;
  const otherTenantId = newEntityId().id;
  const customerId = newEntityId().id;
  /** device type → id of its profile */
  const profiles = new Map(['pump', 'meter', 'Pump'].map((name) => [name, newEntityId().id]));
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
  ids.set('Waterworks', customerId);
  ids.set('Ann', customerUser.userId);
  ids.set('Tenant', tenantId);

  async function keyId(name: string): Promise<number> {
    await database.pool.query('INSERT INTO telemetry_key (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
    return (await database.pool.query('SELECT id FROM telemetry_key WHERE name = $1', [name])).rows[0].id;
  }

  const liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  /** Tells what listens for changes, as whoever makes them does. */
  const changed = (): void =>
    liveBus.publish({
      kind: 'entity',
      action: 'updated',
      tenantId,
      entityId: { entityType: 'DEVICE', id: newEntityId().id },
    });

  /** Sets a latest value as their writer does; undefined: removes it. */
  async function setLatest(entity: string, key: string, value: unknown, ts = clock++): Promise<void> {
    const { pool } = database;
    const [id, number] = [ids.get(entity), await keyId(key)];
    await pool.query('DELETE FROM latest_value WHERE entity_id = $1 AND key_id = $2', [id, number]);
    if (value !== undefined) {
      await pool.query('INSERT INTO latest_value VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', [
        id,
        number,
        ts,
        ...columns(value),
      ]);
    }
    await pool.query('SELECT index_values(true, ARRAY[$1::uuid], ARRAY[$2::integer])', [id, number]);
    changed();
  }

  async function setAttribute(
    entity: string,
    scope: 1 | 2 | 3,
    key: string,
    value: unknown,
    ts = clock++,
  ): Promise<void> {
    await database.pool.query(
      `INSERT INTO attribute VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (entity_id, scope, key_id) DO UPDATE SET last_update_ts = EXCLUDED.last_update_ts,
         bool_value = EXCLUDED.bool_value, long_value = EXCLUDED.long_value, double_value = EXCLUDED.double_value,
         string_value = EXCLUDED.string_value, json_value = EXCLUDED.json_value`,
      [ids.get(entity), scope, await keyId(key), ts, ...columns(value)],
    );
    changed();
  }

  /** Resolves when a connection waits for a lock. */
  async function untilBlocked(): Promise<void> {
    for (;;) {
      const { rowCount } = await database.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (rowCount) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
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
        profiles.get(type),
        name,
        type,
        label,
        options.additionalInfo ? JSON.stringify(options.additionalInfo) : null,
      ],
    );
    changed();
  }

  const sharedKeys = createSharedKeys(database.pool, liveBus, { record: async () => undefined });
  const valueIndex = await openValueIndex({
    pool: database.pool,
    liveBus,
    log: pino({ level: 'silent' }),
    flushLatest: async () => undefined,
    options: way === 'in an index' ? { minEntities: 0, slow: 0 } : { slow: Number.POSITIVE_INFINITY },
  });
  const places = createListPlaces<IndexedPlace>(
    { pool: database.pool, log: pino({ level: 'silent' }), deletedTenants: createDeletedTenants() },
    sizes && { far: sizes.few, step: sizes.few },
  );
  const fieldPlaces = createListPlaces<RowPlace>(
    { pool: database.pool, log: pino({ level: 'silent' }), deletedTenants: createDeletedTenants() },
    sizes && { far: 3, step: 2 },
  );
  const reads = openQueryReads(database.connection);
  const parts: EntityQueryParts = {
    liveBus,
    reads,
    valueIndex,
    // Every change is seen at once.
    sizes: sizes ?? { ...QUERY_SIZES, lately: 0 },
    places,
    fieldPlaces,
    directory: createEntityDirectory(database.pool, liveBus),
    valueRightsOf: sharedKeys.rightsOf,
    db: database.db,
    pool: database.pool,
    series: {
      settleLatest: async () => undefined,
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
    relationsOf: (entityIds, direction) => relations.listOf(entityIds, direction, 'COMMON'),
  };
  const stored = createEntityQueryService(parts);
  /** Reads values where they are and remembers nothing. */
  const plain = createEntityQueryService({
    ...parts,
    valueIndex: { find: () => undefined, noteSlow: () => undefined, confirm: async () => false },
    sizes: { ...QUERY_SIZES, slow: Number.POSITIVE_INFINITY },
  });
  const queries = way === 'in an index' ? secondTime(stored, valueIndex, [places, fieldPlaces]) : stored;
  await insertTenants(database.pool, tenantId, otherTenantId);
  for (const [name, id] of profiles) {
    await database.pool.query(
      `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
       VALUES ($1, 1, $2, $3, false, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
      [id, tenantId, name],
    );
  }
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
  // Devices a to e belong to the tenant, `foreign` to another. Created in this order.
  await device('Pump a', 'pump', 'North', { customerId, additionalInfo: { description: 'first' } });
  await device('pump b', 'pump', null);
  await device('Meter_c', 'meter', 'south 100%');
  await device('Meter d', 'meter', 'South');
  await device('Valve e', 'Pump', 'back\\slash', { customerId });
  await device('Pump foreign', 'pump', null, { tenantId: otherTenantId });
  await setLatest('Pump a', 'temperature', 21.5);
  await setLatest('pump b', 'temperature', 30);
  await setLatest('Meter_c', 'temperature', 'hot');
  await setLatest('Meter d', 'temperature', true);
  await setLatest('Pump a', 'code', '007');
  await setLatest('pump b', 'code', '21.50');
  await setLatest('Meter_c', 'code', '1e10');
  await setLatest('Meter d', 'code', { a: [1] });
  await setAttribute('Pump a', 3, 'model', 'M1', 100);
  await setAttribute('Pump a', 2, 'model', 'M2', 200);
  await setAttribute('pump b', 3, 'model', 'm1');
  await setAttribute('Meter_c', 1, 'model', 17);
  await setAttribute('Pump a', 3, 'active', true);
  await setAttribute('pump b', 3, 'active', false);

  /** Returns the names that a query finds, in its order. */
  async function names(parts: Record<string, unknown>, user = admin): Promise<string[]> {
    const { data } = await queries.find(user, queryOf(parts));
    return data.map((row) => row.latest.ENTITY_FIELD?.name?.value ?? '');
  }

  /** Creates a relation between two entities by name; `kinds` are those of entities other than devices. */
  async function relate(from: string, type: string, to: string, kinds: Record<string, EntityType> = {}): Promise<void> {
    const idOf = (name: string) => entityId(kinds[name] ?? 'DEVICE', ids.get(name) as string);
    await relations.save({ from: idOf(from), to: idOf(to), type, typeGroup: 'COMMON', additionalInfo: null });
  }

  return {
    database,
    queries,
    plain,
    fieldPlaces,
    valueIndex,
    places,
    reads,
    ids,
    inMemory,
    /** What the services are made of. */
    parts,
    admin,
    customerUser,
    now: () => clock,
    setLatest,
    setAttribute,
    changed,
    untilBlocked,
    device,
    names,
    relate,
    async close() {
      await valueIndex.close();
      await reads.close();
      await database.drop();
    },
  };
}

/** Asks everything again when there is an index of the values, and when far pages have places, and compares the answers. */
function secondTime(
  queries: EntityQueryService,
  valueIndex: ValueIndex,
  places: readonly { settle(): Promise<void> }[],
): EntityQueryService {
  const twice =
    <Arguments extends unknown[], Result>(ask: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      const first = await ask(...given);
      await valueIndex.settle();
      const second = await ask(...given);
      await Promise.all(places.map((one) => one.settle()));
      const third = await ask(...given);
      const text = (result: Result) => JSON.stringify(result, (key, value) => (key === 'ts' ? 0 : value));
      if (text(first) !== text(second)) {
        throw new Error(`${JSON.stringify(given[1])}\nby the index: ${text(second)}\nwithout: ${text(first)}`);
      }
      if (text(first) !== text(third)) {
        throw new Error(`${JSON.stringify(given[1])}\nfrom a place: ${text(third)}\nwithout: ${text(first)}`);
      }
      return third;
    };
  return {
    ...queries,
    find: twice(queries.find),
    findIds: twice(queries.findIds),
    count: twice(queries.count),
    findEntities: twice(queries.findEntities),
  };
}

export type QueryData = Awaited<ReturnType<typeof openQueryData>>;

/** The same, opened before the tests of a file or a group and closed after them. */
export function useQueryData(...given: Parameters<typeof openQueryData>): QueryData {
  const things = {} as QueryData;
  beforeAll(async () => {
    Object.assign(things, await openQueryData(...given));
  });
  afterAll(() => things.close());
  return things;
}
