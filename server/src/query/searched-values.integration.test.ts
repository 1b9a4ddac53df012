import { type EntityId, entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { anyAttribute, expectPagesOf, field, numeric, openQueryData, queryOf, series } from '../../test/query-data.ts';
import type { LiveChange } from '../bus/live-bus.ts';
import { createDeviceTotals, type RunStatement } from '../entities/device/device-totals.ts';
import type { ValueColumnsSizes } from '../entities/device/device-value-columns.ts';
import { createDeletedTenants } from '../storage/deleted-tenants.ts';
import { newEntityId } from '../storage/ids.ts';
import { createListPlaces } from '../storage/list-places.ts';
import { createEntityQueryService } from './entity-query-service.ts';
import type { IndexedPlace } from './indexed-page.ts';
import { QUERY_SIZES } from './indexed-queries.ts';
import { keepSearchedValues } from './searched-values.ts';

const DEVICES = 3_000;
const PAGE = 10;
const ENTITY_FIELDS = [field('name'), field('label')];

let things: Awaited<ReturnType<typeof openQueryData>>;
beforeAll(async () => {
  things = await openQueryData('in an index');
  const { database, admin } = things;
  const { pool } = database;
  await pool.query(
    `WITH new AS (
       INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data)
       SELECT gen_random_uuid(), number / 3, tenant_id, customer_id, device_profile_id,
         (ARRAY['one of ', 'Two of '])[1 + number * 31 % 2] || number * 7919 % 100000, type,
         CASE WHEN number % 2 = 0 THEN 'Hall ' || number % 60 END, '{}'
       FROM (SELECT * FROM device WHERE tenant_id = $1 ORDER BY created_time LIMIT 1) AS device,
         generate_series(1, $2::integer) AS number
       RETURNING id, substring(name FROM '[0-9]+$')::integer AS number
     ), typed AS (
       INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, string_value)
       SELECT new.id, 3, telemetry_key.id, 1, 'Model ' || number % 97 FROM new, telemetry_key
       WHERE telemetry_key.name = 'model' AND number % 3 > 0
     )
     INSERT INTO latest_value (entity_id, key_id, ts, double_value, string_value)
     SELECT new.id, telemetry_key.id, 1, CASE WHEN number % 7 > 0 THEN number / 8.0 END,
       CASE WHEN number % 7 = 0 THEN 'Broken' END
     FROM new, telemetry_key WHERE telemetry_key.name = 'temperature' AND number % 5 > 0`,
    [admin.tenantId, DEVICES],
  );
  await pool.query('VACUUM (ANALYZE) device, attribute, latest_value');
  // Has the indexes built.
  await things.queries.find(admin, ask('model 1', [series('temperature'), anyAttribute('model')], 0, 'name', 'ASC'));
});
afterAll(() => things.close());

const ask = (textSearch: string, latestValues: object[], page: number, key: string, direction: string) =>
  queryOf({
    entityFields: ENTITY_FIELDS,
    latestValues,
    pageLink: { pageSize: PAGE, page, textSearch, sortOrder: { key: field(key), direction } },
  });

async function openQueries(values: ValueColumnsSizes = { most: 100_000, changed: 5_000 }) {
  const { database, parts, valueIndex } = things;
  const run: RunStatement = (text, given) => database.pool.query(text, given);
  const totals = createDeviceTotals(parts.liveBus, run, { from: 1, most: 100_000, changed: 5_000, values });
  const end = keepSearchedValues(database.db, valueIndex, totals.named);
  totals.names.open();
  // Places are never found by going through an order.
  const connect = vi.fn(() => Promise.reject(new Error('No order is gone through.')));
  const walking = { connect, options: { max: 4 } } as unknown as pg.Pool;
  const queries = createEntityQueryService({
    ...parts,
    sizes: { ...QUERY_SIZES, few: 100, many: 200, lately: 0 },
    places: createListPlaces<IndexedPlace>(
      { pool: walking, log: pino({ level: 'silent' }), deletedTenants: createDeletedTenants() },
      { far: 50, step: 50 },
    ),
    namedDevices: totals.named,
  });
  const counted = vi.spyOn(parts.reads, 'run');
  return {
    queries,
    totals,
    /** How often somebody wanted to go through an order. */
    walks: () => connect.mock.calls.length,
    /** How often something was counted in the database since the last time. */
    counts(): number {
      const found = counted.mock.calls.filter(([, statement]) =>
        statement.compile(database.db).sql.includes('count(*) AS total'),
      );
      counted.mockClear();
      return found.length;
    },
    /** How often all that is found was sorted in the database, since the last time. */
    sorts(): number {
      const found = counted.mock.calls.filter(([, statement]) =>
        statement.compile(database.db).sql.includes('WITH matching'),
      );
      counted.mockClear();
      return found.length;
    },
    async close(): Promise<void> {
      counted.mockRestore();
      end();
      await totals.names.close();
    },
  };
}
type Opened = Awaited<ReturnType<typeof openQueries>>;

const TEXTS = ['TWO', 'l 1', '21.5', 'broken', '7hall 1', '2model', '%'];
const VALUES = [[series('temperature')], [anyAttribute('model')], [anyAttribute('model'), series('temperature')]];

/** The pages of a text in every order are those that the database finds by itself. */
async function check({ queries }: Opened, texts = TEXTS): Promise<void> {
  for (const user of [things.admin, things.customerUser]) {
    for (const textSearch of texts) {
      for (const latestValues of VALUES) {
        for (const key of ['createdTime', 'name', 'label']) {
          const direction = key === 'name' ? 'DESC' : 'ASC';
          await expectPagesOf(
            queries,
            { plain: things.plain, user },
            (page) => ask(textSearch, latestValues, page, key, direction),
            [0.5, 0.999],
            `${textSearch} among ${JSON.stringify(latestValues)} by ${key}`,
          );
        }
      }
    }
  }
}

const temperature = (operation: string, value: number) => ({
  key: series('temperature'),
  predicate: numeric(operation, value),
});
const FILTERS: [name: string, keyFilters: object[], textSearch?: string][] = [
  ['many', [temperature('GREATER', 3_000)]],
  ['between', [temperature('GREATER_OR_EQUAL', 1_000.5), temperature('LESS', 9_000)]],
  ['all but one', [temperature('NOT_EQUAL', 21.5)]],
  ['with a text', [temperature('LESS_OR_EQUAL', 9_000)], 'two'],
];

/** The same of filters by numbers, also in orders by values. */
async function checkFilters({ queries }: Opened): Promise<void> {
  for (const user of [things.admin, things.customerUser]) {
    for (const [name, keyFilters, textSearch] of FILTERS) {
      for (const key of [
        field('createdTime'),
        field('name'),
        field('label'),
        series('temperature'),
        anyAttribute('model'),
      ]) {
        for (const direction of ['ASC', 'DESC']) {
          const askFor = (page: number) =>
            queryOf({
              ...{ entityFields: ENTITY_FIELDS, keyFilters },
              pageLink: { pageSize: PAGE, page, textSearch, sortOrder: { key, direction } },
            });
          const what = `${name} by ${key.key} ${direction}`;
          const total = await expectPagesOf(queries, { plain: things.plain, user }, askFor, [0, 0.5, 0.999], what);
          expect(total).toBeGreaterThan(500);
        }
      }
    }
  }
}

/** One device of 16, always the same ones. @param share from 0 to 15 */
const someDevices = async (share: number): Promise<EntityId[]> =>
  (
    await things.database.pool.query<{ id: string }>(
      'SELECT id FROM device WHERE tenant_id = $1 AND created_time % 16 = $2 ORDER BY id',
      [things.admin.tenantId, share],
    )
  ).rows.map(({ id }) => entityId('DEVICE', id));

/** A value has one type: what it was before, whatever its type, is gone. */
const ONLY_TEXT = `bool_value = NULL, long_value = NULL, double_value = NULL, json_value = NULL,
  string_value = excluded.string_value`;

/** Stores values of devices, as whoever receives them does, and tells. */
async function change(devices: readonly EntityId[], temperature: string, model: string): Promise<void> {
  const { database, admin, parts } = things;
  const ids = devices.map(({ id }) => id);
  const keys = await database.pool.query<{ id: number; name: string }>(
    "SELECT id, name FROM telemetry_key WHERE name IN ('temperature', 'model')",
  );
  const keyId = (wanted: string) => keys.rows.find(({ name }) => name === wanted)?.id;
  await database.pool.query(
    `INSERT INTO latest_value (entity_id, key_id, ts, string_value) SELECT id, $2, 2, $3 FROM unnest($1::uuid[]) AS id
     ON CONFLICT (entity_id, key_id) DO UPDATE SET ${ONLY_TEXT}`,
    [ids, keyId('temperature'), temperature],
  );
  await database.pool.query('SELECT index_values(true, $1::uuid[], $2::integer[])', [
    ids,
    ids.map(() => keyId('temperature')),
  ]);
  await database.pool.query(
    `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, string_value)
     SELECT id, 3, $2, 2, $3 FROM unnest($1::uuid[]) AS id
     ON CONFLICT (entity_id, scope, key_id) DO UPDATE SET ${ONLY_TEXT}`,
    [ids, keyId('model'), model],
  );
  const text = (key: string, value: string) => ({ key, value: { type: 'STRING' as const, value } });
  for (const device of devices) {
    const of = { tenantId: admin.tenantId, entityId: device };
    const changes: LiveChange[] = [
      { ...of, kind: 'timeseries', points: [{ ts: 2, values: [text('temperature', temperature)] }] },
      {
        ...{ ...of, kind: 'attributes', scope: 'SERVER_SCOPE', notifyDevice: false },
        entries: [{ ...text('model', model), scope: 'SERVER_SCOPE', lastUpdateTs: 2 }],
      },
    ];
    for (const one of changes) parts.liveBus.publish(one);
  }
  things.valueIndex.series.changed([keyId('temperature') as number]);
}

it('finds a text among values by what is in memory, whatever has changed', { timeout: 180_000 }, async () => {
  const opened = await openQueries();
  // While they are read, too.
  await change(await someDevices(0), 'Broken two', 'Model 77 l 1');
  await opened.totals.names.settle();
  await check(opened);
  const { database, admin, parts } = things;
  const renamed = await someDevices(3);
  await database.pool.query("UPDATE device SET name = 'two ' || name, label = 'model 7' WHERE id = ANY($1)", [
    renamed.map(({ id }) => id),
  ]);
  const gone = await someDevices(8);
  await database.pool.query('DELETE FROM device WHERE id = ANY($1)', [gone.map(({ id }) => id)]);
  for (const [action, devices] of [
    ['updated', renamed],
    ['deleted', gone],
  ] as const) {
    for (const device of devices) {
      parts.liveBus.publish({ kind: 'entity', action, tenantId: admin.tenantId, entityId: device });
    }
  }
  await opened.queries.find(admin, ask('two', VALUES[0] as object[], 0, 'name', 'ASC'));
  // Of devices that have changed, and so many others that their texts are put together again.
  await change([...(await someDevices(3)), ...(await someDevices(10))], '21.5 two', 'model');
  await check(opened);
  await checkFilters(opened);
  await opened.close();
});

it('counts them without the database, and goes through no order', async () => {
  const opened = await openQueries();
  await opened.totals.names.settle();
  opened.counts();
  for (const textSearch of ['two', 'model 8', '31']) {
    await opened.queries.find(things.admin, ask(textSearch, VALUES[2] as object[], 3, 'name', 'ASC'));
  }
  for (const direction of ['ASC', 'DESC']) {
    const sortOrder = { key: field('name'), direction };
    const keyFilters = [temperature('GREATER', direction === 'ASC' ? 100 : 200)];
    const query = queryOf({ keyFilters, pageLink: { pageSize: PAGE, page: 60, sortOrder } });
    expect((await opened.queries.find(things.admin, query)).data).toHaveLength(PAGE);
  }
  expect(opened.counts()).toBe(0);
  expect(opened.walks()).toBe(0);
  await opened.close();
});

it('reads the devices of a page alone, however few there are', async () => {
  const opened = await openQueries();
  await opened.totals.names.settle();
  const { rows } = await things.database.pool.query<{ value: number }>(
    `SELECT double_value AS value FROM latest_value JOIN device ON device.id = entity_id
     WHERE tenant_id = $1 AND double_value IS NOT NULL ORDER BY 1 DESC LIMIT 8`,
    [things.admin.tenantId],
  );
  const keyFilters = [temperature('GREATER_OR_EQUAL', rows.at(-1)?.value as number)];
  opened.sorts();
  for (const key of [field('label'), anyAttribute('model'), field('createdTime')]) {
    const query = (page: number) =>
      queryOf({ keyFilters, pageLink: { pageSize: 3, page, sortOrder: { key, direction: 'DESC' } } });
    for (const page of [1, 2]) {
      const found = await opened.queries.find(things.admin, query(page));
      expect(found.totalElements).toBe(8);
      expect(found.data.map(({ entityId: { id } }) => id)).toEqual(
        (await things.plain.find(things.admin, query(page))).data.map(({ entityId: { id } }) => id),
      );
    }
  }
  expect(opened.sorts()).toBe(0);
  await opened.close();
});

it('asks the database where there are too many values, and for a while where too many have changed', async () => {
  const small = await openQueries({ most: DEVICES, changed: 5_000 });
  await small.totals.names.settle();
  small.counts();
  await check(small, ['model 7']);
  expect(small.counts()).toBeGreaterThan(0);
  await small.close();

  const opened = await openQueries({ most: 100_000, changed: 20 });
  await opened.totals.names.settle();
  opened.counts();
  const [devices] = [await someDevices(11)];
  await change(devices, 'too often', 'too often');
  expect(devices.length).toBeGreaterThan(20);
  await check(opened, ['too often']);
  expect(opened.counts()).toBeGreaterThan(0);
  // What else is known of devices is still known.
  opened.counts();
  const query = queryOf({ entityFields: ENTITY_FIELDS, pageLink: { pageSize: PAGE, page: 1, textSearch: 'of 1' } });
  expect((await opened.queries.find(things.admin, query)).totalElements).toBeGreaterThan(0);
  expect(opened.counts()).toBe(0);
  await opened.close();
});

it('keeps nothing of a tenant that is deleted', async () => {
  const opened = await openQueries();
  await opened.totals.names.settle();
  const { admin, parts } = things;
  const wanted = { search: { text: 'model 7', among: ['name', ...(await columnsOf())] } };
  expect(await opened.totals.named.count(admin.tenantId, wanted)).toBeGreaterThan(0);
  parts.liveBus.publish({
    ...{ kind: 'entity', action: 'deleted', tenantId: admin.tenantId },
    entityId: entityId('TENANT', admin.tenantId),
  });
  // Their devices are read again, since they still are there; their values are not.
  expect(await opened.totals.named.count(admin.tenantId, wanted)).toBeUndefined();
  await opened.totals.names.settle();
  expect(await opened.totals.named.count(admin.tenantId, wanted)).toBeUndefined();
  const ofNames = { search: { text: 'two', among: ['name'] } };
  expect(await opened.totals.named.count(admin.tenantId, ofNames)).toBeGreaterThan(0);
  expect(await opened.totals.named.count(newEntityId().id, ofNames)).toBeUndefined();
  await opened.close();
});

it('asks the database, and lets go of the values, once their index is gone', async () => {
  const opened = await openQueries();
  await opened.totals.names.settle();
  const [column] = await columnsOf();
  const wanted = { search: { text: 'model', among: [column as string] } };
  expect(await opened.totals.named.count(things.admin.tenantId, wanted)).toBeGreaterThan(0);
  await things.database.pool.query(`DROP TABLE ${(column as string).replace('value ', 'value_index_')}`);
  await change((await someDevices(12)).slice(0, 1), 'x', 'y').catch(() => undefined);
  const [device] = await someDevices(12);
  things.parts.liveBus.publish({
    ...{ kind: 'attributes', tenantId: things.admin.tenantId, entityId: device as EntityId, scope: 'SERVER_SCOPE' },
    notifyDevice: false,
    entries: [{ key: 'model', value: { type: 'STRING', value: 'y' }, scope: 'SERVER_SCOPE', lastUpdateTs: 3 }],
  });
  expect(await opened.totals.named.count(things.admin.tenantId, wanted)).toBeUndefined();
  await opened.close();
});

/** The columns of values, that of models first. */
async function columnsOf(): Promise<string[]> {
  const { rows } = await things.database.pool.query<{ id: number }>(
    `SELECT known.id FROM value_index_key AS known JOIN telemetry_key AS key ON key.id = key_id
     WHERE state = 'ready' ORDER BY key.name`,
  );
  return rows.map(({ id }) => `value ${id}`);
}
