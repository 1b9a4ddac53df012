import { type AggregationName, DEFAULT_POINT_LIMIT, MAX_AGGREGATION_INTERVALS } from '@signalbox/contract/telemetry';
import { badRequest } from '../http/errors.ts';
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
  /** IANA zone whose calendar buckets of whole days, weeks, months and years follow. */
  timezone?: string | null | undefined;
}

const DAY = 86_400_000;
/** Maximum number of points per reply, of all keys and entities together. */
const MAX_POINTS = 1_000_000;
/** Reads of one reply that run at the same time. */
const READS_AT_ONCE = 8;
/** The shortest bucket the number of intervals is counted with, ms. */
const MIN_COUNTED_INTERVAL = 1000;

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
  const aggregation = interval === 0 ? 'NONE' : (request.aggregation ?? 'NONE');
  if (aggregation !== 'NONE') requireFewIntervals(startTs, endTs, interval);
  const calendar = aggregation === 'NONE' ? undefined : calendarOf(interval, request.timezone);
  return [...new Set(request.keys)].map((key) => ({
    key,
    startTs,
    endTs,
    aggregation,
    interval,
    ...(calendar ? { calendar } : {}),
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
  if (query?.aggregation !== 'NONE') return READS_AT_ONCE;
  return Math.min(READS_AT_ONCE, Math.max(1, Math.floor(MAX_POINTS / query.limit)));
}

function requireFewIntervals(startTs: number, endTs: number, interval: number): void {
  const count = Math.trunc((endTs - startTs) / Math.max(interval, MIN_COUNTED_INTERVAL));
  if (count < 0) throw badRequest(`Incorrect time range: endTs ${endTs} is before startTs ${startTs}.`);
  if (count > MAX_AGGREGATION_INTERVALS) {
    throw badRequest(
      `Incorrect TsKvQuery. Number of intervals is to high - ${count}. Please increase 'interval' parameter for your query or reduce the time range of the query.`,
    );
  }
}

/** Buckets of calendar length in a zone; undefined for plain intervals. */
function calendarOf(interval: number, timezone: string | null | undefined): SeriesQuery['calendar'] {
  if (!timezone) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
  } catch {
    throw badRequest(`Unknown time zone '${timezone.slice(0, 64)}'.`);
  }
  if (interval === DAY) return { zone: timezone, unit: 'day' };
  if (interval === 7 * DAY) return { zone: timezone, unit: 'week' };
  if (interval >= 28 * DAY && interval <= 31 * DAY) return { zone: timezone, unit: 'month' };
  if (interval === 365 * DAY || interval === 366 * DAY) return { zone: timezone, unit: 'year' };
  return undefined;
}
