import { CALENDAR_LENGTH, nextCalendarStart } from '@signalbox/contract/calendar-interval';
import { zoneClock } from '@signalbox/contract/zone-clock';
import type { SeriesQuery } from './series-store.ts';

/** Adjacent buckets of an aggregating read, from the start of the query. */
export interface Buckets {
  /** End of the last bucket, exclusive: one of fixed length is not cut at the end of the query. */
  endTs: number;
  /** Number of the bucket that contains a ts between the start and endTs. */
  indexOf(ts: number): number;
  /** First ts after a bucket. */
  endOf(index: number): number;
  /** ts of a bucket's point: its start plus half its width, rounded down. */
  middleOf(index: number): number;
  /** Starts of calendar buckets and the end of the last one, ascending; undefined for plain intervals. */
  boundaries: number[] | undefined;
}

/** Buckets of a calendar, which are reckoned one by one. */
const MAX_CALENDAR_BUCKETS = 100_000;

/** @throws RangeError for a zone that does not exist, and for too many buckets of a calendar */
export function bucketsOf({ startTs, endTs, interval, calendar }: SeriesQuery): Buckets {
  if (calendar) return calendarBuckets(startTs, endTs, calendar);
  const count = Math.ceil((endTs - startTs) / interval);
  return {
    endTs: startTs + count * interval,
    indexOf: (ts) => Math.floor((ts - startTs) / interval),
    endOf: (index) => startTs + (index + 1) * interval,
    middleOf: (index) => startTs + index * interval + Math.floor(interval / 2),
    boundaries: undefined,
  };
}

type Calendar = NonNullable<SeriesQuery['calendar']>;

/**
 * Days, weeks, months, quarters or years of the zone. Both ends are cut: the first one begins at `startTs`, and the last
 * one ends at `endTs`, so that their points lie in the range that is asked for.
 */
function calendarBuckets(startTs: number, endTs: number, calendar: Calendar): Buckets {
  const boundaries = knownBoundaries(startTs, endTs, calendar);
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

/** Boundaries of the last reads: a command reads many series of the same range. */
const MAX_KNOWN = 32;
/** range and calendar as text → its boundaries */
const known = new Map<string, number[]>();

function knownBoundaries(startTs: number, endTs: number, calendar: Calendar): number[] {
  const name = `${startTs} ${endTs} ${calendar.interval} ${calendar.zone}`;
  let boundaries = known.get(name);
  if (!boundaries) {
    boundaries = boundariesOf(startTs, endTs, calendar);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, boundaries);
  }
  return boundaries;
}

/** @throws RangeError for a zone that does not exist, and for too many buckets */
function boundariesOf(startTs: number, endTs: number, { interval, zone }: Calendar): number[] {
  const boundaries = [startTs];
  const clock = zoneClock(zone);
  for (let last = startTs; last < endTs; ) {
    last = Math.min(endTs, nextCalendarStart(clock, interval, last));
    boundaries.push(last);
    if (boundaries.length > MAX_CALENDAR_BUCKETS) {
      throw new RangeError(`more than ${MAX_CALENDAR_BUCKETS} intervals are too many`);
    }
  }
  return boundaries;
}

/** How many buckets of a calendar there are in a range, at most `most` + 1. */
export function countCalendarBuckets(startTs: number, endTs: number, calendar: Calendar, most: number): number {
  // Without walking through centuries.
  const atLeast = Math.floor((endTs - startTs) / (1.1 * CALENDAR_LENGTH[calendar.interval]));
  if (atLeast > most) return most + 1;
  return knownBoundaries(startTs, endTs, calendar).length - 1;
}
