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
  /** Most points of a key without aggregation; 100 when 0 or absent. */
  limit?: number | null | undefined;
  aggregation?: AggregationName | null | undefined;
  order?: 'ASC' | 'DESC' | undefined;
  /** IANA zone whose calendar buckets of whole days, weeks, months and years follow. */
  timezone?: string | null | undefined;
}

const DAY = 86_400_000;
/** The shortest bucket the number of intervals is counted with, ms. */
const MIN_COUNTED_INTERVAL = 1000;

/**
 * The reads of a request, one a key.
 * @throws ApiError 400 / 31 when there would be more than 700 buckets, or a number makes no sense
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
