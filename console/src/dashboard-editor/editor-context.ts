import { createContext, useContext } from 'react';
import type { LayoutPlace } from '../dashboard/configuration.ts';
import type { DashboardViewProps } from '../dashboard/dashboard-props.ts';
import type { EditedDashboardState, EditorMenu, EditorPanel, WidgetSelection } from './editor-types.ts';
import type { DashboardEdits } from './use-dashboard-edits.ts';

/** What the parts of the editor work with. */
export interface DashboardEditing {
  dashboardId: string;
  edited: EditedDashboardState;
  edits: DashboardEdits;
  selection: WidgetSelection | undefined;
  select: (place: LayoutPlace, ids: Iterable<string>) => void;
  panel: EditorPanel | undefined;
  setPanel: (panel: EditorPanel | undefined) => void;
  setMenu: (menu: EditorMenu) => void;
  /** The layout that was worked in last: what is added or pasted by keys goes there. */
  lastPlace: { current: LayoutPlace | undefined };
  /** A layout of another state is on the screen now: what was selected, or edited, in the one before is no more. */
  showsState: (place: LayoutPlace) => void;
  /** The widget that was added last, until it is in sight. */
  lastAdded: { current: string | undefined };
  /** What a field of the panel says is wrong, and not among the changes. */
  isFieldWrong: boolean;
  setFieldWrong: (isWrong: boolean) => void;
  isSaving: boolean;
  openAliases: () => void;
  openFilters: () => void;
  save: () => void;
  compare: () => void;
  leave: () => void;
}

/** What a view shows of a dashboard that is edited. */
export interface ShownEdit extends Required<Pick<DashboardViewProps, 'dashboard' | 'configuration' | 'parts'>> {
  editing: DashboardEditing;
}

export const EditingContext = createContext<DashboardEditing | null>(null);

export function useDashboardEditing(): DashboardEditing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error('Parts of the editor belong into a dashboard editor');
  return editing;
}
