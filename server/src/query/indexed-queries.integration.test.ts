import type { EntityKey, FilterPredicate, KeyFilter } from '@signalbox/contract/entity-query';
import { describe, expect, it, vi } from 'vitest';
import {
  all,
  anyAttribute,
  boolean,
  either,
  field,
  numeric,
  openQueryData,
  queryOf,
  series,
  string,
  useQueryData,
} from '../../test/query-data.ts';
import { newEntityId } from '../storage/ids.ts';
import type { ReadyKey } from '../telemetry/value-index/value-index.ts';

// So that both few and many are found.
const things = useQueryData('in an index', { few: 5, many: 12, lately: 0, slow: 0, skipped: 3, near: 0.2 });

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number): { below: (limit: number) => number; of: <T>(choices: readonly T[]) => T } {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return { below, of: (choices) => choices[below(choices.length)] as never };
}

const indexOf = async (name: string, scope: 'series' | 'newest' | 'server') => {
  const { rows } = await things.database.pool.query('SELECT id FROM telemetry_key WHERE name = $1', [name]);
  return things.valueIndex.find({
    tenantId: things.admin.tenantId,
    entityType: 'DEVICE',
    keyId: rows[0]?.id,
    scope,
  });
};

describe('queries by an index of values', () => {
  const attribute = (key: string): EntityKey => ({ type: 'SERVER_ATTRIBUTE', key });
  const keys = [series('t'), series('u'), attribute('a'), attribute('b'), anyAttribute('a'), anyAttribute('c')];
  const values = [0, 1, -1, 2.5, 7, -0.0001, 12345678901, true, false, '', 'x', 'X', 'xy', 'a%b', 'ü', { n: 1 }, [2]];
  const predicates: FilterPredicate[] = [
    ...(['EQUAL', 'NOT_EQUAL', 'GREATER', 'LESS', 'GREATER_OR_EQUAL', 'LESS_OR_EQUAL'] as const).flatMap((operation) =>
      [0, 1, 2.5, -3, 12345678901].map((value) => numeric(operation, value)),
    ),
    ...(['EQUAL', 'NOT_EQUAL', 'STARTS_WITH', 'ENDS_WITH', 'CONTAINS', 'NOT_CONTAINS'] as const).flatMap((operation) =>
      ['x', 'Y', '%', 'Ü', ''].flatMap((value) => [string(operation, value), string(operation, value, true)]),
    ),
    boolean('EQUAL', true),
    boolean('EQUAL', false),
    boolean('NOT_EQUAL', true),
    either(numeric('LESS', 1), string('EQUAL', 'x')),
    all(numeric('GREATER', -5), either(numeric('EQUAL', 0), numeric('EQUAL', 7))),
  ];

  it('finds what queries without it find, while values and entities come, change and go', async () => {
    const random = createRandom(4711);
    const { database, admin, customerUser } = things;
    const devices: string[] = [];
    const addDevice = async (): Promise<void> => {
      const name = `Device ${devices.length} ${random.below(100)}`;
      await things.device(name, random.of(['pump', 'meter']), random.of([null, 'North', 'South']), {
        ...(random.below(2) ? { customerId: customerUser.customerId } : {}),
      });
      devices.push(name);
    };
    const change = async (): Promise<void> => {
      const name = random.of(devices);
      const id = things.ids.get(name);
      const value = random.of(values);
      switch (random.below(8)) {
        case 0:
          return addDevice();
        case 1:
          devices.splice(devices.indexOf(name), 1);
          await database.pool.query('DELETE FROM device WHERE id = $1', [id]);
          things.changed();
          return;
        case 2:
          await database.pool.query(
            `DELETE FROM attribute USING telemetry_key k WHERE k.id = key_id AND entity_id = $1 AND k.name = $2`,
            [id, random.of(['a', 'b', 'c'])],
          );
          return;
        case 3:
        case 4:
          return things.setLatest(name, random.of(['t', 'u']), random.below(10) ? value : undefined);
        default:
          // Only `c` is in several scopes.
          return random.below(3)
            ? things.setAttribute(name, 3, random.of(['a', 'b']), value)
            : things.setAttribute(name, random.of([1, 2, 3] as const), 'c', value);
      }
    };
    const placeBefore = vi.spyOn(things.places, 'placeBefore');
    for (let count = 0; count < 30; count++) await addDevice();
    for (let round = 0; round < 60; round++) {
      for (let count = 0; count < 10; count++) await change();
      const entityFilter = random.of([
        { type: 'entityType', entityType: 'DEVICE' },
        { type: 'deviceType', deviceType: 'pump', deviceNameFilter: '' },
        { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'device 1' },
      ]);
      const keyFilters: KeyFilter[] = Array.from({ length: random.below(3) }, () => ({
        key: random.of(keys),
        predicate: random.of(predicates),
        valueType: 'STRING',
      }));
      const key = random.of([...keys, ...keys, field('createdTime'), field('name'), field('label'), field('type')]);
      const pageLink = {
        pageSize: random.of([3, 100]),
        page: random.below(4),
        textSearch: random.of(['', '', '', '1']),
        sortOrder: random.of([
          { key, direction: 'ASC' },
          { key, direction: 'DESC' },
        ]),
      };
      const user = random.of([admin, admin, customerUser]);
      const query = queryOf({ entityFilter, keyFilters, pageLink });
      const { data, totalElements } = await things.queries.find(user, query);
      const plain = await things.plain.find(user, query);
      const ids = (rows: typeof data) => rows.map(({ entityId }) => entityId.id);
      expect([totalElements, ids(data)]).toEqual([plain.totalElements, ids(plain.data)]);
      expect(await things.queries.count(user, queryOf({ entityFilter, keyFilters }))).toBeGreaterThanOrEqual(
        totalElements,
      );
    }
    for (const name of ['t', 'u']) expect(await indexOf(name, 'series')).toBeDefined();
    for (const name of ['a', 'b']) expect(await indexOf(name, 'server')).toBeDefined();
    expect(placeBefore.mock.results.some(({ value }) => value !== undefined)).toBe(true);
    expect(await indexOf('c', 'newest')).toMatchObject({ hasSeveral: true });
  });

  it('reads far pages in both directions from places that were found before anybody asked', async () => {
    for (let at = 0; at < 40; at++) {
      const name = `Far ${at}`;
      await things.device(name, 'pump', null);
      await things.setLatest(name, 'far', (at * 7919) % 23);
    }
    const query = (page: number, direction: 'ASC' | 'DESC') =>
      queryOf({ pageLink: { pageSize: 3, page, textSearch: '', sortOrder: { key: series('far'), direction } } });
    await things.queries.find(things.admin, query(0, 'ASC'));
    const learned: string[] = [];
    const ready: ReadyKey[] = [];
    things.valueIndex.onReady((key) => ready.push(key))();
    for (const key of ready.filter(({ name }) => name === 'far')) {
      await things.queries.learnOrder(key);
      learned.push(key.name);
    }
    expect(learned).toEqual(['far']);
    const placeBefore = vi.spyOn(things.places, 'placeBefore');
    for (const direction of ['ASC', 'DESC'] as const) {
      for (const page of [4, 6, 7]) {
        placeBefore.mockClear();
        const found = await things.queries.find(things.admin, query(page, direction));
        const plain = await things.plain.find(things.admin, query(page, direction));
        const idsOf = ({ data }: typeof found) => data.map(({ entityId }) => entityId.id);
        expect([found.totalElements, idsOf(found)]).toEqual([plain.totalElements, idsOf(plain)]);
        expect(placeBefore.mock.results[0]?.value).toBeDefined();
      }
    }
  });

  it('follows a device that changes its tenant', async () => {
    const query = queryOf({ keyFilters: [{ key: series('moved'), predicate: numeric('GREATER', 1) }] });
    await things.device('Mover', 'pump', null);
    await things.setLatest('Mover', 'moved', 2);
    expect(await things.queries.count(things.admin, query)).toBe(1);
    const { rows } = await things.database.pool.query('SELECT tenant_id FROM device WHERE name = $1', ['Pump foreign']);
    const move = async (tenantId: string) => {
      await things.database.pool.query('UPDATE device SET tenant_id = $1 WHERE id = $2', [
        tenantId,
        things.ids.get('Mover'),
      ]);
      things.changed();
    };
    await move(rows[0].tenant_id);
    expect(await things.queries.count(things.admin, query)).toBe(0);
    await move(things.admin.tenantId);
    expect(await things.queries.count(things.admin, query)).toBe(1);
  });

  it('answers without an index once a text is too long for it', async () => {
    const query = queryOf({
      keyFilters: [{ key: attribute('note'), predicate: string('ENDS_WITH', 'end') }],
      pageLink: { sortOrder: { key: attribute('note'), direction: 'DESC' } },
    });
    await things.setAttribute('Pump a', 3, 'note', 'the end');
    expect((await things.queries.find(things.admin, query)).totalElements).toBe(1);
    expect(await indexOf('note', 'server')).toBeDefined();
    await things.setAttribute('pump b', 3, 'note', `${'long '.repeat(200)} end`);
    expect((await things.queries.find(things.admin, query)).totalElements).toBe(2);
    expect(await indexOf('note', 'server')).toBeUndefined();
  });

  it('sees both of two attributes that are written at the same time', async () => {
    await things.setAttribute('Pump a', 3, 'both', 1, 100);
    const query = queryOf({ keyFilters: [{ key: anyAttribute('both'), predicate: numeric('GREATER', 0) }] });
    expect(await things.queries.count(things.admin, query)).toBe(1);
    const { pool } = things.database;
    const [first, second] = [await pool.connect(), await pool.connect()];
    try {
      const insert = `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, long_value)
        SELECT $1, $2, id, $3, $4 FROM telemetry_key WHERE name = 'both'`;
      await first.query('BEGIN');
      await first.query(insert, [things.ids.get('Pump a'), 1, 200, 5]);
      const waits = second.query(insert, [things.ids.get('Pump a'), 2, 150, 9]);
      await things.untilBlocked();
      await first.query('COMMIT');
      await waits;
    } finally {
      first.release();
      second.release();
    }
    const found = await pool.query(`SELECT number FROM ${(await indexOf('both', 'newest'))?.table} WHERE number <> 0`);
    expect(found.rows).toEqual([{ number: 5 }]);
  });

  it('leaves nothing of a device that is deleted while one of its values is written', async () => {
    await things.device('Brief', 'pump', null);
    await things.setLatest('Brief', 'brief', 2);
    const query = queryOf({ keyFilters: [{ key: series('brief'), predicate: numeric('GREATER', 1) }] });
    expect(await things.queries.count(things.admin, query)).toBe(1);
    const table = (await indexOf('brief', 'series'))?.table;
    const { pool } = things.database;
    const [deleting, writing] = [await pool.connect(), await pool.connect()];
    try {
      // As long as its index is being built, it need not be in there.
      await pool.query(`DELETE FROM ${table} WHERE entity_id = $1`, [things.ids.get('Brief')]);
      await deleting.query('BEGIN');
      await deleting.query('DELETE FROM device WHERE id = $1', [things.ids.get('Brief')]);
      const waits = writing.query(
        `SELECT index_values(true, ARRAY[$1::uuid], ARRAY[(SELECT id FROM telemetry_key WHERE name = 'brief')])`,
        [things.ids.get('Brief')],
      );
      await things.untilBlocked();
      await deleting.query('COMMIT');
      await waits;
    } finally {
      deleting.release();
      writing.release();
    }
    const left = await pool.query(`SELECT FROM ${table} WHERE entity_id = $1`, [things.ids.get('Brief')]);
    expect(left.rowCount).toBe(0);
  });

  it('has the values of devices that are inserted along with them, and of those whose id was in use before', async () => {
    const query = queryOf({
      keyFilters: [{ key: attribute('first'), predicate: numeric('GREATER', 1) }],
      pageLink: { sortOrder: { key: series('last'), direction: 'ASC' } },
    });
    await things.setAttribute('Pump a', 3, 'first', 5);
    await things.setLatest('Pump a', 'last', 5);
    expect(await things.queries.count(things.admin, query)).toBe(1);
    expect(await indexOf('first', 'server')).toBeDefined();
    expect(await things.queries.find(things.admin, query)).toMatchObject({ totalElements: 1 });
    const { pool } = things.database;
    const values = `new_attribute AS (
        INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, long_value)
        SELECT $1, 3, id, 1, 3 FROM telemetry_key WHERE name = 'first'
      ), new_value AS (
        INSERT INTO latest_value (entity_id, key_id, ts, long_value)
        SELECT $1, id, 1, 4 FROM telemetry_key WHERE name = 'last'
      )`;
    const device = `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
      SELECT $1::uuid, 1, tenant_id, customer_id, device_profile_id, 'Given ' || $1::uuid, type, device_data
      FROM device WHERE id = $2`;
    const together = newEntityId().id;
    await pool.query(`WITH ${values} ${device}`, [together, things.ids.get('Pump a')]);
    const before = newEntityId().id;
    await pool.query(`WITH ${values} SELECT $1::uuid`, [before]);
    await pool.query(device, [before, things.ids.get('Pump a')]);
    things.changed();
    const { data, totalElements } = await things.queries.find(things.admin, query);
    expect(totalElements).toBe(3);
    expect(data.map((row) => row.entityId.id).slice(0, 2)).toEqual([together, before].sort());
  });

  it('has a row for every device that was created while it was built', async () => {
    await things.setLatest('Pump a', 'late', 1);
    const query = queryOf({ pageLink: { pageSize: 1000, sortOrder: { key: series('late'), direction: 'ASC' } } });
    // More of them are there when it is asked the second time.
    const asking = things.queries.find(things.admin, query).catch(() => undefined);
    const names = Array.from({ length: 20 }, (_, number) => `Late ${number} ${newEntityId().id}`);
    for (const name of names) await things.device(name, 'pump', null);
    await asking;
    await things.valueIndex.settle();
    const { data } = await things.queries.find(things.admin, query);
    expect(data.map((row) => row.latest.ENTITY_FIELD?.name?.value)).toEqual(expect.arrayContaining(names));
    expect(await indexOf('late', 'series')).toBeDefined();
  });
});

