import type { Shape } from './sound.ts';

const SECTION: Shape = {
  realtimeType: 'number',
  historyType: 'number',
  interval: 'number',
  intervalType: 'text',
  timewindowMs: 'length',
  quickInterval: 'text',
  fixedTimewindow: 'period',
};

/** A window of time, as dashboards and widgets have it. */
export const TIME_WINDOW: Shape = {
  displayValue: 'text',
  hideInterval: 'switch',
  hideAggregation: 'switch',
  hideAggInterval: 'switch',
  hideTimezone: 'switch',
  selectedTab: 'number',
  timezone: 'text',
  realtime: { members: SECTION },
  history: { members: SECTION },
  aggregation: { members: { type: 'text', limit: 'number' } },
};

const DATA_KEY: Shape = {
  name: 'text',
  type: 'text',
  label: 'text',
  color: 'text',
  settings: 'object',
  units: 'text',
  decimals: 'number',
  funcBody: 'text',
  usePostProcessing: 'switch',
  postFuncBody: 'text',
};

const DATASOURCE: Shape = {
  type: 'text',
  name: 'text',
  entityAliasId: 'text',
  filterId: 'text',
  entityType: 'text',
  entityId: 'text',
  entityName: 'text',
  dataKeys: { list: DATA_KEY },
};

const ACTION: Shape = {
  id: 'text',
  name: 'text',
  icon: 'text',
  type: 'text',
  useShowWidgetActionFunction: 'switch',
  showWidgetActionFunction: 'text',
  customHtml: 'text',
  customCss: 'text',
  customResources: { list: { url: 'text', isModule: 'switch' } },
  customFunction: 'text',
  targetDashboardId: 'text',
  targetDashboardStateId: 'text',
  setEntityId: 'switch',
  stateEntityParamName: 'text',
  openNewBrowserTab: 'switch',
  openRightLayout: 'switch',
  openInSeparateDialog: 'switch',
  dialogTitle: 'text',
  dialogHideDashboardToolbar: 'switch',
  dialogWidth: 'number',
  dialogHeight: 'number',
  openInPopover: 'switch',
  popoverPreferredPlacement: 'text',
  popoverHideOnClickOutside: 'switch',
  popoverHideDashboardToolbar: 'switch',
  popoverWidth: 'text',
  popoverHeight: 'text',
  popoverStyle: 'object',
  mobileAction: 'object',
};

/** The configuration of a widget. */
export const WIDGET_CONFIG: Shape = {
  title: 'text',
  showTitle: 'switch',
  titleTooltip: 'text',
  titleStyle: 'object',
  showTitleIcon: 'switch',
  titleIcon: 'text',
  iconColor: 'text',
  iconSize: 'text',
  dropShadow: 'switch',
  enableFullscreen: 'switch',
  backgroundColor: 'text',
  color: 'text',
  padding: 'text',
  margin: 'text',
  widgetStyle: 'object',
  units: 'text',
  decimals: 'number',
  noDataDisplayMessage: 'text',
  datasources: { list: DATASOURCE },
  targetDeviceAliasIds: 'texts',
  alarmSource: { members: DATASOURCE },
  alarmStatusList: 'texts',
  alarmSeverityList: 'texts',
  alarmTypeList: 'texts',
  searchPropagatedAlarms: 'switch',
  alarmSearchStatus: 'text',
  useDashboardTimewindow: 'switch',
  displayTimewindow: 'switch',
  timewindow: { members: TIME_WINDOW },
  showLegend: 'switch',
  legendConfig: {
    members: {
      direction: 'text',
      position: 'text',
      sortDataKeys: 'switch',
      showMin: 'switch',
      showMax: 'switch',
      showAvg: 'switch',
      showTotal: 'switch',
    },
  },
  settings: 'object',
  actions: { listsOf: ACTION },
  mobileHeight: 'number',
  mobileOrder: 'number',
  mobileHide: 'switch',
};

/** A widget besides its configuration. */
export const WIDGET: Shape = {
  bundleAlias: 'text',
  typeAlias: 'text',
  type: 'text',
  title: 'text',
  isSystemType: 'switch',
};

/** The place of a widget in a layout. */
export const LAYOUT_ITEM: Shape = {
  sizeX: 'number',
  sizeY: 'number',
  row: 'number',
  col: 'number',
  mobileOrder: 'number',
  mobileHeight: 'number',
  mobileHide: 'switch',
};

export const GRID: Shape = {
  columns: 'number',
  margin: 'number',
  backgroundColor: 'text',
  backgroundImageUrl: 'text',
  backgroundSizeMode: 'text',
  autoFillHeight: 'switch',
  mobileAutoFillHeight: 'switch',
  mobileRowHeight: 'number',
};

/** The settings of a dashboard. */
export const SETTINGS: Shape = {
  stateControllerId: 'text',
  showTitle: 'switch',
  titleColor: 'text',
  showDashboardLogo: 'switch',
  dashboardLogoUrl: 'text',
  hideToolbar: 'switch',
  toolbarAlwaysOpen: 'switch',
  showDashboardsSelect: 'switch',
  showEntitiesSelect: 'switch',
  showFilters: 'switch',
  showDashboardTimewindow: 'switch',
  showDashboardExport: 'switch',
  showUpdateDashboardImage: 'switch',
};

/** The key filters of a filter. Predicates may lie within one another; the query says what is wrong with them. */
export const KEY_FILTERS: Shape = {
  keyFilters: {
    list: {
      key: { members: { type: 'text', key: 'text' } },
      valueType: 'text',
      predicates: { list: { keyFilterPredicate: 'object', userInfo: 'object' } },
    },
  },
};
