import type { ComponentType, RefObject } from 'react';
import type { TimeWindow } from '../time-window/model.ts';
import type { ActionDescriptor, DataEntity, Missing, Widget, WidgetConfig } from './model.ts';
import type { DrawAhead } from './runtime/drawn-ahead.ts';
import type { DataPageLink, EntityFilter } from './runtime/entity-query.ts';
import type { FollowedData, FollowKind, FollowOptions } from './runtime/follow-kinds.ts';
import type { ResolvedDatasource } from './runtime/subscription.ts';
import type { Scripts } from './sandbox/scripts.ts';

/** What all widgets of a dashboard share. */
export interface WidgetEnvironment {
  /** Server time minus browser time, ms. */
  serverOffset: number;
  maxDatapoints: number;
  locale: string;
}

/** What a widget derives its subscriptions from. */
export interface FollowContext {
  config: WidgetConfig;
  /** Those of the widget, with their aliases looked up. */
  datasources: readonly ResolvedDatasource[];
  /** The widget's own time window, or that of the dashboard. */
  timeWindow: TimeWindow;
  dashboardTimeWindow: TimeWindow;
  environment: WidgetEnvironment;
  /** The page that the widget asked for last, when it pages on the server. */
  pageLink: DataPageLink | undefined;
  /** The entities behind an alias by its name; undefined when there are none. */
  entitiesOf: (aliasName: string) => EntityFilter | undefined;
}

/** Something that a widget follows. */
export interface Follow<Kind extends FollowKind = FollowKind> {
  kind: Kind;
  /** Null: not followed as the widget is configured. */
  options: (context: FollowContext) => FollowOptions<Kind> | null;
  /** What is missing from data that are complete. */
  missing: (data: FollowedData<Kind>) => Missing | undefined;
}

/** By name, what a widget follows besides its main data. */
export type FollowKinds = Readonly<Record<string, FollowKind>>;
type Nothing = Readonly<Record<never, never>>;

/** The time window of a dashboard, and how to change it. */
export interface DashboardTime {
  window: TimeWindow;
  /** Somebody has chosen it; it is not the one that is stored. */
  isChosen: boolean;
  /**
   * Shows another one, which zooming out leads back to from then on.
   * @param replace without a way back to the one before
   */
  set: (window: TimeWindow, replace?: boolean) => void;
}

/** What every widget component gets. */
export interface WidgetProps<Also extends FollowKinds = Nothing, Main extends FollowKind = FollowKind> {
  widget: Widget;
  data: FollowedData<Main>;
  /** What the widget's entry in the manifest follows besides; undefined until it is there. */
  followed: { readonly [Name in keyof Also]: FollowedData<Also[Name]> | undefined };
  /** Takes what draws newer data by itself, from components that can do so. */
  ahead?: RefObject<DrawAhead<FollowedData<Main>> | undefined> | undefined;
  /** Inner size, px. */
  width: number;
  height: number;
  locale: string;
  /** Present when the widget's settings have functions. */
  scripts: Scripts | undefined;
  /** Shows a stretch of time as history, epoch ms; and the way back. */
  onZoom: (start: number, end: number, interval?: number) => void;
  onResetZoom: () => void;
  /** The time of the whole dashboard, for widgets that set it. */
  dashboardTime: DashboardTime;
  /** Runs what is configured for a click; `params`: what its functions get as `additionalParams`. */
  onAction: (action: ActionDescriptor, entity: DataEntity | null, params?: object) => void;
  /** Takes the entity that actions of the header are for; without one, the first of the data. */
  active: RefObject<DataEntity | undefined>;
  /** The entities behind aliases may have become others; all widgets look again. */
  onEntitiesChange: () => void;
  /** Asks for another page; only for widgets that page on the server. */
  onPage: (pageLink: DataPageLink) => void;
  /** Asks, at a place in the window, where the values of a time came from; absent for who may not know. */
  onAsk: ((time: number, at: { x: number; y: number }) => void) | undefined;
}

/** What stands in a widget's place while it is loaded. */
export type WidgetShape = 'chart' | 'pie' | 'gauge' | 'value' | 'table' | 'list' | 'text' | 'control';

/** An entry of a manifest: what the runtime must know of a widget type before it draws it. */
export interface WidgetType<Also extends FollowKinds = FollowKinds, Main extends FollowKind = FollowKind> {
  /** Null: it shows no data. */
  data: Follow<Main> | null;
  /** What is followed besides; `source` says whose the data are when they have no entities themselves. */
  also: { readonly [Name in keyof Also]: Follow<Also[Name]> };
  load: () => Promise<ComponentType<WidgetProps<Also, Main>>>;
  shape: WidgetShape;
  /** Only the first datasource and its first entity are used. */
  singleEntity?: boolean;
  /** May be drawn without any datasource or data. */
  dataOptional?: boolean;
  /** May be drawn without a datasource; one that finds no entity is said to. */
  sourceOptional?: boolean;
  /** Says nothing of entities beyond those that it gets. */
  isSilentOnMore?: boolean;
  /** The widget pages on the server, beginning with this page. */
  firstPage?: (widget: Widget) => DataPageLink;
  /** Asks for that page of each of its datasources, and not of the first alone. */
  everySource?: boolean;
  /** Content reaches the edges of the widget (tables). */
  fullBleed?: boolean;
  /** How many buttons of its own the widget puts into the line of its title. */
  headerButtons?: (config: WidgetConfig) => number;
  /** A title that its settings put in place of the usual one; undefined or empty: they do not. */
  ownTitle?: (config: WidgetConfig) => string | undefined;
  /** Settings that hold functions. */
  hasScripts?: (config: WidgetConfig) => boolean;
}

/** The widget types of a bundle by the alias that dashboards name. */
export type WidgetBundle = Readonly<Record<string, WidgetType>>;

/** An entry whose component gets just what the entry follows. */
export function defineWidget<Main extends FollowKind>(type: Omit<WidgetType<Nothing, Main>, 'also'>): WidgetType;
export function defineWidget<Also extends FollowKinds, Main extends FollowKind>(
  type: WidgetType<Also, Main>,
): WidgetType;
export function defineWidget(type: object): WidgetType {
  return { also: {}, ...type } as WidgetType;
}
