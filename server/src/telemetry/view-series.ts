import type { ShownSeries, ViewDirectory, ViewsOf } from '../entities/view-directory.ts';
import type { TimedValues } from '../values/value.ts';
import type { SeriesHistory, SeriesQuery, SeriesStore } from './series-store.ts';
import type { TimeseriesWrite } from './telemetry-service.ts';

/**
 * How long a view keeps its own points, in seconds. Only its latest values are read, which stay: history is read from
 * the target.
 */
export const VIEW_TTL = 86_400;

/** Whether a latest value of the target is one of the view: its window begins after `startTs`. */
export const isShownAt = ({ startTs, endTs }: Pick<ShownSeries, 'startTs' | 'endTs'>, ts: number): boolean =>
  (startTs === 0 || ts > startTs) && (endTs === 0 || ts <= endTs);

/** The points of a write that a view shows. */
function shownPoints(view: ShownSeries, points: readonly TimedValues[]): TimedValues[] {
  const { keys } = view;
  const shown: TimedValues[] = [];
  for (const { ts, values } of points) {
    if (!isShownAt(view, ts)) continue;
    const some = keys ? values.filter(({ key }) => keys.has(key)) : values;
    if (some.length > 0) shown.push({ ts, values: some });
  }
  return shown;
}

/** What views of the entities that are written get of it. */
export function writesOfViews(writes: readonly TimeseriesWrite[], views: ViewsOf): TimeseriesWrite[] {
  const copies: TimeseriesWrite[] = [];
  for (const { tenantId, entityId, points } of writes) {
    for (const view of views.get(entityId.id) ?? []) {
      const shown = shownPoints(view, points);
      if (shown.length > 0) copies.push({ tenantId, entityId: view.view, points: shown, ttlSeconds: VIEW_TTL });
    }
  }
  return copies;
}

/** Reads the history of a view from its target, within its window and keys. */
export function createSeriesHistory(
  series: Pick<SeriesStore, 'read'>,
  views: Pick<ViewDirectory, 'find'>,
): SeriesHistory {
  return {
    async read(entityId, query, unstored) {
      const readOf = (id: string, own: SeriesQuery) => series.read(id, own, unstored?.(id, own.key));
      if (entityId.entityType !== 'ENTITY_VIEW') return readOf(entityId.id, query);
      const view = await views.find(entityId.id);
      if (!view || (view.keys && !view.keys.has(query.key))) return [];
      const startTs = Math.max(query.startTs, view.startTs);
      const endTs = view.endTs === 0 ? query.endTs : Math.min(query.endTs, view.endTs);
      if (endTs <= startTs) return [];
      const cut = view.endTs === 0 ? {} : { cutAt: view.endTs };
      return readOf(view.target.id, { ...query, startTs, endTs, ...cut });
    },
  };
}
