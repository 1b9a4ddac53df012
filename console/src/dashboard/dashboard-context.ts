import { createContext, useContext } from 'react';
import type { TimeWindow } from '../time-window/model.ts';
import type { ActionDescriptor, DataEntity, Widget } from '../widgets/model.ts';
import type { KeyFilter } from '../widgets/runtime/entity-query.ts';
import type { ScriptHome } from '../widgets/sandbox/scripts.ts';
import type { DashboardTime, WidgetEnvironment } from '../widgets/widget-type.ts';
import type { AliasInfo } from './aliases.ts';

/** What the widgets of the open dashboard work with. */
export interface DashboardInUse {
  timeWindow: TimeWindow;
  /** Of all widgets that follow the dashboard; null: the stored one again, or what a widget has put in its place. */
  setTimeWindow: (window: TimeWindow | null) => void;
  /** The same for widgets that set the time of the dashboard. */
  dashboardTime: DashboardTime;
  /** Of a widget that does not follow the dashboard. */
  ownTimeWindow: (widget: Widget) => TimeWindow;
  setOwnTimeWindow: (widget: Widget, window: TimeWindow | null) => void;
  /** Undefined when there is no alias with this id. */
  alias: (id: string) => AliasInfo | undefined;
  /** The same by the name that people gave it: settings of widgets name aliases so. */
  aliasNamed: (name: string) => AliasInfo | undefined;
  keyFilters: (filterId: string | null | undefined) => readonly KeyFilter[];
  runAction: (action: ActionDescriptor, entity: DataEntity | null) => void;
  /** How often `lookAgain` was called: finds the entities of all widgets again. */
  revision: number;
  lookAgain: () => void;
  /** Undefined until the clock of the server is known. */
  environment: WidgetEnvironment | undefined;
  maxDatapoints: number;
  /** Where the scripts of its widgets run. */
  scriptHome: ScriptHome;
  isMobile: boolean;
}

export const DashboardContext = createContext<DashboardInUse | null>(null);

export function useDashboard(): DashboardInUse {
  const dashboard = useContext(DashboardContext);
  if (!dashboard) throw new Error('Widgets belong on a dashboard');
  return dashboard;
}