it('pages of few, by name, are cut out of one sorted list until what they show has changed', async () => {
  const own = await openQueryData('in an index', { few: 10, many: 50, lately: 0, slow: 0, skipped: 3, near: 0.1 });
  try {
    const names = Array.from({ length: 40 }, (_, at) => `Device ${String((at * 7) % 40).padStart(2, '0')}`);
    for (const name of names) {
      await own.device(name, 'pump', null);
      await own.setLatest(name, 'high', name < 'Device 30' ? 1 : 0);
    }
    const isHigh = { key: series('high'), predicate: numeric('GREATER', 0) };
    const page = async (number: number) => {
      const pageLink = { pageSize: 10, page: number, sortOrder: { key: field('name'), direction: 'ASC' as const } };
      const { data } = await own.queries.find(own.admin, queryOf({ keyFilters: [isHigh], pageLink }));
      return data.map((row) => row.latest.ENTITY_FIELD?.name?.value);
    };
    const known = names.toSorted().slice(0, 30);
    await page(2);
    const run = vi.spyOn(own.reads, 'run');
    expect([await page(0), await page(1), await page(2)]).toEqual([
      known.slice(0, 10),
      known.slice(10, 20),
      known.slice(20),
    ]);
    // The rows of each page, which is asked for three times (see query-data.ts), and nothing else.
    expect(run).toHaveBeenCalledTimes(9);
    await own.setLatest('Device 05', 'high', -1);
    expect(await page(2)).toEqual(known.slice(21));
    await own.setLatest('Device 39', 'high', 5);
    expect(await page(2)).toEqual([...known.slice(21), 'Device 39']);
  } finally {
    await own.close();
  }
});

