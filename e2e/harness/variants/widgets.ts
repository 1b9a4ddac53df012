// biome-ignore-all lint/suspicious/noTemplateCurlyInString: patterns of widgets are written this way
import { clausesOf, coveringRows, type Factor, type Row } from './covering.ts';
import { type Field, fieldsOf } from './schema.ts';
import { ABSENT, FAILING_BODIES, valuesOf } from './values.ts';

/** A widget type of the system, as the API describes it. */
export interface SystemType {
  bundleAlias: string;
  alias: string;
  name: string;
  descriptor: {
    type: string;
    sizeX: number;
    sizeY: number;
    settingsSchema: string | null;
    dataKeySettingsSchema: string | null;
    defaultConfig: string;
  };
}

interface Key {
  name: string;
  type: string;
  label: string;
  settings?: Record<string, unknown>;
  [member: string]: unknown;
}

interface Source {
  type: string;
  dataKeys: Key[];
  [member: string]: unknown;
}

export interface Config {
  datasources?: Source[];
  alarmSource?: Source;
  settings: Record<string, unknown>;
  [member: string]: unknown;
}

/** A widget with settings of its own among those that its type allows. */
export interface Variant {
  type: SystemType;
  /** Of a function that fails in it; undefined where everything works. */
  failing: string | undefined;
  config: Config;
}

/** Entities that the widgets show, by what they are. */
export interface ShownEntities {
  device: { entityType: string; id: string };
  gateway: { entityType: string; id: string };
  building: { entityType: string; id: string };
  edge: { entityType: string; id: string };
  /** Id of the alias that finds the device. */
  alias: string;
}

const HOUR = 3_600_000;
/** Windows of time in each of their forms; their end is not told, so that they are the same in each run. */
const WINDOWS = [
  {
    selectedTab: 0,
    realtime: { realtimeType: 0, interval: 60_000, timewindowMs: HOUR },
    aggregation: { type: 'AVG', limit: 200 },
  },
  {
    selectedTab: 0,
    realtime: { realtimeType: 1, interval: HOUR, quickInterval: 'CURRENT_DAY' },
    aggregation: { type: 'MAX', limit: 200 },
  },
  {
    selectedTab: 1,
    history: { historyType: 0, interval: 60_000, timewindowMs: 2 * HOUR },
    aggregation: { type: 'NONE', limit: 500 },
  },
  {
    selectedTab: 1,
    history: { historyType: 2, interval: HOUR, quickInterval: 'CURRENT_MONTH' },
    aggregation: { type: 'COUNT', limit: 200 },
  },
  {
    hideInterval: true,
    hideAggregation: true,
    realtime: { interval: 60_000, timewindowMs: HOUR },
    aggregation: { type: 'SUM', limit: 200 },
  },
];

const action = (name: string, type: string, more: object = {}) => ({
  id: name,
  name,
  icon: 'more_horiz',
  type,
  ...more,
});
const SHOWN = { useShowWidgetActionFunction: true, showWidgetActionFunction: 'return true;' };
/** Actions of every kind, on everything that can be clicked. */
const ACTIONS = Object.fromEntries(
  [
    'headerButton',
    'elementClick',
    'rowClick',
    'actionCellButton',
    'nodeSelected',
    'sliceClick',
    'markerClick',
    'polygonClick',
    'tooltipAction',
  ].map((source) => [
    source,
    [
      action('open', 'openDashboardState', { targetDashboardStateId: 'default', setEntityId: true, ...SHOWN }),
      action('update', 'updateDashboardState', { targetDashboardStateId: 'default', stateEntityParamName: 'other' }),
      action('dialog', 'openDashboardState', {
        targetDashboardStateId: 'default',
        openInSeparateDialog: true,
        dialogWidth: 50,
      }),
      action('popover', 'openDashboardState', {
        targetDashboardStateId: 'default',
        openInPopover: true,
        popoverWidth: '25vw',
      }),
      action('custom', 'custom', { customFunction: 'return;' }),
      action('pretty', 'customPretty', {
        customHtml: '<b>x</b>',
        customCss: '',
        customResources: [],
        customFunction: 'return;',
      }),
      action('mobile', 'mobileAction', { mobileAction: { type: 'takePhoto', processImageFunction: '' } }),
    ],
  ]),
);

