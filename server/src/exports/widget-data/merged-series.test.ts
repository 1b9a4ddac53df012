import { describe, expect, it } from 'vitest';
import type { SeriesPoint, SeriesQuery } from '../../telemetry/series-store.ts';
import { timeTextIn } from './local-time.ts';
import { type MergedRow, mergedSeries } from './merged-series.ts';
import { cellOfText, cellOfValue } from './value-cells.ts';

const long = (ts: number): SeriesPoint => ({ ts, value: { type: 'LONG', value: ts } });

/** Reads as the store does, and notes the queries. */
function reader(series: Record<string, readonly number[]>) {
  const queries: SeriesQuery[] = [];
  return {
    queries,
    async read(query: SeriesQuery) {
      queries.push(query);
      const times = (series[query.key] ?? []).filter((ts) => ts >= query.startTs && ts < query.endTs);
      return times.slice(0, query.limit).map(long);
    },
  };
}

async function collected(rows: AsyncIterable<MergedRow>) {
  const found: (readonly [number, ...unknown[]])[] = [];
  for await (const { ts, values } of rows) found.push([ts, ...values.map((value) => value?.value ?? null)]);
  return found;
}

describe('series side by side', () => {
  it('have a row for each time of any of them, from old to new', async () => {
    const { read } = reader({ a: [1, 3, 5], b: [2, 3], c: [] });
    const range = { startTs: 0, endTs: 10, aggregation: 'NONE', interval: 1000 } as const;
    expect(await collected(mergedSeries(read, ['a', 'b', 'c'], range))).toEqual([
      [1, 1, null, null],
      [2, null, 2, null],
      [3, 3, 3, null],
      [5, 5, null, null],
    ]);
  });

  it('are read a part at a time, and wholly', async () => {
    const times = Array.from({ length: 12_345 }, (_, at) => at * 7);
    const { read, queries } = reader({ a: times });
    const range = { startTs: 0, endTs: 1e9, aggregation: 'NONE', interval: 1000 } as const;
    const rows = await collected(mergedSeries(read, ['a'], range));
    expect(rows.map(([ts]) => ts)).toEqual(times);
    expect(queries).toHaveLength(3);
  });

  it('have buckets that go on where the last read ended', async () => {
    const { read, queries } = reader({ a: [500, 6_000_000, 11_999_999] });
    const range = { startTs: 0, endTs: 12_000_000, aggregation: 'AVG', interval: 1000 } as const;
    expect(await collected(mergedSeries(read, ['a'], range))).toHaveLength(3);
    expect(queries.map(({ startTs, endTs }) => [startTs, endTs])).toEqual([
      [0, 5_000_000],
      [5_000_000, 10_000_000],
      [10_000_000, 12_000_000],
    ]);
  });
});

describe('times in a zone', () => {
  it.each([
    ['UTC', '2026-03-29T00:59:59.999Z', '2026-03-29T00:59:59.999Z'],
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', '2026-03-29T01:59:59.999+01:00'],
    ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00.000+02:00'],
    ['Asia/Kolkata', '2026-01-01T00:00:00.000Z', '2026-01-01T05:30:00.000+05:30'],
    ['America/St_Johns', '2026-01-01T00:00:00.000Z', '2025-12-31T20:30:00.000-03:30'],
  ])('in %s: %s', (zone, ts, text) => {
    expect(timeTextIn(zone)(Date.parse(ts))).toBe(text);
  });

  it('need a zone that there is', () => {
    expect(() => timeTextIn('Moon/Base')).toThrow(/Moon\/Base/);
  });
});

describe('values in cells', () => {
  it.each([
    ['12.5', 12.5],
    ['-7', -7],
    ['1.0E10', 1e10],
    ['0012', '0012'],
    ['12345678901234567890', '12345678901234567890'],
    ['=1+1', '=1+1'],
    ['true', true],
    ['', null],
  ])('that queries write as %s', (value, cell) => {
    expect(cellOfText({ ts: 1, value })).toBe(cell);
  });

  it('that were never there are empty', () => {
    expect(cellOfText({ ts: 0, value: '5' })).toBeNull();
    expect(cellOfText(undefined)).toBeNull();
  });

  it('keep all digits', () => {
    expect(cellOfValue({ type: 'LONG', value: 12345678901234567890n })).toBe('12345678901234567890');
    expect(cellOfValue({ type: 'DOUBLE', value: Number.NaN })).toBeNull();
    expect(cellOfValue({ type: 'STRING', value: '-5' })).toBe('-5');
  });
});
