import type {
  DashboardConfiguration,
  DashboardState,
  GridSettings,
  Layout,
  LayoutItem,
  LayoutPlace,
} from '../../dashboard/configuration.ts';
import type { Widget } from '../../widgets/model.ts';

/** What is edited of a dashboard. It is never changed: each edit makes another one, which shares what stayed the same. */
export interface EditedDashboard {
  title: string;
  configuration: DashboardConfiguration;
}

export function layoutAt({ configuration }: EditedDashboard, place: LayoutPlace): Layout | undefined {
  return configuration.states[place.state]?.layouts[place.layout];
}

/** Another configuration. */
export function withConfiguration(
  dashboard: EditedDashboard,
  members: Partial<DashboardConfiguration>,
): EditedDashboard {
  return { ...dashboard, configuration: { ...dashboard.configuration, ...members } };
}

export function withState(dashboard: EditedDashboard, id: string, state: DashboardState): EditedDashboard {
  return withConfiguration(dashboard, { states: { ...dashboard.configuration.states, [id]: state } });
}

export function withLayout(dashboard: EditedDashboard, place: LayoutPlace, layout: Layout): EditedDashboard {
  const state = dashboard.configuration.states[place.state];
  if (!state) return dashboard;
  return withState(dashboard, place.state, { ...state, layouts: { ...state.layouts, [place.layout]: layout } });
}

/** Puts widgets of a layout elsewhere in it, by id. */
export function withItems(
  dashboard: EditedDashboard,
  place: LayoutPlace,
  items: Readonly<Record<string, LayoutItem>>,
): EditedDashboard {
  const layout = layoutAt(dashboard, place);
  return layout ? withLayout(dashboard, place, { ...layout, widgets: { ...layout.widgets, ...items } }) : dashboard;
}

export function withWidget(dashboard: EditedDashboard, widget: Widget): EditedDashboard {
  return withConfiguration(dashboard, { widgets: { ...dashboard.configuration.widgets, [widget.id]: widget } });
}

/** Adds a widget to a layout. */
export function addWidget(
  dashboard: EditedDashboard,
  place: LayoutPlace,
  widget: Widget,
  item: LayoutItem,
): EditedDashboard {
  return withItems(withWidget(dashboard, widget), place, { [widget.id]: item });
}

/** Ids of the widgets that stand in any layout. */
function placedIds(states: DashboardConfiguration['states']): Set<string> {
  const ids = new Set<string>();
  for (const { layouts } of Object.values(states)) {
    for (const layout of [layouts.main, layouts.right])
      for (const id of Object.keys(layout?.widgets ?? {})) ids.add(id);
  }
  return ids;
}

/** The dashboard with other states: widgets that stand nowhere any more are gone. */
export function withStates(dashboard: EditedDashboard, states: DashboardConfiguration['states']): EditedDashboard {
  const [before, now] = [placedIds(dashboard.configuration.states), placedIds(states)];
  const widgets = Object.fromEntries(
    Object.entries(dashboard.configuration.widgets).filter(([id]) => now.has(id) || !before.has(id)),
  );
  return withConfiguration(dashboard, { states, widgets });
}

/** Takes widgets out of a layout; those that stand nowhere else are gone. */
export function removeWidgets(
  dashboard: EditedDashboard,
  place: LayoutPlace,
  ids: ReadonlySet<string>,
): EditedDashboard {
  const layout = layoutAt(dashboard, place);
  const state = dashboard.configuration.states[place.state];
  if (!layout || !state) return dashboard;
  const widgets = Object.fromEntries(Object.entries(layout.widgets).filter(([id]) => !ids.has(id)));
  const layouts = { ...state.layouts, [place.layout]: { ...layout, widgets } };
  return withStates(dashboard, { ...dashboard.configuration.states, [place.state]: { ...state, layouts } });
}

/** How many layouts a state has. */
export function layoutCount(state: DashboardState | undefined): number {
  return state?.layouts.right ? 2 : 1;
}

/** Cells across a layout. */
export function columnsOf(settings: GridSettings | undefined): number {
  const columns = Math.floor(Number(settings?.columns ?? 24));
  return Number.isFinite(columns) ? Math.min(1000, Math.max(1, columns)) : 24;
}
