import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UnitOfWork } from '../storage/transaction.ts';
import type { TelemetryValue } from '../values/value.ts';
import { type BucketAggregation, BucketAggregator } from './aggregate.ts';
import { bucketsOf } from './buckets.ts';
import type { SeriesPoint, SeriesQuery, SeriesStore, SeriesWrite } from './series-store.ts';

/** A driver under test. */
export interface SeriesStoreHarness {
  store(): SeriesStore;
  /** Runs a unit of work; rolled back when `work` throws. */
  transaction(work: (unit: UnitOfWork) => Promise<void>): Promise<void>;
  /** Runs the background work of the driver now. */
  settle(): Promise<void>;
  /** Drops the store as a crash would and opens it again on the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const KEYS = ['a', 'b'] as const;
/** Times of the property test: few, so that they collide. */
const MAX_TS = 60;

interface ModelPoint {
  ts: number;
  value: TelemetryValue;
}

/** The simplest correct implementation of a store. */
class Model {
  /** entity id:key → ts → value */
  private readonly series = new Map<string, Map<number, TelemetryValue>>();
  private readonly latestPoints = new Map<string, ModelPoint>();

  write({ entityId, points }: SeriesWrite): void {
    for (const { ts, values } of points) {
      for (const { key, value } of values) {
        const place = `${entityId}:${key}`;
        let series = this.series.get(place);
        if (!series) {
          series = new Map();
          this.series.set(place, series);
        }
        series.set(ts, value);
        const latest = this.latestPoints.get(place);
        if (!latest || ts >= latest.ts) this.latestPoints.set(place, { ts, value });
      }
    }
  }

  delete(entityId: string, keys: readonly string[], startTs: number, endTs: number, rewriteLatest: boolean): void {
    for (const key of keys) {
      const place = `${entityId}:${key}`;
      const series = this.series.get(place);
      for (const ts of [...(series?.keys() ?? [])]) if (ts >= startTs && ts < endTs) series?.delete(ts);
      const latest = this.latestPoints.get(place);
      if (!latest || latest.ts < startTs || latest.ts >= endTs) continue;
      this.latestPoints.delete(place);
      const left = this.points(entityId, key).at(-1);
      if (rewriteLatest && left) this.latestPoints.set(place, left);
    }
  }

  deleteEntity(entityId: string): void {
    for (const key of KEYS) {
      this.series.delete(`${entityId}:${key}`);
      this.latestPoints.delete(`${entityId}:${key}`);
    }
  }

  private points(entityId: string, key: string): ModelPoint[] {
    const series = this.series.get(`${entityId}:${key}`) ?? new Map<number, TelemetryValue>();
    return [...series].map(([ts, value]) => ({ ts, value })).sort((a, b) => a.ts - b.ts);
  }

  latest(entityId: string): { key: string; ts: number; value: TelemetryValue }[] {
    return KEYS.flatMap((key) => {
      const point = this.latestPoints.get(`${entityId}:${key}`);
      return point ? [{ key, ...point }] : [];
    });
  }

  read(entityId: string, query: SeriesQuery): SeriesPoint[] {
    const all = this.points(entityId, query.key);
    if (query.aggregation === 'NONE') {
      const points = all.filter(({ ts }) => ts >= query.startTs && ts < query.endTs);
      if (query.order === 'DESC') points.reverse();
      return points.slice(0, query.limit);
    }
    const buckets = bucketsOf(query);
    const aggregator = new BucketAggregator();
    for (const { ts, value } of all) {
      if (ts >= query.startTs && ts < buckets.endTs) aggregator.add(buckets.indexOf(ts), value);
    }
    return aggregator
      .result(query.aggregation as BucketAggregation)
      .map(({ bucket, value }) => ({ ts: buckets.middleOf(bucket), value }));
  }
}

const value: fc.Arbitrary<TelemetryValue> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -50, max: 50 }).map((n) => ({ type: 'LONG' as const, value: n })) },
  // Quarters: their sums are exact in any order.
  { weight: 4, arbitrary: fc.integer({ min: -50, max: 50 }).map((n) => ({ type: 'DOUBLE' as const, value: n / 4 })) },
  fc.boolean().map((flag) => ({ type: 'BOOLEAN' as const, value: flag })),
  fc
    .constantFrom('', 'x', 'yy', 'a longer text of some words', 'é')
    .map((text) => ({ type: 'STRING' as const, value: text })),
  fc.constantFrom('{}', '{"a":[1,2.0]}').map((text) => ({ type: 'JSON' as const, value: text })),
  fc.constant({ type: 'LONG' as const, value: 9_223_372_036_854_775_807n }),
);