const YES_NO = [true, false];
/** What all widgets have besides their settings: place within the configuration → values. */
const COMMON: Readonly<Record<string, readonly unknown[]>> = {
  title: ['Variant of ${entityName}', 'Plain', ''],
  showTitle: YES_NO,
  showTitleIcon: YES_NO,
  titleIcon: ['thermostat', 'no_such_icon', ''],
  iconColor: [ABSENT, '#e91e63', ''],
  iconSize: ['24px', '12px', 'large', ABSENT],
  titleTooltip: ['', 'More about it', ABSENT],
  titleStyle: [
    { fontSize: '16px', fontWeight: 400 },
    { fontSize: '20px', color: 'teal', textTransform: 'uppercase' },
    {},
    ABSENT,
  ],
  dropShadow: YES_NO,
  enableFullscreen: YES_NO,
  backgroundColor: ['#fff', '#0b3d2e', 'rgba(0,0,0,0)', 'papayawhip', ABSENT],
  color: ['rgba(0, 0, 0, 0.87)', '#ffcc00', ABSENT],
  padding: ['8px', '0', '20px 4px', ABSENT],
  margin: ['0px', '4px', ABSENT],
  widgetStyle: [{}, { cursor: 'pointer', opacity: 0.9 }, ABSENT],
  units: ['', '°C', ABSENT],
  decimals: [0, 2, 15, ABSENT],
  noDataDisplayMessage: ['', 'Nothing today', ABSENT],
  mobileHide: [true, false, ABSENT],
  mobileOrder: [-1, 3, ABSENT],
  mobileHeight: [1, 10, ABSENT],
  actions: [{}, ACTIONS, ABSENT],
};
const WINDOW: Readonly<Record<string, readonly unknown[]>> = {
  useDashboardTimewindow: [true, false, ABSENT],
  displayTimewindow: [true, false, ABSENT],
  timewindow: WINDOWS,
};
const LEGEND: Readonly<Record<string, readonly unknown[]>> = {
  showLegend: [true, false, ABSENT],
  'legendConfig.direction': ['column', 'row'],
  'legendConfig.position': ['top', 'bottom', 'left', 'right'],
  ...Object.fromEntries(
    ['sortDataKeys', 'showMin', 'showMax', 'showAvg', 'showTotal'].map((name) => [`legendConfig.${name}`, YES_NO]),
  ),
};
const ALARMS: Readonly<Record<string, readonly unknown[]>> = {
  alarmStatusList: [[], ['ACTIVE', 'UNACK'], ABSENT],
  alarmSeverityList: [[], ['CRITICAL', 'MAJOR'], ABSENT],
  alarmTypeList: [[], ['Too warm'], ABSENT],
  searchPropagatedAlarms: YES_NO,
  alarmSearchStatus: ['ANY', 'UNACK', ABSENT],
};

const CONFIG = 'config:';
const SOURCE = 'source';

function configFactors({ descriptor }: SystemType): Factor[] {
  const { type } = descriptor;
  const groups = [
    COMMON,
    ...(type === 'timeseries' || type === 'alarm' ? [WINDOW] : []),
    ...(type === 'timeseries' || type === 'latest' ? [LEGEND] : []),
    ...(type === 'alarm' ? [ALARMS] : []),
  ];
  const factors = groups.flatMap((group) =>
    Object.entries(group).map(([name, values]): Factor => ({ name: CONFIG + name, values })),
  );
  // How many entities there are is a latest value.
  const sources = ['function', 'entity', ...(type === 'latest' ? ['entityCount'] : [])];
  return [...factors, { name: SOURCE, values: sources }];
}

const nameOf = (field: Field) => field.path.join('.');
const factorOf = (field: Field): Factor => ({
  name: nameOf(field),
  values: valuesOf(field),
  condition: field.condition,
});

/** What keys have besides the settings of their type. */
const KEY_MEMBERS: readonly Factor[] = [
  { name: 'key:units', values: [ABSENT, '%', ''] },
  { name: 'key:decimals', values: [ABSENT, 0, 15] },
  { name: 'key:usePostProcessing', values: YES_NO },
  { name: 'key:color', values: ['#2196f3', 'rgb(200, 0, 90)'] },
];

/** Sets a member at a place; an element of a list only where there is one. */
export function setAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let place: Record<string, unknown> = target;
  for (const [at, name] of path.slice(0, -1).entries()) {
    const next = place[name];
    if (typeof next === 'object' && next !== null) place = next as Record<string, unknown>;
    else if (path[at + 1] === '0' || name === '0') return;
    else {
      const made: Record<string, unknown> = {};
      place[name] = made;
      place = made;
    }
  }
  const last = path.at(-1) ?? '';
  if (Array.isArray(place) && !(Number(last) in place)) return;
  if (value === ABSENT) delete place[last];
  else place[last] = structuredClone(value);
}

/** Settings of a row, put over those that are there. */
function applied(settings: Record<string, unknown>, fields: readonly Field[], row: Row): Record<string, unknown> {
  const made = structuredClone(settings);
  for (const field of fields) if (row.has(nameOf(field))) setAt(made, field.path, row.get(nameOf(field)));
  return made;
}

/** What types show that show nothing of functions. */
function entityOf({ bundleAlias, alias }: SystemType, shown: ShownEntities) {
  if (alias === 'entities_hierarchy') return shown.building;
  if (alias === 'edges_overview') return shown.edge;
  if (bundleAlias === 'gateway_widgets') return shown.gateway;
  return bundleAlias === 'input_widgets' && !alias.startsWith('markers_placement') ? shown.device : undefined;
}