describe.each([
  ['in the order', 10, 12],
  ['not near the beginning of the order', 0.5, 12],
  ['in the order, few enough to be sorted', 10, 15],
  ['not near the beginning of the order, few enough to be sorted', 0.5, 15],
])('pages by name of those that have a value, looked for %s', (_where, near, many) => {
  const isHigh = { key: series('high'), predicate: numeric('GREATER', 0) };

  it('are the same from both ends', async () => {
    const own = await openQueryData('in an index', { few: 20, many, lately: 0, slow: 0, skipped: 3, near });
    try {
      for (let at = 0; at < 40; at++) {
        const name = `Device ${String((at * 7) % 40).padStart(2, '0')}`;
        await own.device(name, 'pump', null);
        // Those in the middle of the order.
        if (name > 'Device 09' && name < 'Device 25') await own.setLatest(name, 'high', at + 1);
      }
      const walked: boolean[] = [];
      for (const direction of ['ASC', 'DESC']) {
        for (let page = 0; page < 6; page++) {
          const pageLink = { pageSize: 3, page, sortOrder: { key: field('name'), direction } };
          const query = queryOf({ keyFilters: [isHigh], pageLink });
          const [found, plain] = [await own.queries.find(own.admin, query), await own.plain.find(own.admin, query)];
          expect(found.totalElements).toBe(15);
          expect(found.data.map((row) => row.entityId)).toEqual(plain.data.map((row) => row.entityId));
          walked.push(found.data.length > 0);
        }
      }
      expect(walked.filter(Boolean)).toHaveLength(10);
    } finally {
      await own.close();
    }
  });
});
