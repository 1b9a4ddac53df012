import type { DashboardConfiguration, Layout } from '../../dashboard/configuration.ts';
import { isSameJson } from '../../editing/merge-json.ts';
import type { EditedDashboard } from './edited-dashboard.ts';

/** Of what there are many, and each has a name. */
export type NamedPart = 'widget' | 'place' | 'state' | 'grid' | 'alias' | 'filter';
/** Of what there is one. */
export type WholePart = 'title' | 'settings' | 'timewindow' | 'other';

/** One thing that is different; `before` and `after` are JSON values, absent of what was not there. */
export type DashboardChange = { before?: unknown; after?: unknown } & (
  | {
      kind: 'added' | 'removed' | 'changed';
      part: NamedPart;
      /** For people: title of a widget, name of a state, alias or filter. */
      name: string;
    }
  | { kind: 'changed'; part: WholePart }
);

const widgetName = (configuration: DashboardConfiguration, id: string): string => {
  const widget = configuration.widgets[id];
  return widget?.config.title || widget?.title || widget?.typeAlias || id;
};

/** Members of two maps, by id. */
function compareMaps<Value>(
  part: NamedPart,
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
  nameOf: (value: Value, id: string) => string,
): DashboardChange[] {
  if (before === after) return [];
  const changes: DashboardChange[] = [];
  for (const [id, now] of Object.entries(after)) {
    const old = before[id];
    if (old === undefined) changes.push({ kind: 'added', part, name: nameOf(now, id), after: now });
    else if (!isSameJson(old, now))
      changes.push({ kind: 'changed', part, name: nameOf(now, id), before: old, after: now });
  }
  for (const [id, old] of Object.entries(before)) {
    if (after[id] === undefined) changes.push({ kind: 'removed', part, name: nameOf(old, id), before: old });
  }
  return changes;
}

function compareLayouts(before: EditedDashboard, after: EditedDashboard): DashboardChange[] {
  const changes: DashboardChange[] = [];
  const [old, now] = [before.configuration, after.configuration];
  for (const [id, state] of Object.entries(now.states)) {
    const was = old.states[id];
    if (!was || was === state) continue;
    for (const name of ['main', 'right'] as const) {
      const [oldLayout, newLayout]: (Layout | undefined)[] = [was.layouts[name], state.layouts[name]];
      if (oldLayout === newLayout) continue;
      const grids = [oldLayout?.gridSettings, newLayout?.gridSettings];
      if (!isSameJson(...(grids as [unknown, unknown])))
        changes.push({ kind: 'changed', part: 'grid', name: state.name, before: grids[0], after: grids[1] });
      changes.push(
        ...compareMaps('place', oldLayout?.widgets ?? {}, newLayout?.widgets ?? {}, (_, widget) =>
          widgetName(now.widgets[widget] ? now : old, widget),
        )
          // A widget that is new or gone is named as such.
          .filter((change) => change.kind === 'changed' || !isWidgetChange(change, old, now, oldLayout, newLayout)),
      );
    }
  }
  return changes;
}

/** Whether something stands in a layout, or no longer does, because the widget itself is new or gone. */
function isWidgetChange(
  change: DashboardChange,
  old: DashboardConfiguration,
  now: DashboardConfiguration,
  oldLayout: Layout | undefined,
  newLayout: Layout | undefined,
): boolean {
  const [layout, other] = change.kind === 'added' ? [newLayout, old.widgets] : [oldLayout, now.widgets];
  const item = change.kind === 'added' ? change.after : change.before;
  const id = Object.entries(layout?.widgets ?? {}).find(([, found]) => found === item)?.[0];
  return id !== undefined && other[id] === undefined;
}

/** What of a state is not its layouts. */
const nameAndRoot = (states: DashboardConfiguration['states']) =>
  Object.fromEntries(Object.entries(states).map(([id, { name, root }]) => [id, { name, root }]));

const MEMBERS = ['settings', 'timewindow'] as const;
const PARTS = new Set(['widgets', 'states', 'entityAliases', 'filters', ...MEMBERS]);

/** What makes `after` of `before`, for people to read before they save. */
export function dashboardChanges(before: EditedDashboard, after: EditedDashboard): DashboardChange[] {
  if (before === after) return [];
  const [old, now] = [before.configuration, after.configuration];
  const changes: DashboardChange[] = [];
  if (before.title !== after.title)
    changes.push({ kind: 'changed', part: 'title', before: before.title, after: after.title });
  if (old === now) return changes;
  for (const part of MEMBERS) {
    if (!isSameJson(old[part], now[part])) changes.push({ kind: 'changed', part, before: old[part], after: now[part] });
  }
  const rest = (configuration: DashboardConfiguration) =>
    Object.fromEntries(Object.entries(configuration).filter(([name]) => !PARTS.has(name)));
  if (!isSameJson(rest(old), rest(now)))
    changes.push({ kind: 'changed', part: 'other', before: rest(old), after: rest(now) });
  return [
    ...changes,
    ...compareMaps('state', nameAndRoot(old.states), nameAndRoot(now.states), ({ name }) => name),
    ...compareMaps('widget', old.widgets, now.widgets, (_, id) => widgetName(now.widgets[id] ? now : old, id)),
    ...compareLayouts(before, after),
    ...compareMaps('alias', old.entityAliases, now.entityAliases, ({ alias }) => alias),
    ...compareMaps('filter', old.filters, now.filters, ({ filter }) => filter),
  ];
}
