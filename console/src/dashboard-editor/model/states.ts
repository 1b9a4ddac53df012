import type { DashboardConfiguration, DashboardState, Layout } from '../../dashboard/configuration.ts';
import { DEFAULT_GRID } from '../../dashboard/upgrade.ts';
import type { Widget } from '../../widgets/model.ts';
import {
  columnsOf,
  type EditedDashboard,
  layoutCount,
  withConfiguration,
  withState,
  withStates,
} from './edited-dashboard.ts';
import { rescaled } from './placing.ts';

type States = DashboardConfiguration['states'];

/** The id that a state gets by its name: lower case, what is no letter or digit becomes `_`. */
export function stateIdOf(name: string): string {
  return name.trim().toLowerCase().replace(/\W/g, '_');
}

/** What is wrong with the name or the id of a state, without the blanks around them; `id`: of one that is changed. */
export function stateProblems(
  states: States,
  next: { name: string; id: string },
  id?: string,
): { name?: 'missing'; id?: 'missing' | 'taken' } {
  const nextId = next.id.trim();
  return {
    ...(next.name.trim() === '' ? { name: 'missing' as const } : {}),
    ...(nextId === ''
      ? { id: 'missing' as const }
      : nextId !== id && Object.hasOwn(states, nextId)
        ? { id: 'taken' as const }
        : {}),
  };
}

export function addState(dashboard: EditedDashboard, id: string, name: string): EditedDashboard {
  const isFirst = Object.keys(dashboard.configuration.states).length === 0;
  return withState(dashboard, id, {
    name,
    root: isFirst,
    layouts: { main: { widgets: {}, gridSettings: { ...DEFAULT_GRID } } },
  });
}

/** Another name or id of a state, in its place among the others; with another id, actions that lead to it follow. */
export function renameState(
  dashboard: EditedDashboard,
  id: string,
  next: { id: string; name: string },
): EditedDashboard {
  const { states, widgets } = dashboard.configuration;
  const renamed = Object.fromEntries(
    Object.entries(states).map(([key, state]) =>
      key === id ? [next.id, { ...state, name: next.name }] : [key, state],
    ),
  );
  if (next.id === id) return withConfiguration(dashboard, { states: renamed });
  const led = Object.fromEntries(
    Object.entries(widgets).map(([key, widget]) => [key, withTargetState(widget, id, next.id)]),
  );
  return withConfiguration(dashboard, { states: renamed, widgets: led });
}

function withTargetState(widget: Widget, from: string, to: string): Widget {
  const { actions } = widget.config;
  const leads = Object.values(actions ?? {}).some((list) =>
    list.some(({ type, targetDashboardStateId }) => type !== 'openDashboard' && targetDashboardStateId === from),
  );
  if (!actions || !leads) return widget;
  const changed = Object.fromEntries(
    Object.entries(actions).map(([source, list]) => [
      source,
      list.map((action) =>
        action.type !== 'openDashboard' && action.targetDashboardStateId === from
          ? { ...action, targetDashboardStateId: to }
          : action,
      ),
    ]),
  );
  return { ...widget, config: { ...widget.config, actions: changed } };
}

/** Makes a state the one that the dashboard opens with. */
export function setRoot(dashboard: EditedDashboard, id: string): EditedDashboard {
  const states = Object.fromEntries(
    Object.entries(dashboard.configuration.states).map(([key, state]) => [
      key,
      state.root === (key === id) ? state : { ...state, root: key === id },
    ]),
  );
  return withConfiguration(dashboard, { states });
}

/** Takes a state away, with the widgets that stand nowhere else. The root stays. */
export function removeState(dashboard: EditedDashboard, id: string): EditedDashboard {
  const { [id]: state, ...others } = dashboard.configuration.states;
  return state && !state.root ? withStates(dashboard, others) : dashboard;
}

/** A state with its widgets, to be added to this or another dashboard; the widgets become new ones. */
export function copyState(
  states: States,
  state: DashboardState,
  widgets: Readonly<Record<string, Widget>>,
  newId: () => string = () => crypto.randomUUID(),
): { id: string; state: DashboardState; widgets: Record<string, Widget> } {
  let name = state.name;
  for (let count = 2; Object.values(states).some((other) => other.name === name); count++)
    name = `${state.name} ${count}`;
  const wanted = stateIdOf(name) || 'state';
  let id = wanted;
  for (let count = 2; Object.hasOwn(states, id); count++) id = `${wanted}_${count}`;
  const made: Record<string, Widget> = {};
  const again = new Map<string, string>();
  const copied = (layout: Layout | undefined): Layout | undefined =>
    layout && {
      ...layout,
      widgets: Object.fromEntries(
        Object.entries(layout.widgets).flatMap(([key, item]) => {
          const widget = widgets[key];
          if (!widget) return [];
          // A widget that stands in both layouts stays one.
          const copy = again.get(key) ?? newId();
          again.set(key, copy);
          made[copy] = { ...widget, id: copy };
          return [[copy, item]];
        }),
      ),
    };
  const main = copied(state.layouts.main);
  const right = copied(state.layouts.right);
  const layouts = { ...(main ? { main } : {}), ...(right ? { right } : {}) };
  return { id, state: { ...state, name, root: false, layouts }, widgets: made };
}

/** Adds a copy of a state of this dashboard. */
export function duplicateState(dashboard: EditedDashboard, id: string): { dashboard: EditedDashboard; id: string } {
  const { states, widgets } = dashboard.configuration;
  const state = states[id];
  if (!state) return { dashboard, id };
  const copy = copyState(states, state, widgets);
  const withWidgets = withConfiguration(dashboard, { widgets: { ...widgets, ...copy.widgets } });
  return { dashboard: withState(withWidgets, copy.id, copy.state), id: copy.id };
}

/**
 * Gives a state a layout on the right, or takes it away with the widgets that stand nowhere else. The columns of both
 * share the width: two layouts have half of them each.
 */
export function setRightLayout(dashboard: EditedDashboard, id: string, isThere: boolean): EditedDashboard {
  const state = dashboard.configuration.states[id];
  if (!state || (layoutCount(state) === 2) === isThere) return dashboard;
  const { main = { widgets: {}, gridSettings: { ...DEFAULT_GRID } }, right: _right, ...others } = state.layouts;
  const columns = columnsOf(main.gridSettings);
  const share = isThere ? Math.max(10, Math.round(columns / 2)) : Math.min(1000, columns * 2);
  const layouts = {
    ...others,
    main: rescaled(main, share),
    ...(isThere ? { right: { widgets: {}, gridSettings: { ...DEFAULT_GRID, columns: share } } } : {}),
  };
  return withStates(dashboard, { ...dashboard.configuration.states, [id]: { ...state, layouts } });
}
