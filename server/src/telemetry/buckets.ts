import type { SeriesQuery } from './series-store.ts';

/** Adjacent buckets of an aggregating read, from the start of the query. */
export interface Buckets {
  /** End of the last bucket, exclusive: it is not cut at the end of the query. */
  endTs: number;
  /** Number of the bucket that contains a ts between the start and endTs. */
  indexOf(ts: number): number;
  /** First ts after a bucket. */
  endOf(index: number): number;
  /** ts of a bucket's point: its start plus half its width, rounded down. */
  middleOf(index: number): number;
  /** Starts and end of calendar buckets, ascending; undefined for plain intervals. */
  boundaries: number[] | undefined;
}

/** Clients that keep to their limits never ask for more. */
const MAX_BUCKETS = 100_000;

/** @throws RangeError when there would be too many buckets */
export function bucketsOf({ startTs, endTs, interval, calendar }: SeriesQuery): Buckets {
  if (calendar) return calendarBuckets(startTs, endTs, calendar);
  const count = Math.ceil((endTs - startTs) / interval);
  if (count > MAX_BUCKETS) throw new RangeError(`${count} intervals are too many, at most ${MAX_BUCKETS}`);
  return {
    endTs: startTs + count * interval,
    indexOf: (ts) => Math.floor((ts - startTs) / interval),
    endOf: (index) => startTs + (index + 1) * interval,
    middleOf: (index) => startTs + index * interval + Math.floor(interval / 2),
    boundaries: undefined,
  };
}

type Calendar = NonNullable<SeriesQuery['calendar']>;

/** The first bucket starts at `startTs`, the others at the start of a day, week (Monday), month or year of the zone. */
function calendarBuckets(startTs: number, endTs: number, calendar: Calendar): Buckets {
  const boundaries = [startTs];
  const zone = zoneOf(calendar.zone);
  for (let last = startTs; last < endTs; ) {
    last = nextStart(last, zone, calendar.unit);
    boundaries.push(last);
    if (boundaries.length > MAX_BUCKETS) throw new RangeError(`more than ${MAX_BUCKETS} intervals are too many`);
  }
  return {
    endTs: boundaries[boundaries.length - 1] as number,
    indexOf(ts) {
      let low = 0;
      let high = boundaries.length - 1;
      while (high - low > 1) {
        const middle = (low + high) >>> 1;
        if ((boundaries[middle] as number) <= ts) low = middle;
        else high = middle;
      }
      return low;
    },
    endOf: (index) => boundaries[index + 1] as number,
    middleOf: (index) => Math.floor(((boundaries[index] as number) + (boundaries[index + 1] as number)) / 2),
    boundaries,
  };
}

/** ms by which local time is ahead of UTC at a given time. */
type ZoneOffset = (ts: number) => number;

const zones = new Map<string, ZoneOffset>();

/** @throws RangeError when there is no such zone */
function zoneOf(name: string): ZoneOffset {
  let zone = zones.get(name);
  if (!zone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    zone = (ts) => {
      const parts: Record<string, string> = {};
      for (const { type, value } of format.formatToParts(ts)) parts[type] = value;
      const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
      const local = Date.UTC(
        year,
        Number(parts.month) - 1,
        Number(parts.day),
        Number(parts.hour),
        Number(parts.minute),
        Number(parts.second),
      );
      return local - Math.floor(ts / 1000) * 1000;
    };
    zones.set(name, zone);
  }
  return zone;
}

/** Start of the unit of local time after the one that contains `ts`. */
function nextStart(ts: number, offsetAt: ZoneOffset, unit: Calendar['unit']): number {
  const local = new Date(ts + offsetAt(ts));
  const year = local.getUTCFullYear();
  const month = local.getUTCMonth();
  const day = local.getUTCDate();
  let next: number;
  if (unit === 'day') next = Date.UTC(year, month, day + 1);
  else if (unit === 'week') next = Date.UTC(year, month, day + 7 - ((local.getUTCDay() + 6) % 7));
  else if (unit === 'month') next = Date.UTC(year, month + 1, 1);
  else next = Date.UTC(year + 1, 0, 1);
  // The offset at the start differs from today's when the clocks change in between.
  const guess = next - offsetAt(next - offsetAt(ts));
  const start = next - offsetAt(guess);
  // Where the clocks jump over midnight, the day starts after the jump.
  return Math.max(guess, start) > ts ? Math.max(guess, start) : next;
}
