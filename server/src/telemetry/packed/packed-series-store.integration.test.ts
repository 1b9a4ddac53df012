import type pg from 'pg';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openDatabase } from '../../storage/database.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { createKeyDictionary } from '../key-dictionary.ts';
import { describeSeriesStore, type SeriesStoreHarness } from '../series-store-suite.ts';
import { createPackedSeriesStore, type PackedSeriesStore } from './packed-series-store.ts';
import { createSeriesDictionary } from './series-dictionary.ts';

async function openPacked(): Promise<SeriesStoreHarness> {
  const database = await createTestDatabase();
  const own = openDatabase(database.connection, 4);
  const create = (): PackedSeriesStore =>
    createPackedSeriesStore({
      pool: own.pool,
      log: pino({ level: 'error' }),
      // Chunks and latest values are written when the test says so, and chunks may have few points.
      options: { backgroundInterval: 0, latestInterval: 3_600_000 },
    });
  let store = create();
  await store.open();
  return {
    store: () => store,
    transaction: (work) => inTransaction(database.pool, work),
    settle: () => store.flushChunks(),
    async restart() {
      // Not closed: what is only in memory must not matter.
      store = create();
      await store.open();
    },
    async close() {
      await store.close();
      await own.close();
      await database.drop();
    },
  };
}

describeSeriesStore('packed blocks and chunks', openPacked);

/** A pool that reports each statement when it has ended, before its sender continues. */
function watchStatements(pool: pg.Pool, ended: (text: string) => Promise<void>): pg.Pool {
  const watched = <T extends pg.Pool | pg.PoolClient>(source: T): T =>
    new Proxy(source, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name === 'connect') return async () => watched((await target.connect()) as unknown as pg.PoolClient);
        if (name !== 'query') return member.bind(target);
        return async (...given: [never]) => {
          const result: unknown = await target.query(...given);
          const [statement] = given as [string | { text: string }];
          await ended(typeof statement === 'string' ? statement : statement.text);
          return result;
        };
      },
    });
  return watched(pool);
}

it('holds a bounded number of series in memory, however many new keys come', async () => {
  const database = await createTestDatabase();
  const own = openDatabase(database.connection, 4);
  const store = createPackedSeriesStore({
    pool: own.pool,
    log: pino({ level: 'error' }),
    options: { maxPending: 10, backgroundInterval: 3_600_000 },
  });
  await store.open();
  const entityId = '43e6cd90-e580-11f1-9def-6fbc04ae5d78';
  let most = 0;
  for (let number = 0; number < 100; number++) {
    const values = [{ key: `key ${number}`, value: { type: 'LONG' as const, value: number } }];
    await inTransaction(database.pool, (unit) => store.write(unit, [{ entityId, points: [{ ts: 1, values }] }]));
    most = Math.max(most, store.figures().seriesInMemory);
  }
  expect(most).toBeLessThanOrEqual(21);
  expect(await store.latest(entityId)).toHaveLength(100);
  await store.close();
  await own.close();
  await database.drop();
});

describe('more series than may stay in memory', () => {
  const ONE = '43e6cd90-e580-11f1-9def-6fbc04ae5d78';
  const OTHER = '53e6cd90-e580-11f1-9def-6fbc04ae5d78';
  const EMPTY = '63e6cd90-e580-11f1-9def-6fbc04ae5d78';
  const MAX_SERIES = 10;
  /** Each has more series than may stay. */
  const KEYS = Array.from({ length: MAX_SERIES + 1 }, (_, number) => `key ${number}`);
  const pointOf = (entityId: string, ts: number) => ({
    entityId,
    points: [{ ts, values: KEYS.map((key) => ({ key, value: { type: 'LONG' as const, value: ts } })) }],
  });

  /** Each test begins with all points in chunks and none of their series in memory. */
  async function withStore(work: (store: PackedSeriesStore, database: TestDatabase) => Promise<void>): Promise<void> {
    const database = await createTestDatabase();
    const own = openDatabase(database.connection, 4);
    let statements = 0;
    const pool = watchStatements(own.pool, async () => {
      statements++;
      // Who loads one after the other in turns would never end.
      if (statements > 1_000) throw new Error('Too many statements');
    });
    const store = createPackedSeriesStore({
      pool,
      log: pino({ level: 'error' }),
      options: { maxSeries: MAX_SERIES, backgroundInterval: 0, latestInterval: 3_600_000 },
    });
    try {
      await store.open();
      for (const entityId of [ONE, OTHER])
        await inTransaction(database.pool, (unit) => store.write(unit, [pointOf(entityId, 1)]));
      await store.flushChunks();
      await store.flushLatest();
      await store.latest(EMPTY);
      expect([store.loadedKeys(ONE), store.loadedKeys(OTHER)]).toEqual([undefined, undefined]);
      statements = 0;
      await work(store, database);
    } finally {
      await store.close();
      await own.close();
      await database.drop();
    }
  }

  it('are written together', () =>
    withStore(async (store, database) => {
      await store.latest(ONE);
      const both = [pointOf(ONE, 2), pointOf(OTHER, 2)];
      await inTransaction(database.pool, (unit) => store.write(unit, both));
      for (const entityId of [ONE, OTHER]) {
        expect((await store.latest(entityId)).map(({ ts }) => ts)).toEqual(KEYS.map(() => 2));
      }
    }));

  it('are deleted together', () =>
    withStore(async (store, database) => {
      await store.latest(ONE);
      await inTransaction(database.pool, (unit) => store.deleteEntities(unit, [ONE, OTHER]));
      for (const entityId of [ONE, OTHER]) expect(await store.latest(entityId)).toEqual([]);
    }));

  it('are all found by their numbers, those that were in memory before too', () =>
    withStore(async (_store, { pool }) => {
      const keys = createKeyDictionary(pool);
      const isDirty = () => false;
      const dictionary = createSeriesDictionary({ pool, keys, isDirty, pendingCount: () => 0, maxSeries: MAX_SERIES });
      await dictionary.load([ONE]);
      const { rows } = await pool.query<{ id: number }>('SELECT id FROM series');
      expect(rows).toHaveLength(2 * KEYS.length);
      const found = await dictionary.loadByIds(rows.map(({ id }) => id));
      expect([...found.keys()].sort()).toEqual(rows.map(({ id }) => id).sort());
    }));

  it('of which those with pending points take no room from others', () =>
    withStore(async (store, database) => {
      await inTransaction(database.pool, (unit) => store.write(unit, [pointOf(ONE, 2)]));
      await store.latest('73e6cd90-e580-11f1-9def-6fbc04ae5d78');
      expect(store.loadedKeys(EMPTY)).toBeDefined();
      await store.latest(OTHER);
      await store.latest('83e6cd90-e580-11f1-9def-6fbc04ae5d78');
      expect(store.loadedKeys(OTHER)).toBeUndefined();
      expect(store.loadedKeys(ONE)).toBeDefined();
    }));
});