function withEntities(type: SystemType, config: Config, source: unknown, shown: ShownEntities): void {
  const { alias, descriptor } = type;
  if (descriptor.type === 'rpc') config.targetDeviceAliasIds = [shown.alias];
  const entity = entityOf(type, shown);
  if (!entity && source === 'entityCount') {
    const [first] = config.datasources ?? [];
    const [key] = first?.dataKeys ?? [];
    if (!key) return;
    const count = { ...key, name: 'count', type: 'count' };
    config.datasources = [{ type: 'entityCount', name: 'Number', entityAliasId: shown.alias, dataKeys: [count] }];
    return;
  }
  if (!entity && source !== 'entity') return;
  const keyType = alias.endsWith('timeseries') || !entity || entity === shown.gateway ? 'timeseries' : 'attribute';
  const of = ({ dataKeys, name }: Source): Source => ({
    ...(entity
      ? { type: 'entity', entityType: entity.entityType, entityId: entity.id }
      : { type: 'entity', entityAliasId: shown.alias }),
    ...(name === undefined ? {} : { name }),
    dataKeys: dataKeys.map((key) => (key.type === 'function' ? { ...key, name: key.label, type: keyType } : key)),
  });
  if (config.datasources?.length) config.datasources = [of(config.datasources[0] as Source)];
  if (config.alarmSource) config.alarmSource = of(config.alarmSource);
}

interface Rows {
  settings: Row;
  key: Row;
}

/** A widget of a type with the values of a row. */
function built(type: SystemType, { settings: row, key: keyRow }: Rows, shown: ShownEntities): Config {
  const config = JSON.parse(type.descriptor.defaultConfig) as Config;
  config.settings = applied(config.settings, fieldsOf(type.descriptor.settingsSchema), row);
  for (const [name, value] of row) {
    if (name.startsWith(CONFIG)) setAt(config, name.slice(CONFIG.length).split('.'), value);
  }
  withEntities(type, config, row.get(SOURCE), shown);
  if (config.useDashboardTimewindow !== true) config.timewindow ??= structuredClone(WINDOWS[0]);
  const keyFields = fieldsOf(type.descriptor.dataKeySettingsSchema);
  for (const key of [...(config.datasources ?? []), ...(config.alarmSource ? [config.alarmSource] : [])].flatMap(
    ({ dataKeys }) => dataKeys,
  )) {
    key.settings = applied(key.settings ?? {}, keyFields, keyRow);
    for (const member of ['units', 'decimals', 'color']) setAt(key, [member], keyRow.get(`key:${member}`) ?? ABSENT);
    if (keyRow.get('key:usePostProcessing') === true) {
      Object.assign(key, { usePostProcessing: true, postFuncBody: 'return value;' });
    }
  }
  return config;
}

/** Values with which a function is used: its condition, and a body. */
function rowWith(row: Row, field: Field, body: string): Row {
  const made = new Map(row);
  for (const { name, isEqual, value } of clausesOf(field.condition)) {
    if (isEqual) made.set(name, value);
    else if (made.get(name) === value) made.delete(name);
  }
  return made.set(nameOf(field), body);
}

const isFunction = ({ editor }: Field) => editor === 'javascript';

/** Variants in which one function each fails, in one way after the other. */
function failingVariants(type: SystemType, base: Rows, shown: ShownEntities): Variant[] {
  const { settingsSchema, dataKeySettingsSchema } = type.descriptor;
  const places = [
    ...fieldsOf(settingsSchema)
      .filter(isFunction)
      .map((field) => ({ field, of: 'settings' as const })),
    ...fieldsOf(dataKeySettingsSchema)
      .filter(isFunction)
      .map((field) => ({ field, of: 'key' as const })),
  ];
  return places.map(({ field, of }, at) => {
    const body = FAILING_BODIES[at % FAILING_BODIES.length] as string;
    const rows = { ...base, [of]: rowWith(base[of], field, body) };
    return { type, failing: `${of} ${nameOf(field)}: ${body}`, config: built(type, rows, shown) };
  });
}

/**
 * Widgets of a type that together have every value of every setting of it, of its keys and of what all widgets have, and
 * one for each function that fails. Always the same for the same type.
 */
export function variantsOf(type: SystemType, shown: ShownEntities, atLeast = 0): Variant[] {
  const seed = `${type.bundleAlias}/${type.alias}`;
  const { settingsSchema, dataKeySettingsSchema } = type.descriptor;
  const settings = coveringRows([...fieldsOf(settingsSchema).map(factorOf), ...configFactors(type)], seed, atLeast);
  const keys = coveringRows([...fieldsOf(dataKeySettingsSchema).map(factorOf), ...KEY_MEMBERS], `${seed} keys`);
  const count = Math.max(settings.length, keys.length);
  const rowsAt = (at: number): Rows => ({
    settings: settings[at % settings.length] as Row,
    key: keys[at % keys.length] as Row,
  });
  const working = Array.from({ length: count }, (_, at) => ({
    type,
    failing: undefined,
    config: built(type, rowsAt(at), shown),
  }));
  return [...working, ...failingVariants(type, { settings: new Map([[SOURCE, 'function']]), key: new Map() }, shown)];
}
