import type { CalendarInterval } from '@signalbox/contract/interval-type';
import type { TimeWindow } from '../time-window/model.ts';

export type WidgetKind = 'timeseries' | 'latest' | 'rpc' | 'alarm' | 'static';
export type DataKeyType = 'timeseries' | 'attribute' | 'function' | 'alarm' | 'entityField' | 'count';

/** Settings that belong to a widget type; every type reads its own members out of them. */
export type Settings = Readonly<Record<string, unknown>>;

export interface DataKey {
  name: string;
  type: DataKeyType;
  label?: string;
  color?: string;
  settings?: Settings;
  units?: string | null;
  decimals?: number | null;
  /** Body of `f(time, prevValue)` for keys of type function. */
  funcBody?: string | null;
  usePostProcessing?: boolean;
  /** Body of `f(time, value, prevValue, timePrev, prevOrigValue)`. */
  postFuncBody?: string | null;
}

export interface Datasource {
  type: 'function' | 'entity' | 'entityCount';
  name?: string | null;
  entityAliasId?: string | null;
  filterId?: string | null;
  dataKeys: DataKey[];
  entityType?: string | null;
  entityId?: string | null;
  entityName?: string | null;
}

export interface LegendConfig {
  direction?: 'column' | 'row';
  position?: 'top' | 'bottom' | 'left' | 'right';
  sortDataKeys?: boolean;
  showMin?: boolean;
  showMax?: boolean;
  showAvg?: boolean;
  showTotal?: boolean;
}

/** What a click does. Only the members that this console acts on are listed; the others stay as they are. */
export interface ActionDescriptor {
  id?: string;
  name: string;
  icon?: string;
  type: string;
  /** Whether `showWidgetActionFunction`, a body of `f(widgetContext, data)`, says when the action is there. */
  useShowWidgetActionFunction?: boolean;
  showWidgetActionFunction?: string;
  /** With type custom or customPretty: what it does. */
  customHtml?: string | null;
  customCss?: string | null;
  customResources?: readonly { url?: string | null; isModule?: boolean }[] | null;
  customFunction?: string | null;
  targetDashboardId?: string | null;
  targetDashboardStateId?: string | null;
  setEntityId?: boolean;
  stateEntityParamName?: string | null;
  openNewBrowserTab?: boolean;
  openRightLayout?: boolean;
  openInSeparateDialog?: boolean;
  dialogTitle?: string | null;
  dialogHideDashboardToolbar?: boolean;
  /** Per cent of the window. */
  dialogWidth?: number | null;
  dialogHeight?: number | null;
  openInPopover?: boolean;
  /** top, topLeft, right … */
  popoverPreferredPlacement?: string;
  popoverHideOnClickOutside?: boolean;
  popoverHideDashboardToolbar?: boolean;
  /** CSS lengths. */
  popoverWidth?: string | null;
  popoverHeight?: string | null;
  popoverStyle?: Readonly<Record<string, unknown>> | null;
  /** What the mobile app is to do; the functions are bodies that return a place [latitude, longitude], or a number. */
  mobileAction?: { type?: string; getLocationFunction?: string; getPhoneNumberFunction?: string } | null;
}

