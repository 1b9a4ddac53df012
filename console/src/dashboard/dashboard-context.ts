import { createContext, useContext } from 'react';
import type { TimeWindow } from '../time-window/model.ts';
import type { ActionDescriptor, DataEntity } from '../widgets/model.ts';
import type { KeyFilter } from '../widgets/runtime/entity-query.ts';
import type { ScriptHome } from '../widgets/sandbox/scripts.ts';
import type { WidgetEnvironment } from '../widgets/use-widget-data.ts';
import type { AliasInfo } from './aliases.ts';

/** What the widgets of the open dashboard work with. */
export interface DashboardInUse {
  timeWindow: TimeWindow;
  /** Shows a stretch of time as history in all widgets that follow the dashboard; epoch ms. */
  zoom: (start: number, end: number) => void;
  resetZoom: () => void;
  /** Undefined when there is no alias with this id. */
  alias: (id: string) => AliasInfo | undefined;
  /** The same by the name that people gave it: settings of widgets name aliases so. */
  aliasNamed: (name: string) => AliasInfo | undefined;
  keyFilters: (filterId: string | null | undefined) => readonly KeyFilter[];
  runAction: (action: ActionDescriptor, entity: DataEntity | null) => void;
  environment: WidgetEnvironment;
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