const write = fc.record({
  entity: fc.nat({ max: 1 }),
  ttlSeconds: fc.constantFrom(0, 0, 86_400, 31_536_000),
  points: fc.array(
    fc.record({
      ts: fc.nat({ max: MAX_TS }),
      values: fc.array(fc.record({ key: fc.constantFrom(...KEYS), value }), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
});

const stretch = fc
  .tuple(fc.nat({ max: MAX_TS }), fc.nat({ max: MAX_TS }))
  .map(([a, b]) => ({ startTs: Math.min(a, b), endTs: Math.max(a, b) + 1 }));

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      writes: fc.array(write, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rollback' as const), write }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      entity: fc.nat({ max: 1 }),
      keys: fc.constantFrom(['a'], ['b'], ['a', 'b'], ['missing']),
      stretch,
      rewriteLatest: fc.boolean(),
      /** Written in the same unit, before the deletion. */
      precededBy: fc.option(write),
      /** Written in the same unit, after the deletion. */
      followedBy: fc.option(write),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteEntity' as const), entity: fc.nat({ max: 1 }) }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'settle' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'settleLatest' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'restart' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('read' as const),
      entity: fc.nat({ max: 1 }),
      key: fc.constantFrom(...KEYS, 'missing'),
      stretch,
      aggregation: fc.constantFrom(
        'NONE' as const,
        'MIN' as const,
        'MAX' as const,
        'AVG' as const,
        'SUM' as const,
        'COUNT' as const,
      ),
      interval: fc.integer({ min: 1, max: 40 }),
      limit: fc.integer({ min: 1, max: 30 }),
      order: fc.constantFrom('ASC' as const, 'DESC' as const),
    }),
  },
);

function byKey<T extends { key: string }>(points: T[]): T[] {
  return [...points].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Makes answers comparable that differ only in how doubles and huge longs were summed. */
function comparable(points: SeriesPoint[]): unknown[] {
  return points.map(({ ts, value: found }) => ({
    ts,
    type: found.type,
    value: found.type === 'DOUBLE' ? Number(found.value.toPrecision(12)) : found.value,
  }));
}

/** Behaviour that every driver of SeriesStore must show. */
export function describeSeriesStore(name: string, open: () => Promise<SeriesStoreHarness>, runs = 60): void {
  describe(`${name}: a series store`, () => {
    let harness: SeriesStoreHarness;
    let entityNumber = 0;
    const newEntity = (): string => `00000000-0000-4000-8000-${String(++entityNumber).padStart(12, '0')}`;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());

    const save = (entityId: string, points: [number, TelemetryValue][], ttlSeconds = 0): Promise<void> =>
      harness.transaction((unit) =>
        harness
          .store()
          .write(unit, [
            { entityId, ttlSeconds, points: points.map(([ts, one]) => ({ ts, values: [{ key: 'a', value: one }] })) },
          ]),
      );
    const query = (changes: Partial<SeriesQuery> = {}): SeriesQuery => ({
      key: 'a',
      startTs: 0,
      endTs: 1_000_000,
      aggregation: 'NONE',
      interval: 0,
      limit: 100_000,
      order: 'ASC',
      ...changes,
    });

    it('gives the answers of the simplest possible store after any history', { timeout: 300_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
          const entities = [newEntity(), newEntity()];
          const model = new Model();
          const check = async (): Promise<void> => {
            for (const entityId of entities) {
              for (const key of KEYS) {
                const all = query({ key, endTs: MAX_TS + 1 });
                expect(await harness.store().read(entityId, all)).toEqual(model.read(entityId, all));
              }
              expect(byKey(await harness.store().latest(entityId))).toEqual(model.latest(entityId));
            }
          };
          const real = (one: { entity: number; ttlSeconds: number; points: SeriesWrite['points'] }): SeriesWrite => ({
            entityId: entities[one.entity] as string,
            ttlSeconds: one.ttlSeconds,
            points: one.points,
          });
          for (const action of steps) {
            switch (action.kind) {
              case 'write':
                await harness.transaction((unit) => harness.store().write(unit, action.writes.map(real)));
                for (const one of action.writes) model.write(real(one));
                break;
              case 'rollback':
                await expect(
                  harness.transaction(async (unit) => {
                    await harness.store().write(unit, [real(action.write)]);
                    await harness.store().delete(unit, real(action.write).entityId, KEYS, {
                      startTs: 0,
                      endTs: MAX_TS,
                      rewriteLatest: true,
                    });
                    throw new Error('given up');
                  }),
                ).rejects.toThrow('given up');
                break;
              case 'delete': {
                const entityId = entities[action.entity] as string;
                if (action.precededBy) model.write(real(action.precededBy));
                await harness.transaction(async (unit) => {
                  if (action.precededBy) await harness.store().write(unit, [real(action.precededBy)]);
                  await harness.store().delete(unit, entityId, action.keys, {
                    ...action.stretch,
                    rewriteLatest: action.rewriteLatest,
                  });
                  if (action.followedBy) await harness.store().write(unit, [real(action.followedBy)]);
                });
                model.delete(entityId, action.keys, action.stretch.startTs, action.stretch.endTs, action.rewriteLatest);
                if (action.followedBy) model.write(real(action.followedBy));
                break;
              }
              case 'deleteEntity': {
                const entityId = entities[action.entity] as string;
                await harness.transaction((unit) => harness.store().deleteEntities(unit, [entityId]));
                model.deleteEntity(entityId);
                break;
              }
              case 'settle':
                await harness.settle();
                break;
              case 'settleLatest':
                await harness.store().settleLatest();
                break;
              case 'restart':
                await harness.restart();
                await check();
                break;
              case 'read': {
                const entityId = entities[action.entity] as string;
                const wanted: SeriesQuery = { ...action, ...action.stretch };
                expect(comparable(await harness.store().read(entityId, wanted))).toEqual(
                  comparable(model.read(entityId, wanted)),
                );
              }
            }
          }
          await check();
        }),
        { numRuns: runs },
      );
    });

    it('has the latest value that a deletion left after a restart, older points written since notwithstanding', async () => {
      const entityId = newEntity();
      const [one, two, late] = [1, 2, 0].map((value): TelemetryValue => ({ type: 'LONG', value }));
      await save(entityId, [[1, one as TelemetryValue]]);
      await harness.settle();
      await save(entityId, [[2, two as TelemetryValue]]);
      await harness.transaction((unit) =>
        harness.store().delete(unit, entityId, ['a'], { startTs: 2, endTs: 3, rewriteLatest: true }),
      );
      await save(entityId, [[0, late as TelemetryValue]]);
      expect(await harness.store().latest(entityId)).toEqual([{ key: 'a', ts: 1, value: one }]);
      await harness.restart();
      expect(await harness.store().latest(entityId)).toEqual([{ key: 'a', ts: 1, value: one }]);
    });

    it('averages numbers whose sum is too large, in memory and when packed', async () => {
      const entityId = newEntity();
      const points = Array.from({ length: 6 }, (_, ts): [number, TelemetryValue] => [
        ts,
        { type: 'DOUBLE', value: 1e308 },
      ]);
      await save(entityId, points.slice(0, 3));
      await save(entityId, points.slice(3));
      for (const [startTs, endTs] of [
        [0, 6],
        [1, 5],
      ]) {
        const wanted = query({ startTs: startTs as number, endTs: endTs as number, aggregation: 'AVG', interval: 10 });
        const read = async () => (await harness.store().read(entityId, wanted)).map(({ value }) => value);
        expect(await read()).toEqual([{ type: 'DOUBLE', value: 1e308 }]);
        await harness.settle();
        expect(await read()).toEqual([{ type: 'DOUBLE', value: 1e308 }]);
      }
    });

    it('keeps values of all types exactly, in memory and when packed', async () => {
      const entityId = newEntity();
      const values: TelemetryValue[] = [
        { type: 'LONG', value: 9_223_372_036_854_775_807n },
        { type: 'LONG', value: -9_223_372_036_854_775_808n },
        { type: 'LONG', value: 9_007_199_254_740_991 },
        { type: 'DOUBLE', value: -0 },
        { type: 'DOUBLE', value: 0.1 + 0.2 },
        { type: 'DOUBLE', value: 5e-324 },
        { type: 'DOUBLE', value: 21.57 },
        { type: 'BOOLEAN', value: false },
        { type: 'STRING', value: 'naïve 🙂 text that is not short' },
        { type: 'JSON', value: '{"a":[1,2.0,null]}' },
      ];
      const points = values.map((one, index): [number, TelemetryValue] => [index * 1000, one]);
      const expected = points.map(([ts, one]) => ({ ts, value: one }));
      await save(entityId, points);
      expect(await harness.store().read(entityId, query())).toEqual(expected);
      await harness.settle();
      expect(await harness.store().read(entityId, query())).toEqual(expected);
      await harness.restart();
      expect(await harness.store().read(entityId, query())).toEqual(expected);
    });

    it('reads the newest points of a long series, and any stretch of it', async () => {
      const entityId = newEntity();
      for (let part = 0; part < 5; part++) {
        const points = Array.from({ length: 1_200 }, (_, index): [number, TelemetryValue] => {
          const at = part * 1_200 + index;
          return [at * 10, { type: 'LONG', value: at }];
        });
        await save(entityId, points);
        if (part < 4) await harness.settle();
      }
      const newest = await harness.store().read(entityId, query({ limit: 3_000, order: 'DESC' }));
      expect(newest.map(({ ts }) => ts)).toEqual(Array.from({ length: 3_000 }, (_, index) => (5_999 - index) * 10));
      const middle = await harness.store().read(entityId, query({ startTs: 11_995, endTs: 24_001, limit: 10_000 }));
      expect(middle.map(({ ts }) => ts)).toEqual(Array.from({ length: 1_201 }, (_, index) => 12_000 + index * 10));
      const sums = await harness
        .store()
        .read(entityId, query({ endTs: 60_000, aggregation: 'COUNT', interval: 7_000 }));
      expect(sums.map(({ value: count }) => count.value)).toEqual([700, 700, 700, 700, 700, 700, 700, 700, 400]);
    });

    it('shows nothing of a unit before its commit, nor after a rollback', async () => {
      const entityId = newEntity();
      await expect(
        harness.transaction(async (unit) => {
          await harness
            .store()
            .write(unit, [
              { entityId, points: [{ ts: 1, values: [{ key: 'a', value: { type: 'LONG', value: 1 } }] }] },
            ]);
          expect(await harness.store().read(entityId, query())).toEqual([]);
          throw new Error('given up');
        }),
      ).rejects.toThrow('given up');
      expect(await harness.store().latest(entityId)).toEqual([]);
      await harness.restart();
      expect(await harness.store().read(entityId, query())).toEqual([]);
    });

    it('counts points that are going to be stored as if they were, in memory and when packed', async () => {
      const entityId = newEntity();
      const long = (value: number) => ({ type: 'LONG' as const, value });
      const write = (points: [ts: number, value: number][]) =>
        harness.transaction((unit) =>
          harness
            .store()
            .write(unit, [
              { entityId, points: points.map(([ts, value]) => ({ ts, values: [{ key: 'a', value: long(value) }] })) },
            ]),
        );
      const unstored = [5, 20, 25, 90].map((ts) => ({ ts, value: long(-ts) }));
      const range = { startTs: 5, endTs: 90, interval: 85, limit: 3, order: 'DESC' as const };
      const read = async (key: string, change: Partial<SeriesQuery> = {}) => {
        const query = { key, aggregation: 'NONE' as const, ...range, ...change };
        return (await harness.store().read(entityId, query, unstored)).map(({ ts, value }) => [ts, value.value]);
      };
      const expectAll = async (): Promise<void> => {
        expect(await read('a')).toEqual([
          [30, 3],
          [25, -25],
          [20, -20],
        ]);
        expect(await read('a', { order: 'ASC' })).toEqual([
          [5, -5],
          [10, 1],
          [20, -20],
        ]);
        expect(await read('a', { aggregation: 'SUM' })).toEqual([[47, 3 - 25 - 20 + 1 - 5]]);
        expect(await read('a', { aggregation: 'COUNT' })).toEqual([[47, 5]]);
        expect(await read('b', { limit: 1 })).toEqual([[25, -25]]);
        expect(await read('b', { aggregation: 'MIN' })).toEqual([[47, -25]]);
      };
      await write([
        [10, 1],
        [20, 2],
        [30, 3],
        [95, 4],
      ]);
      await expectAll();
      await harness.settle();
      await expectAll();
    });

    it('lists keys that have a latest value and answers for many entities at once', async () => {
      const [first, second] = [newEntity(), newEntity()];
      await save(first, [[1, { type: 'LONG', value: 1 }]]);
      expect(await harness.store().keys([first, second])).toEqual(['a']);
      const found = await harness.store().latestOf([first, second], ['a', 'b']);
      expect(found.get(first)).toEqual([{ key: 'a', ts: 1, value: { type: 'LONG', value: 1 } }]);
      expect(found.get(second)).toEqual([]);
    });

    it('refuses a key or a time that it cannot hold, with a clear error', async () => {
      await expect(save(newEntity(), [[2 ** 60, { type: 'LONG', value: 1 }]])).rejects.toThrow('out of range');
      await expect(
        harness.transaction((unit) =>
          harness.store().write(unit, [
            {
              entityId: newEntity(),
              points: [{ ts: 1, values: [{ key: 'k'.repeat(300), value: { type: 'LONG', value: 1 } }] }],
            },
          ]),
        ),
      ).rejects.toThrow('longer than');
    });
  });
}
