import type { ComponentType, ReactNode, RefObject } from 'react';
import type { FindChoices } from '../controls/choice.ts';
import type { TimeWindow } from '../time-window/model.ts';
import type { Widget } from '../widgets/model.ts';
import type { PickableAlias } from './aliases.ts';
import type { DashboardConfiguration, DashboardFilter, Layout, LayoutPlace } from './configuration.ts';
import type { CellGrid, GridItem, PlacedGrid } from './grid.ts';
import type { StateStep } from './states.ts';
import type { PickedEntity, ViewParams } from './view-params.ts';

export interface DashboardViewProps {
  dashboard: { id: { id: string }; title: string; configuration: unknown };
  /** What is shown in place of the stored configuration, in today's shape. */
  configuration?: DashboardConfiguration;
  /** Parts of the view in place of the usual ones. */
  parts?: DashboardParts | undefined;
  /** Fills the window without the shell. */
  singlePage: boolean;
  hideToolbar: boolean;
  embedded: boolean;
  onExport: () => void;
  /** Absent for who may not edit it, and where one only looks. */
  onEdit?: (() => void) | undefined;
  /** Finds other dashboards to switch to; undefined where one stays with this one. */
  dashboards: FindChoices | undefined;
  onOpenDashboard: (id: string, newTab: boolean, state?: string) => void;
  /** For viewers without the shell around the dashboard. */
  userMenu?: ReactNode;
}

export interface OpenDashboardProps extends DashboardViewProps {
  upgraded: DashboardConfiguration;
  /** Server time minus browser time, ms; undefined until it is known. */
  serverOffset: number | undefined;
  fullScreen: boolean;
  onFullScreen: () => void;
  /** Shown inside another dashboard: what the view begins with, as address text; it leaves the address alone. */
  own?: string;
  /** What is inside stands in a popover: scripts of widgets get at the dashboard around it. */
  inPopover?: boolean;
}

export interface ToolbarProps extends OpenDashboardProps {
  view: ViewParams;
  steps: readonly StateStep[];
  onSteps: (steps: readonly StateStep[]) => void;
  timeWindow: TimeWindow;
  pickable: readonly PickableAlias[];
  /** By alias id. */
  picked: Readonly<Record<string, PickedEntity>>;
  filters: Readonly<Record<string, DashboardFilter>>;
  maxDatapoints: number;
  isMobile: boolean;
  /** Opens the other side, where it does not stand beside the main one. */
  onRight?: () => void;
  /** The other side is shown in place of the main one. */
  isRight: boolean;
}

export interface GridProps {
  layout: Layout;
  /** Which layout it is. */
  place: LayoutPlace;
  widgets: Readonly<Record<string, Widget>>;
  isMobile: boolean;
  /** Lies over the widgets, which answer to nothing then. */
  Layer?: ComponentType<GridLayerProps> | undefined;
}

export interface GridLayerProps extends Pick<GridProps, 'layout' | 'place' | 'isMobile'> {
  items: readonly GridItem[];
  /** Where the widgets are; undefined until the layout was measured. */
  placed: PlacedGrid | undefined;
  /** The same as cells; undefined also where widgets are placed below each other. */
  cells: CellGrid | undefined;
  /** px of all that can be scrolled to. */
  height: number;
  /** What scrolls. */
  box: RefObject<HTMLElement | null>;
}

/** The way through the states, and how to take another one. */
export type AsideProps = Pick<ToolbarProps, 'steps' | 'onSteps'>;

/** What the editor of dashboards puts in place of parts of the view. */
export interface DashboardParts {
  Toolbar: ComponentType<ToolbarProps>;
  /** Over the widgets of a layout. They stay as they are, so that nothing is read or drawn again. */
  Layer: ComponentType<GridLayerProps>;
  /** Beside the widgets. */
  Aside: ComponentType<AsideProps>;
}
