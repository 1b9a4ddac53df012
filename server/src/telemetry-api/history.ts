import { isCalendarInterval } from '@signalbox/contract/calendar-interval';
import { type CalendarInterval, INTERVAL_TYPES } from '@signalbox/contract/interval-type';
import { type AggregationName, DEFAULT_POINT_LIMIT, MAX_AGGREGATION_INTERVALS } from '@signalbox/contract/telemetry';
import { isTimeZone } from '@signalbox/contract/time-zone';
import { badRequest } from '../http/errors.ts';
import { countCalendarBuckets } from '../telemetry/buckets.ts';
import type { SeriesQuery } from '../telemetry/series-store.ts';

/** A read of history as clients ask for it, over REST or a socket. */
export interface HistoryRequest {
  keys: readonly string[];
  /** epoch ms, inclusive */
  startTs: number;
  /** epoch ms, exclusive */
  endTs: number;
  /** Bucket width in ms; 0 or absent: no aggregation. */
  interval?: number | null | undefined;
  /** Maximum number of points per key without aggregation; 100 when 0 or absent. */
  limit?: number | null | undefined;
  aggregation?: AggregationName | null | undefined;
  order?: 'ASC' | 'DESC' | undefined;
  /** One of INTERVAL_TYPES; those of the calendar take the place of `interval`. */
  intervalType?: string | null | undefined;
  /** IANA zone of the calendar; UTC when absent. */
  timeZone?: string | null | undefined;
  /** The same under the name of later releases. */
  timeZoneId?: string | null | undefined;
  /** IANA zone; without `intervalType`, buckets of whole days, weeks, months and years follow its calendar. */
  timezone?: string | null | undefined;
}

const DAY = 86_400_000;
/** Maximum number of points per reply, of all keys and entities together. */
const MAX_POINTS = 1_000_000;
/** Reads of one reply that run at the same time. */
const READS_AT_ONCE = 8;
/** The shortest bucket the number of intervals is counted with, ms. */
const MIN_COUNTED_INTERVAL = 1000;
/** Calendars are reckoned from 1 to 9999 AD, epoch ms. */
const FIRST_OF_CALENDAR = -62_135_596_800_000;
const LAST_OF_CALENDAR = 253_402_300_799_999;

/**
 * The reads of a request, one a key.
 * @throws ApiError 400 / 31 when there would be more than 700 buckets, or a number is invalid
 */
export function historyQueries(request: HistoryRequest): SeriesQuery[] {
  const { startTs, endTs } = request;
  const interval = request.interval ?? 0;
  const limit = request.limit || DEFAULT_POINT_LIMIT;
  if (interval < 0) throw badRequest(`Incorrect interval '${interval}'. It must not be negative.`);
  if (limit < 0) throw badRequest(`Incorrect limit '${limit}'. It must be greater than zero.`);
  const calendar = calendarOf(interval, request);
  const aggregation = interval === 0 && !calendar ? 'NONE' : (request.aggregation ?? 'NONE');
  if (aggregation !== 'NONE') requireFewIntervals(startTs, endTs, interval, calendar);
  return [...new Set(request.keys)].map((key) => ({
    key,
    startTs,
    endTs,
    aggregation,
    interval,
    ...(calendar && aggregation !== 'NONE' ? { calendar } : {}),
    limit,
    order: request.order ?? 'DESC',
  }));
}

/** Counts the points of a reply, so that none becomes larger than memory allows. */
export function createPointBudget() {
  let left = MAX_POINTS;
  return {
    /** A read that finds at most one point more than there is room for. */
    within<Q extends SeriesQuery>(query: Q): Q {
      return query.limit > left + 1 ? { ...query, limit: left + 1 } : query;
    },
    /** @throws ApiError 400 / 31 when these points are too many */
    take(points: readonly unknown[]): void {
      left -= points.length;
      if (left < 0) {
        throw badRequest(
          `The answer would hold more than ${MAX_POINTS} points. Please ask for fewer keys, a shorter range of time or a smaller limit.`,
        );
      }
    },
  };
}

/** How many reads like these may run at the same time: fewer when each may find very many points. */
export function readsAtOnce(queries: readonly SeriesQuery[]): number {
  const [query] = queries;
  if (!query) return READS_AT_ONCE;
  return Math.min(READS_AT_ONCE, Math.max(1, Math.floor(MAX_POINTS / mostPointsOf(query))));
}

/** Without an aggregation as many as the limit allows, else one an interval; those of a calendar are few. */
function mostPointsOf({ aggregation, limit, calendar, startTs, endTs, interval }: SeriesQuery): number {
  if (aggregation === 'NONE') return limit;
  return calendar ? MAX_AGGREGATION_INTERVALS : Math.ceil((endTs - startTs) / interval);
}

type Calendar = NonNullable<SeriesQuery['calendar']>;

function requireFewIntervals(startTs: number, endTs: number, interval: number, calendar: Calendar | undefined): void {
  if (endTs < startTs) throw badRequest(`Incorrect time range: endTs ${endTs} is before startTs ${startTs}.`);
  const count = calendar
    ? calendarIntervals(startTs, endTs, calendar)
    : Math.trunc((endTs - startTs) / Math.max(interval, MIN_COUNTED_INTERVAL));
  if (count > MAX_AGGREGATION_INTERVALS) {
    const what = calendar ? `choose a longer 'intervalType'` : `increase 'interval' parameter`;
    throw badRequest(
      `Incorrect TsKvQuery. Number of intervals is to high - ${count}. Please ${what} for your query or reduce the time range of the query.`,
    );
  }
}

function calendarIntervals(startTs: number, endTs: number, calendar: Calendar): number {
  for (const [name, ts] of [
    ['startTs', startTs],
    ['endTs', endTs],
  ] as const) {
    if (!(ts >= FIRST_OF_CALENDAR && ts <= LAST_OF_CALENDAR)) {
      throw badRequest(`Incorrect ${name} '${ts}'. Calendars reach from the year 1 to 9999.`);
    }
  }
  return countCalendarBuckets(startTs, endTs, calendar, MAX_AGGREGATION_INTERVALS);
}

/** Buckets of the calendar of a zone; undefined for plain intervals. */
function calendarOf(interval: number, request: HistoryRequest): Calendar | undefined {
  const { intervalType, timezone } = request;
  const zone = request.timeZone || request.timeZoneId || timezone;
  if (zone && !isTimeZone(zone)) {
    throw badRequest(`Incorrect timeZone '${zone.slice(0, 64)}'. There is no such time zone.`);
  }
  if (isCalendarInterval(intervalType)) return { zone: zone || 'UTC', interval: intervalType };
  if (intervalType && intervalType !== 'MILLISECONDS') {
    throw badRequest(
      `Unsupported intervalType '${intervalType.slice(0, 64)}'! Only ${INTERVAL_TYPES.join(', ')} are allowed.`,
    );
  }
  const usual = intervalType || !timezone ? undefined : calendarIntervalOf(interval);
  return usual && zone ? { zone, interval: usual } : undefined;
}

/** What the calendar has of such a length, in ms. */
function calendarIntervalOf(interval: number): CalendarInterval | undefined {
  if (interval === DAY) return 'DAY';
  if (interval === 7 * DAY) return 'WEEK_ISO';
  if (interval >= 28 * DAY && interval <= 31 * DAY) return 'MONTH';
  if (interval === 365 * DAY || interval === 366 * DAY) return 'YEAR';
  return undefined;
}
