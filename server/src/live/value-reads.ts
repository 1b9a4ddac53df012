import { isCalendarInterval } from '@signalbox/contract/calendar-interval';
import type { EntityId } from '@signalbox/contract/id';
import type { EntityHistoryCommand, HistoryCommand } from '@signalbox/contract/live';
import { ALL_VALUES, type ValueRights } from '../access/value-rights.ts';
import { badRequest } from '../http/errors.ts';
import type { SeriesHistory, SeriesPoint, SeriesQuery } from '../telemetry/series-store.ts';
import { createPointBudget, historyQueries, readsAtOnce } from '../telemetry-api/history.ts';
import { toWireText } from '../values/wire-values.ts';
import type { TextAt } from './change-texts.ts';

/** How far back to search for the point before a window, ms. */
const PREVIOUS_POINT_REACH = 365 * 86_400_000;

/** Maximum number of reads per command, each of one key of one entity. */
const MAX_READS = 100_000;

/** How often values over intervals are read again because more has arrived meanwhile. */
export const MAX_REPEATED_READS = 3;

/**
 * Whether a history has values over intervals, of which one point more changes one that was there. Whether what arrived
 * while it was read is part of it, nobody can tell, so it is read again.
 */
export const isPutTogether = ({
  agg,
  interval,
  intervalType,
}: Pick<HistoryCommand, 'agg' | 'interval' | 'intervalType'>): boolean =>
  (agg || 'NONE') !== 'NONE' && (Boolean(interval) || isCalendarInterval(intervalType));

/** Runs `work` for every item in order, several at a time, until `isCancelled`. */
async function forEachConcurrently<T>(
  items: readonly T[],
  atOnce: number,
  isCancelled: () => boolean,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, async () => {
    for (let at = next++; at < items.length && !isCancelled(); at = next++) await work(items[at] as T);
  });
  await Promise.all(workers);
}

const asText = ({ ts, value }: SeriesPoint): TextAt => ({ ts, value: toWireText(value) });

/**
 * History of several entities: entity id → key → points as text. Keys without points have empty lists.
 * @param rights to the values; a key that may not be read gets an empty list
 * @param isCancelled true once no one waits for the answer: the rest then stays empty
 * @throws ApiError 400 for a range or interval that cannot be read, and for too many points
 */
export async function readHistory(
  history: SeriesHistory,
  entities: readonly EntityId[],
  request: Pick<
    EntityHistoryCommand,
    | 'keys'
    | 'startTs'
    | 'endTs'
    | 'interval'
    | 'intervalType'
    | 'timeZone'
    | 'timeZoneId'
    | 'timezone'
    | 'limit'
    | 'agg'
    | 'fetchLatestPreviousPoint'
  >,
  isCancelled: () => boolean,
  rights: ValueRights = ALL_VALUES,
): Promise<Map<string, Map<string, TextAt[]>>> {
  const queries = historyQueries({ ...request, aggregation: request.agg });
  if (entities.length * queries.length > MAX_READS) {
    throw badRequest(
      `The history of ${queries.length} keys of ${entities.length} entities is more than one command may ask for.`,
    );
  }
  const result = new Map(
    entities.map(({ id }) => [id, new Map(queries.map(({ key }) => [key, [] as TextAt[]]))] as const),
  );
  const reads = entities.flatMap((entity) =>
    queries.filter(({ key }) => rights.mayRead(entity, key)).map((query) => ({ entity, query })),
  );
  const budget = createPointBudget();
  await forEachConcurrently(reads, readsAtOnce(queries), isCancelled, async ({ entity, query }) => {
    const found = await history.read(entity, budget.within(query));
    budget.take(found);
    const points = found.map(asText);
    if (request.fetchLatestPreviousPoint) {
      const previous = await history.read(entity, previousPointQuery(query));
      points.push(...previous.map(asText));
      points.sort((a, b) => b.ts - a.ts);
    }
    result.get(entity.id)?.set(query.key, points);
  });
  return result;
}

/** The newest point before the window of a read. */
function previousPointQuery({ key, startTs }: SeriesQuery): SeriesQuery {
  return {
    key,
    startTs: startTs - PREVIOUS_POINT_REACH,
    endTs: startTs,
    aggregation: 'NONE',
    interval: 0,
    limit: 1,
    order: 'DESC',
  };
}