export interface WidgetConfig {
  title?: string | null;
  showTitle?: boolean;
  titleTooltip?: string | null;
  titleStyle?: Readonly<Record<string, unknown>> | null;
  showTitleIcon?: boolean;
  titleIcon?: string | null;
  iconColor?: string | null;
  iconSize?: string | null;
  dropShadow?: boolean;
  enableFullscreen?: boolean;
  backgroundColor?: string | null;
  color?: string | null;
  padding?: string | null;
  margin?: string | null;
  widgetStyle?: Readonly<Record<string, unknown>> | null;
  units?: string | null;
  decimals?: number | null;
  noDataDisplayMessage?: string | null;
  datasources?: Datasource[];
  /** Ids of aliases; controls call the first entity of the first. */
  targetDeviceAliasIds?: readonly string[];
  /** Whose alarms an alarm widget shows, and which of them; empty lists: whatever. */
  alarmSource?: Datasource | null;
  alarmStatusList?: readonly string[] | null;
  alarmSeverityList?: readonly string[] | null;
  alarmTypeList?: readonly string[] | null;
  searchPropagatedAlarms?: boolean;
  /** The same of older dashboards. */
  alarmSearchStatus?: string | null;
  useDashboardTimewindow?: boolean;
  displayTimewindow?: boolean;
  timewindow?: TimeWindow;
  showLegend?: boolean;
  legendConfig?: LegendConfig;
  settings?: Settings;
  actions?: Readonly<Record<string, ActionDescriptor[]>> | null;
  mobileHeight?: number | null;
  mobileOrder?: number | null;
  mobileHide?: boolean;
}

/** A widget as dashboards hold it. */
export interface Widget {
  id: string;
  isSystemType?: boolean;
  bundleAlias: string;
  typeAlias: string;
  type: WidgetKind;
  title?: string | null;
  sizeX: number;
  sizeY: number;
  row: number;
  col: number;
  config: WidgetConfig;
}

const NO_SETTINGS: Settings = {};

/** The settings of a widget, the same object as long as they are the same. */
export function settingsOf({ config }: Pick<Widget, 'config'>): Settings {
  return config.settings ?? NO_SETTINGS;
}

/** Time in epoch ms on the displayed clock, and the value. */
export type Point = readonly [time: number, value: unknown];

/** The entity that a row of data belongs to. */
export interface DataEntity {
  entityType: string;
  id: string;
  name: string;
  label: string;
  description: string;
}

/** One key of one entity with its values: one for `latest`, ascending in time for `timeseries`. */
export interface DataRow {
  /** Place among the configured datasources. */
  datasourceIndex: number;
  datasource: Datasource;
  entity: DataEntity;
  aliasName: string;
  /** The key with its label written out and a colour. */
  dataKey: DataKey & { label: string; color: string; settings: Settings };
  /** The user may not read this key of this entity. */
  isForbidden?: boolean;
  data: readonly Point[];
}

/** What the entity query of one datasource found. */
export interface DataPage {
  totalElements: number;
  hasNext: boolean;
}

/** Why a widget has no values, or none that are up to date. */
export interface WidgetFailure {
  /**
   * 'server': it could not answer and is asked again; 'query': it will not answer what the configuration asks for;
   * 'forbidden': this user may not read it; 'function': a function in the settings failed.
   */
  kind: 'server' | 'query' | 'forbidden' | 'function';
  message: string;
}

/** Everything that a widget draws. Objects are replaced, never changed, when something is new. */
export interface WidgetData {
  status: 'loading' | 'ready' | 'error';
  /** Set when `status` is 'error'; `rows` are then what was read before. */
  failure?: WidgetFailure | undefined;
  rows: readonly DataRow[];
  /** All entities that were found, in the order of their rows; they are there without keys, too. */
  entities: readonly DataEntity[];
  /** By place of the datasource. */
  pages: readonly (DataPage | undefined)[];
  /** What a chart shows, epoch ms on the displayed clock. */
  range?: { minTime: number; maxTime: number } | undefined;
  /** Bucket width in ms and how points were put together. */
  interval?: number | undefined;
  /** Buckets are those of the calendar, which stand on the displayed clock from midnight to midnight. */
  calendar?: CalendarInterval | undefined;
  aggregation?: string | undefined;
  /** When the newest value of any series was measured, within the range or not, epoch ms; 0 if there is no value. */
  newest?: number | undefined;
}

export const NO_DATA: WidgetData = { status: 'loading', rows: [], entities: [], pages: [] };

/** What keeps a widget from being drawn: it has no entity, these have no values, or none of the numbers that it draws. */
export type Missing = 'entities' | 'values' | 'numbers';
