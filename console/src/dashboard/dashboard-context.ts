import { createContext, useContext } from 'react';
import type { TimeWindow } from '../time-window/model.ts';
import type { ActionOrigin } from '../widgets/actions.ts';
import type { ActionDescriptor, DataEntity, Widget } from '../widgets/model.ts';
import type { KeyFilter } from '../widgets/runtime/entity-query.ts';
import type { ScriptHome } from '../widgets/sandbox/scripts.ts';
import type { DashboardTime, WidgetEnvironment } from '../widgets/widget-type.ts';
import type { AliasInfo } from './aliases.ts';
import type { DashboardFilter, EntityAlias } from './configuration.ts';
import type { StateParams, StateStep } from './states.ts';
import type { Replaceable } from './use-replaced.ts';
import type { PickedEntity } from './view-params.ts';

/** Where the dashboard is among its states, and how to go elsewhere. */
export interface StateControl {
  steps: readonly StateStep[];
  /** Name of each state by its id. */
  names: Readonly<Record<string, string>>;
  open: (id: string, params: StateParams, right: boolean) => void;
  /** Null: the state stays, with other parameters. */
  update: (id: string | null, params: StateParams, right: boolean) => void;
  /** Back to a step that was taken, from 0. */
  goTo: (index: number) => void;
  /** Opens a state over the dashboard instead of in its place. */
  openOver: (action: ActionDescriptor, id: string, params: StateParams) => void;
}

/** What the widgets of the open dashboard work with. */
export interface DashboardInUse {
  timeWindow: TimeWindow;
  /** Of all widgets that follow the dashboard; null: the stored one again. */
  setTimeWindow: (window: TimeWindow | null) => void;
  /** The same for widgets that set the time of the dashboard. */
  dashboardTime: DashboardTime;
  /** Of a widget that does not follow the dashboard. */
  ownTimeWindow: (widget: Widget) => TimeWindow;
  setOwnTimeWindow: (widget: Widget, window: TimeWindow | null) => void;
  /** Sets the time of a stretch that somebody selected, of the dashboard or of a widget that does not follow it. */
  zoom: (window: TimeWindow, widget?: Widget) => void;
  /** Back to the time before all zooms; nothing when none is shown. */
  resetZoom: (widget?: Widget) => void;
  /** Undefined when there is no alias with this id. */
  alias: (id: string) => AliasInfo | undefined;
  /** The same by the name that people gave it: settings of widgets name aliases so. */
  aliasNamed: (name: string) => AliasInfo | undefined;
  /** Has an alias stand for one of the entities that it finds. */
  pick: (aliasId: string, entity: PickedEntity) => void;
  keyFilters: (filterId: string | null | undefined) => readonly KeyFilter[];
  /** By their ids, with what the viewer has set. */
  filters: Readonly<Record<string, DashboardFilter>>;
  /** Sets values of predicates that viewers may change. */
  setFilterValues: (filterId: string, values: readonly { path: readonly number[]; value: unknown }[]) => void;
  /** Aliases by their ids, as they are configured. */
  entityAliases: Readonly<Record<string, EntityAlias>>;
  /** Puts other aliases or filters in place of those of the dashboard, in this view only. */
  replace: (parts: Partial<Replaceable>) => void;
  about: { id: string; title: string };
  states: StateControl;
  /** The dashboard that a popover with this one stands over. */
  parent?: DashboardInUse | undefined;
  /** `params`: what functions of the action get as `additionalParams`. */
  runAction: (action: ActionDescriptor, entity: DataEntity | null, origin: ActionOrigin, params?: object) => void;
  /** How often `lookAgain` was called: finds the entities of all widgets again. */
  revision: number;
  lookAgain: () => void;
  /** Undefined until the clock of the server is known. */
  environment: WidgetEnvironment | undefined;
  maxDatapoints: number;
  /** Where the scripts of its widgets run. */
  scriptHome: ScriptHome;
  isMobile: boolean;
  /** It is being edited. */
  isEdit: boolean;
}

export const DashboardContext = createContext<DashboardInUse | null>(null);

export function useDashboard(): DashboardInUse {
  const dashboard = useContext(DashboardContext);
  if (!dashboard) throw new Error('Widgets belong on a dashboard');
  return dashboard;
}
