import { CALENDAR_INTERVALS, type CalendarInterval } from '@signalbox/contract/interval-type';
import fc from 'fast-check';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type OpenDatabase, openDatabase } from '../../storage/database.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { SeriesQuery } from '../series-store.ts';
import { createPackedSeriesStore, type PackedSeriesStore } from './packed-series-store.ts';

const ENTITY = '43e6cd90-e580-11f1-9def-6fbc04ae5d78';
const HOUR = 3_600_000;
const FROM = Date.parse('2025-09-01T00:00:00Z');
/** Two points an hour of a year and a half, and the last ones in memory. */
const POINTS = Array.from({ length: 26_000 }, (_, at) => ({ ts: FROM + at * (HOUR / 2), value: (at * 7919) % 1000 }));
const TO = FROM + POINTS.length * (HOUR / 2);

let database: TestDatabase;
let own: OpenDatabase;
let store: PackedSeriesStore;
/** Chunks whose points were read, as their figures did not suffice. */
let bodies = 0;

/** Counts the bodies of chunks in what is read. */
function counted(pool: pg.Pool): pg.Pool {
  return new Proxy(pool, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name !== 'query') return member.bind(target);
      return async (...given: [never]) => {
        const result = (await target.query(...given)) as unknown as { rows: unknown[] };
        for (const row of result.rows) if (Array.isArray(row) && Buffer.isBuffer(row.at(-1))) bodies++;
        return result;
      };
    },
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  own = openDatabase(database.connection, 4);
  store = createPackedSeriesStore({
    pool: counted(own.pool),
    log: pino({ level: 'error' }),
    options: { backgroundInterval: 0, latestInterval: 3_600_000 },
  });
  await store.open();
  for (let at = 0; at < POINTS.length; at += 1000) {
    const points = POINTS.slice(at, at + 1000).map(({ ts, value }) => ({
      ts,
      values: [{ key: 'a', value: { type: 'LONG', value } as const }],
    }));
    await inTransaction(database.pool, (unit) => store.write(unit, [{ entityId: ENTITY, points }]));
    if (at < 25_000) await store.flushChunks();
  }
});
afterAll(async () => {
  await store.close();
  await own.close();
  await database.drop();
});

const read = (query: Pick<SeriesQuery, 'startTs' | 'endTs' | 'aggregation' | 'interval' | 'calendar'>) =>
  store.read(ENTITY, { key: 'a', limit: 100, order: 'ASC', ...query });

/** What people call the interval that a time is in. */
function naiveName(zone: string, interval: CalendarInterval): (ts: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
  return (ts) => {
    const day = format.format(ts);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    const back = (days: number) => new Date(Date.parse(day) - days * 24 * HOUR).toISOString();
    if (interval === 'WEEK') return back(weekday);
    if (interval === 'WEEK_ISO') return back((weekday + 6) % 7);
    if (interval === 'QUARTER') return `${day.slice(0, 4)} ${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
    return day.slice(0, { DAY: 10, MONTH: 7, YEAR: 4 }[interval]);
  };
}

it.each(['Europe/Kyiv', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'])(
  'aggregates by the calendar of %s as a naive model does',
  async (zone) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...CALENDAR_INTERVALS),
        fc.integer({ min: FROM - 40 * 24 * HOUR, max: TO }),
        fc.integer({ min: 1, max: 600 * 24 * HOUR }),
        async (interval, startTs, length) => {
          const endTs = startTs + length;
          const nameOf = naiveName(zone, interval);
          const sums = new Map<string, number>();
          for (const { ts, value } of POINTS) {
            if (ts >= startTs && ts < endTs) sums.set(nameOf(ts), (sums.get(nameOf(ts)) ?? 0) + value);
          }
          const found = await read({
            startTs,
            endTs,
            aggregation: 'SUM',
            interval: 0,
            calendar: { zone, interval },
          });
          expect(found.map(({ ts, value }) => [nameOf(ts), value.value])).toEqual([...sums]);
          for (const { ts } of found) expect(ts >= startTs && ts < endTs).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  },
);

it('opens as many chunks for days of the calendar as for those of 24 hours, and finds the same', async () => {
  const range = { startTs: FROM, endTs: FROM + 500 * 24 * HOUR, aggregation: 'AVG', interval: 24 * HOUR } as const;
  bodies = 0;
  const fixed = await read(range);
  const ofFixed = bodies;
  bodies = 0;
  expect(await read({ ...range, calendar: { zone: 'UTC', interval: 'DAY' } })).toEqual(fixed);
  expect(bodies).toBe(ofFixed);
  expect(ofFixed).toBeGreaterThan(0);
});

it('takes whole chunks by their figures where the calendar allows it', async () => {
  bodies = 0;
  const [year] = await read({
    startTs: FROM,
    endTs: FROM + 100 * 24 * HOUR,
    aggregation: 'COUNT',
    interval: 0,
    calendar: { zone: 'Europe/Kyiv', interval: 'YEAR' },
  });
  expect(year?.value.value).toBe(4800);
  expect(bodies).toBeLessThanOrEqual(1);
});
