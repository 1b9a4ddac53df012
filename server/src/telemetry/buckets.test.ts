import type { CalendarInterval } from '@signalbox/contract/interval-type';
import { describe, expect, it } from 'vitest';
import { bucketsOf, countCalendarBuckets } from './buckets.ts';
import type { SeriesQuery } from './series-store.ts';

const base: SeriesQuery = {
  key: 'k',
  startTs: 0,
  endTs: 0,
  aggregation: 'AVG',
  interval: 0,
  limit: 0,
  order: 'ASC',
};
const at = (text: string): number => Date.parse(text);

function starts(startTs: string, endTs: string, zone: string, interval: CalendarInterval): string[] {
  const { boundaries } = bucketsOf({ ...base, startTs: at(startTs), endTs: at(endTs), calendar: { zone, interval } });
  return (boundaries ?? []).map((ts) => new Date(ts).toISOString());
}

describe('plain intervals', () => {
  it('start at the start of the query, and the last one is not cut', () => {
    const buckets = bucketsOf({ ...base, startTs: 100, endTs: 125, interval: 11 });
    expect(buckets.endTs).toBe(133);
    expect([100, 110, 111, 132].map(buckets.indexOf)).toEqual([0, 0, 1, 2]);
    expect([0, 1, 2].map(buckets.middleOf)).toEqual([105, 116, 127]);
  });

  it('are reckoned, however many there are', () => {
    const { endTs, indexOf, endOf, middleOf } = bucketsOf({ ...base, endTs: 700_000, interval: 1 });
    expect([endTs, indexOf(699_999), endOf(699_999), middleOf(699_999)]).toEqual([700_000, 699_999, 700_000, 699_999]);
  });
});

describe('calendar intervals', () => {
  it('are days of local time, 23 and 25 hours long when the clocks change', () => {
    expect(starts('2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z', 'Europe/Berlin', 'DAY')).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      '2026-03-30T22:00:00.000Z',
    ]);
    expect(starts('2026-10-24T22:00:00Z', '2026-10-26T23:00:00Z', 'Europe/Berlin', 'DAY')).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      '2026-10-26T23:00:00.000Z',
    ]);
  });

  it('start a day after the jump where midnight does not exist', () => {
    // In 2018 the clocks of Sao Paulo went from 0:00 to 1:00 on 4 November.
    expect(starts('2018-11-03T03:00:00Z', '2018-11-05T02:00:00Z', 'America/Sao_Paulo', 'DAY')).toEqual([
      '2018-11-03T03:00:00.000Z',
      '2018-11-04T03:00:00.000Z',
      '2018-11-05T02:00:00.000Z',
    ]);
  });

  it('are weeks from Monday, months and years, cut where the query starts and ends', () => {
    expect(starts('2026-11-18T12:00:00Z', '2026-12-01T00:00:00Z', 'UTC', 'WEEK_ISO')).toEqual([
      '2026-11-18T12:00:00.000Z',
      '2026-11-23T00:00:00.000Z',
      '2026-11-30T00:00:00.000Z',
      '2026-12-01T00:00:00.000Z',
    ]);
    expect(starts('2026-01-31T15:00:00Z', '2026-03-31T15:00:00Z', 'Asia/Tokyo', 'MONTH')).toEqual([
      '2026-01-31T15:00:00.000Z',
      '2026-02-28T15:00:00.000Z',
      '2026-03-31T15:00:00.000Z',
    ]);
    expect(starts('2025-06-01T00:00:00Z', '2026-01-02T00:00:00Z', 'America/New_York', 'YEAR')).toEqual([
      '2025-06-01T00:00:00.000Z',
      '2026-01-01T05:00:00.000Z',
      '2026-01-02T00:00:00.000Z',
    ]);
  });

  it('are counted without walking through centuries', () => {
    const days = { zone: 'Europe/Berlin', interval: 'DAY' } as const;
    const count = (from: string, to: string) => countCalendarBuckets(at(from), at(to), days, 700);
    expect(count('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z')).toBe(32);
    expect(count('0001-01-01T00:00:00Z', '9999-01-01T00:00:00Z')).toBe(701);
  });

  it('find the bucket of a time', () => {
    const { indexOf, endOf } = bucketsOf({
      ...base,
      startTs: at('2026-11-18T00:00:00Z'),
      endTs: at('2026-11-21T00:00:00Z'),
      calendar: { zone: 'UTC', interval: 'DAY' },
    });
    expect(['2026-11-18T00:00:00Z', '2026-11-18T23:59:59Z', '2026-11-20T00:00:00Z'].map(at).map(indexOf)).toEqual([
      0, 0, 2,
    ]);
    expect(endOf(0)).toBe(at('2026-11-19T00:00:00Z'));
  });

  it('are refused when there are far too many', () => {
    expect(() => starts('0001-01-01T00:00:00Z', '9999-01-01T00:00:00Z', 'UTC', 'DAY')).toThrow(RangeError);
  });

  it('refuse a zone that does not exist', () => {
    expect(() => starts('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', 'Mars/Olympus', 'DAY')).toThrow(RangeError);
  });
});
