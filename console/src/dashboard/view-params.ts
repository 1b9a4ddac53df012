import { useCallback, useState } from 'react';
import { useAddress } from '../app/use-address.ts';
import { completeTimeWindow, type TimeWindow } from '../time-window/model.ts';
import type { DashboardFilter } from './configuration.ts';
import { userPredicates, withUserValue } from './key-filters.ts';
import { TIME_WINDOW } from './shapes.ts';
import { isMembers, sound } from './sound.ts';

/** Where a view keeps what its viewer chose: state, time window, entities, filter values; all of it as address text. */
export interface ViewParams {
  params: URLSearchParams;
  change: (edit: (params: URLSearchParams) => void, replace?: boolean) => void;
}

/**
 * The parameters of the address bar; or, for a dashboard that is shown inside another one, parameters of its own that
 * begin as `own` says.
 */
export function useViewParams(own: string | undefined): ViewParams {
  const [address, setAddress] = useAddress();
  const [local, setLocal] = useState(() => new URLSearchParams(own));
  const isLocal = own !== undefined;
  const change = useCallback<ViewParams['change']>(
    (edit, replace = false) => {
      const edited = (now: URLSearchParams) => {
        const next = new URLSearchParams(now);
        edit(next);
        return next;
      };
      if (isLocal) setLocal(edited);
      else setAddress(edited, { replace });
    },
    [isLocal, setAddress],
  );
  return { params: isLocal ? local : address, change };
}

/** An entity that the viewer picked for an alias. */
export interface PickedEntity {
  entityType: string;
  id: string;
}

const PICKED = 'entity.';
const FILTER = 'filter.';

/** The picked entities by alias id; an entry other than `TYPE:id` is ignored. */
export function pickedEntities(params: URLSearchParams): Record<string, PickedEntity> {
  const picked: Record<string, PickedEntity> = {};
  for (const [name, text] of params) {
    const [, entityType, id] = /^([A-Z_]+):([0-9a-f-]{36})$/.exec(text) ?? [];
    if (name.startsWith(PICKED) && entityType && id) picked[name.slice(PICKED.length)] = { entityType, id };
  }
  return picked;
}

/** Sets the entity that the viewer picked for an alias. */
export function setPickedEntity(params: URLSearchParams, aliasId: string, entity: PickedEntity): void {
  params.set(PICKED + aliasId, `${entity.entityType}:${entity.id}`);
}

/** Lets aliases stand for what they find again. */
export function clearPickedEntities(params: URLSearchParams, aliasIds: readonly string[]): void {
  for (const id of aliasIds) params.delete(PICKED + id);
}

/** Name of the parameter for one predicate of a filter. */
function predicateParam(filterId: string, path: readonly number[]): string {
  return `${FILTER}${filterId}.${path.join('.')}`;
}

/** The filters with the viewer's values. Values of predicates that are not there, or may not be changed, do not count. */
export function filtersInUse(
  filters: Readonly<Record<string, DashboardFilter>>,
  params: URLSearchParams,
): Readonly<Record<string, DashboardFilter>> {
  let changed = filters;
  for (const predicate of userPredicates(filters)) {
    const text = params.get(predicateParam(predicate.filterId, predicate.path));
    const filter = changed[predicate.filterId];
    if (text === null || !filter) continue;
    const value = userValue(predicate.valueType, text);
    if (value !== undefined) changed = { ...changed, [filter.id]: withUserValue(filter, predicate.path, value) };
  }
  return changed;
}

function userValue(valueType: string, text: string): unknown {
  if (valueType === 'STRING') return text;
  if (valueType === 'BOOLEAN') return text === 'true' ? true : text === 'false' ? false : undefined;
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : undefined;
}

/** Sets the viewer's value for one predicate. */
export function setFilterValue(
  params: URLSearchParams,
  filterId: string,
  path: readonly number[],
  value: unknown,
): void {
  params.set(predicateParam(filterId, path), String(value));
}

/** Whether the viewer changed any filter. */
export function hasFilterValues(params: URLSearchParams): boolean {
  return [...params.keys()].some((name) => name.startsWith(FILTER));
}

export function clearFilterValues(params: URLSearchParams): void {
  for (const name of [...params.keys()]) if (name.startsWith(FILTER)) params.delete(name);
}

/** The time window that the viewer chose, over the one that is stored. */
export function timeWindowInUse(
  timewindow: TimeWindow | null | undefined,
  text: string | null,
  maxDatapoints: number,
): TimeWindow {
  const stored = completeTimeWindow(timewindow, Date.now(), maxDatapoints);
  if (!text) return stored;
  try {
    const chosen: unknown = JSON.parse(text);
    if (isMembers(chosen) && sound(chosen, TIME_WINDOW) === chosen) {
      return completeTimeWindow({ ...stored, ...chosen }, Date.now(), maxDatapoints);
    }
  } catch {
    // Not JSON.
  }
  // An unreadable parameter falls back to the stored window.
  return stored;
}

/** The parameter for the time window of a dashboard, or of a widget that has its own. */
export function timeWindowParam(widgetId?: string): string {
  return widgetId === undefined ? 'timeWindow' : `timeWindow.${widgetId}`;
}

/** Sets the viewer's time window; null: the stored one again. */
export function setTimeWindow(params: URLSearchParams, window: TimeWindow | null, widgetId?: string): void {
  const name = timeWindowParam(widgetId);
  if (window) params.set(name, timeWindowText(window));
  else params.delete(name);
}

function timeWindowText({ selectedTab, realtime, history, aggregation, timezone }: TimeWindow): string {
  const section = selectedTab === 0 ? { realtime } : { history };
  return JSON.stringify({ selectedTab, ...section, aggregation, timezone });
}

/** The times that charts are zoomed to, by the names of their parameters. */
export type Zooms = Map<string, { before: string | null; text: string }>;

/** Sets the time of a stretch that was selected in a chart, and remembers what was chosen before the first of them. */
export function zoom(view: ViewParams, zooms: Zooms, window: TimeWindow, widgetId?: string): void {
  const name = timeWindowParam(widgetId);
  const now = view.params.get(name);
  const last = zooms.get(name);
  const text = timeWindowText(window);
  // Another time than the last zoom has been chosen meanwhile: that is the one to come back to.
  zooms.set(name, { before: last?.text === now ? last.before : now, text });
  view.change((params) => params.set(name, text));
}

/** Back to the time before the zooms, if what is shown is one of them. */
export function resetZoom(view: ViewParams, zooms: Zooms, widgetId?: string): void {
  const name = timeWindowParam(widgetId);
  const last = zooms.get(name);
  if (!last) return;
  zooms.delete(name);
  const { before, text } = last;
  if (view.params.get(name) !== text) return;
  view.change((params) => (before === null ? params.delete(name) : params.set(name, before)));
}
