import type { LayoutPlace } from '../dashboard/configuration.ts';
import type { Edited } from '../editing/use-edited.ts';
import type { DashboardChange } from './model/differences.ts';
import type { EditedDashboard } from './model/edited-dashboard.ts';

export type EditedDashboardState = Edited<EditedDashboard, DashboardChange>;

/** Widgets of one layout that are selected. */
export interface WidgetSelection {
  place: LayoutPlace;
  ids: ReadonlySet<string>;
}

/** What stands beside the widgets. */
export type EditorPanel =
  | { widget: string; place: LayoutPlace }
  | { library: LayoutPlace; isFromData?: boolean }
  | { states: true }
  | { settings: true }
  | { versions: true };

/** A menu at a place of the window: of a widget, or of the layout at a cell. */
export interface EditorMenu {
  x: number;
  y: number;
  place: LayoutPlace;
  widget?: string | undefined;
  cell?: { col: number; row: number } | undefined;
}