describe('the series of an entity that is deleted', () => {
  const ENTITY = '43e6cd90-e580-11f1-9def-6fbc04ae5d78';

  /** Deletes the entity and, while the deletion reaches the disk, writes again at the end of a matching statement. */
  async function writeWhenEnded(matches: (statement: string) => boolean): Promise<string[]> {
    const database = await createTestDatabase();
    const own = openDatabase(database.connection, 4);
    let again: Promise<void> | undefined;
    const write = (value: string): Promise<void> =>
      inTransaction(database.pool, (unit) =>
        store.write(unit, [
          { entityId: ENTITY, points: [{ ts: 1_000, values: [{ key: 'a', value: { type: 'STRING', value } }] }] },
        ]),
      );
    let isDeleted = false;
    const pool = watchStatements(own.pool, async (statement) => {
      if (!isDeleted || again || !matches(statement)) return;
      again = write('after');
      // The write may wait for this very statement, so it must not be awaited here.
      if (statement === 'COMMIT') await again;
    });
    const create = (): PackedSeriesStore =>
      createPackedSeriesStore({
        pool,
        log: pino({ level: 'error' }),
        options: { backgroundInterval: 0, latestInterval: 3_600_000 },
      });
    let store = create();
    try {
      await store.open();
      await write('before');
      await store.flushChunks();
      await inTransaction(database.pool, (unit) => store.deleteEntities(unit, [ENTITY]));
      isDeleted = true;
      await store.flushChunks();
      await again;
      expect(again).toBeDefined();
      // A restart drops what is only in memory.
      store = create();
      await store.open();
      const points = await store.read(ENTITY, {
        key: 'a',
        startTs: 0,
        endTs: 2_000,
        aggregation: 'NONE',
        interval: 0,
        limit: 10,
        order: 'ASC',
      });
      return points.map(({ value }) => String(value.value));
    } finally {
      await store.close();
      await own.close();
      await database.drop();
    }
  }

  it('keeps what is written right after the deletion is committed to disk', async () => {
    expect(await writeWhenEnded((statement) => statement === 'COMMIT')).toEqual(['after']);
  });

  it('keeps what is written while the series is deleted', async () => {
    expect(await writeWhenEnded((statement) => statement.startsWith('DELETE FROM series WHERE'))).toEqual(['after']);
  });
});

it('answers reads that are asked together as those that are asked one by one', async () => {
  const harness = await openPacked();
  try {
    const entities = Array.from({ length: 20 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
    /** In several chunks, and in memory. */
    for (const [round, from] of [0, 40, 20, 60].entries()) {
      const writes = entities.map((entityId, of) => ({
        entityId,
        points: Array.from({ length: 30 }, (_, at) => ({
          ts: from + at,
          values: [{ key: 'a', value: { type: 'LONG', value: round * 1000 + of + at } as const }],
        })),
      }));
      await harness.transaction((unit) => harness.store().write(unit, writes));
      if (round < 3) await harness.settle();
    }
    const cut = { startTs: 25, endTs: 35, rewriteLatest: false };
    for (const entityId of entities.slice(0, 5)) {
      await harness.transaction((unit) => harness.store().delete(unit, entityId, ['a'], cut));
    }
    const reads = entities.flatMap((entityId, at) =>
      (['ASC', 'DESC'] as const).flatMap((order) =>
        [1, 40, 1000].flatMap((limit) => {
          const range = { key: 'a', startTs: at, endTs: 100 - at, limit, order };
          return [
            { entityId, query: { ...range, aggregation: 'NONE', interval: 0 } as const },
            { entityId, query: { ...range, aggregation: 'SUM', interval: 200 } as const },
            { entityId, query: { ...range, aggregation: 'AVG', interval: 100 - 2 * at } as const },
          ];
        }),
      ),
    );
    const read = ({ entityId, query }: (typeof reads)[number]) => harness.store().read(entityId, query);
    const alone = [];
    for (const one of reads) alone.push(await read(one));
    expect(await Promise.all(reads.map(read))).toEqual(alone);
    expect(alone.every((points) => points.length > 0)).toBe(true);
  } finally {
    await harness.close();
  }
});
