import type { BenchDevice } from './devices.ts';
import { LINE_COLOR, ROUND, type WatchedWidget } from './drawn-updates.ts';
import { MEASURED_KEYS } from './measurements.ts';

/** Devices that send; each of them and each key has a widget of its own. */
export const DEVICES = 10;

interface BoardKey {
  name: string;
  label: string;
  color: string;
  settings: object;
}

/** A widget of a board, without its data and its place. */
export interface BoardWidget {
  /** Whose values stand at the same heights. */
  kind: string;
  type: { bundleAlias: string; typeAlias: string; type: string };
  settings?: object | ((key: string) => object);
  /** Of its keys. */
  keySettings?: object;
  /** How many keys it has of its device, the first of them being its own. */
  keys?: number;
  /** The devices that it shows; without it, one. */
  allDevices?: boolean;
  /** Attributes that it follows before its keys. */
  attributes?: readonly string[];
  /** The devices whose alarms it shows; it follows no values. */
  isOfAlarms?: boolean;
  sizeX?: number;
  sizeY?: number;
}

const CHART = { bundleAlias: 'charts', typeAlias: 'basic_timeseries', type: 'timeseries' };
const FULL = { yaxis: { min: 0, max: ROUND - 1 } };

export const CARD: BoardWidget = {
  ...{ kind: 'card', type: { bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest' } },
};
export const LINE: BoardWidget = { kind: 'line', type: CHART, settings: FULL };
export const POINTS: BoardWidget = { ...LINE, kind: 'points', keySettings: { showPoints: true } };
export const STACKED: BoardWidget = {
  ...{ kind: 'stacked', type: CHART, keys: 2, keySettings: { fillLines: true } },
  settings: { stack: true, yaxis: { min: 0, max: 2 * ROUND - 2 } },
};
export const BARS: BoardWidget = { ...LINE, kind: 'bars', type: { ...CHART, typeAlias: 'timeseries_bars_flot' } };
export const TABLE: BoardWidget = {
  ...{ kind: 'table', type: { bundleAlias: 'cards', typeAlias: 'entities_table', type: 'latest' } },
  ...{ keys: MEASURED_KEYS.length, allDevices: true, sizeX: 8, sizeY: 4 },
};
export const TIME_TABLE: BoardWidget = {
  ...{ kind: 'table', type: { bundleAlias: 'cards', typeAlias: 'timeseries_table', type: 'timeseries' } },
  ...{ keys: MEASURED_KEYS.length, sizeX: 8, sizeY: 4 },
};

const gauge = (kind: string, bundleAlias: string, typeAlias: string): BoardWidget => ({
  ...{ kind, type: { bundleAlias, typeAlias, type: 'latest' } },
});
const CARDS = { bundleAlias: 'cards', type: 'latest' };
/** Devices of the board have these attributes. */
export const PLACE = ['latitude', 'longitude'] as const;

/** What dashboards are made of: charts, numbers, gauges, tables of values, times and alarms, and maps; 50 in all. */
export const allKinds = (tiles: string): readonly BoardWidget[] => {
  const map: BoardWidget = {
    ...{ kind: 'map', type: { bundleAlias: 'maps_v2', typeAlias: 'openstreetmap', type: 'latest' } },
    ...{ attributes: PLACE, sizeX: 4, sizeY: 3 },
    settings: (key) => ({
      showLabel: true,
      label: `\${${key}}`,
      useCustomProvider: true,
      customProviderTileUrl: tiles,
    }),
  };
  const alarms: BoardWidget = {
    ...{ kind: 'alarms', type: { bundleAlias: 'alarm_widgets', typeAlias: 'alarms_table', type: 'alarm' } },
    ...{ isOfAlarms: true, sizeX: 6, sizeY: 3 },
  };
  const tables = [TABLE, { ...TIME_TABLE, keys: MEASURED_KEYS.length - 1 }].map((one) => ({
    ...one,
    sizeX: 6,
    sizeY: 3,
  }));
  const attributesCard = { ...CARD, kind: 'values', keys: 3, type: { ...CARDS, typeAlias: 'attributes_card' } };
  return [
    ...[...tables, map, alarms, ...tables, map, alarms],
    ...[STACKED, BARS, POINTS, LINE, LINE].flatMap((chart) => Array<BoardWidget>(4).fill(chart)),
    ...Array<BoardWidget>(12).fill({ ...CARD, sizeY: 1 }),
    ...[attributesCard, attributesCard],
    ...[gauge('gauge', 'digital_gauges', 'gauge_justgage'), gauge('gauge', 'digital_gauges', 'lcd_bar_gauge')],
    ...[
      gauge('gauge', 'digital_gauges', 'simple_neon_gauge_justgage'),
      gauge('gauge', 'digital_gauges', 'digital_thermometer'),
    ],
    gauge('needle', 'analogue_gauges', 'radial_gauge_canvas_gauges'),
    gauge('needle', 'analogue_gauges', 'temperature_gauge_canvas_gauges'),
    gauge('needle', 'analogue_gauges', 'speed_gauge_canvas_gauges'),
    { ...CARD, kind: 'pie', keys: 4, type: { bundleAlias: 'charts', typeAlias: 'pie', type: 'latest' } },
  ];
};

/** The device and the key that a widget is about. */
function keyOf(index: number, devices: readonly BenchDevice[]): { id: string; key: string } {
  const { id } = devices[index % DEVICES] as BenchDevice;
  return { id, key: MEASURED_KEYS[Math.floor(index / DEVICES) % MEASURED_KEYS.length] as string };
}

/** The alias of all devices. */
const ALL = '5e3c1a52-6f0b-4a7e-9a57-0d0c2f6b7a10';
const ALARM_KEYS = ['createdTime', 'originator', 'type', 'severity', 'status'].map((name) => ({
  ...{ name, label: name, type: 'alarm' },
}));
const OTHER_COLORS = ['#c2410c', '#15803d', '#7e22ce', '#0f766e'];

/** The key of a widget with those that follow it; only the last, which stands on all others, has the colour that is watched. */
function keysOf(own: string, { keys = 1, keySettings = {} }: BoardWidget): BoardKey[] {
  const first = (MEASURED_KEYS as readonly string[]).indexOf(own);
  return Array.from({ length: keys }, (_, at) => {
    const name = MEASURED_KEYS[(first + at) % MEASURED_KEYS.length] as string;
    const color = at === keys - 1 ? LINE_COLOR : (OTHER_COLORS[at] ?? '');
    return { name, label: name, color, settings: keySettings };
  });
}

/** Where widgets of a kind have their number as text. */
const TEXTS: Readonly<Record<string, string>> = {
  ...{ card: '.num', table: 'td', map: '.map-label', values: 'dd', gauge: '[role=img]', needle: '[role=img]' },
};

/** What the widgets of a board follow, by their names. */
export function watchedOf(
  board: readonly BoardWidget[],
  devices: readonly BenchDevice[],
): ReadonlyMap<string, WatchedWidget> {
  return new Map(
    board.map((one, index) => {
      const { id, key } = keyOf(index, devices);
      const keys = [...(one.attributes ?? []), ...keysOf(key, one).map(({ name }) => name)];
      const row = one.allDevices ? ` ${index % DEVICES}` : undefined;
      return [`widget ${index}`, { id, key, keys, text: TEXTS[one.kind], row }];
    }),
  );
}

/** A dashboard of widgets of a minute, side by side as long as there is room; the first is `widget 0`. */
export function boardOf(board: readonly BoardWidget[], devices: readonly BenchDevice[], columns: number): object {
  const widgets: Record<string, object> = {};
  const layout: Record<string, object> = {};
  let [row, col, high] = [0, 0, 0];
  for (const [index, one] of board.entries()) {
    const { sizeX = 2, sizeY = 2, type, settings = {} } = one;
    const { id: entityId, key } = keyOf(index, devices);
    if (col + sizeX > columns) [row, col, high] = [row + high, 0, 0];
    const place = { sizeX, sizeY, row, col };
    [col, high] = [col + sizeX, Math.max(high, sizeY)];
    const dataKeys = keysOf(key, one).map((of) => ({ ...of, type: 'timeseries' }));
    const attributes = (one.attributes ?? []).map((name) => ({ name, label: name, type: 'attribute' }));
    const source = one.allDevices || one.isOfAlarms ? { entityAliasId: ALL } : { entityType: 'DEVICE', entityId };
    const from = { type: 'entity', ...source, dataKeys: one.isOfAlarms ? ALARM_KEYS : [...attributes, ...dataKeys] };
    const id = `widget ${index}`;
    const config = {
      ...{ title: `${one.kind} ${key}`, showTitle: false, showLegend: false },
      settings: typeof settings === 'function' ? settings(key) : settings,
      ...(one.isOfAlarms ? { alarmSource: from } : { datasources: [from] }),
    };
    widgets[id] = { id, isSystemType: true, ...type, ...place, config };
    layout[id] = place;
  }
  const main = { widgets: layout, gridSettings: { columns } };
  const filter = {
    type: 'entityList',
    resolveMultiple: true,
    entityType: 'DEVICE',
    entityList: devices.map(({ id }) => id),
  };
  return {
    widgets,
    entityAliases: { [ALL]: { id: ALL, alias: 'All', filter } },
    states: { default: { name: 'Updates', root: true, layouts: { main } } },
    timewindow: {
      selectedTab: 0,
      realtime: { realtimeType: 0, interval: 1000, timewindowMs: 60_000 },
      aggregation: { type: 'NONE', limit: 2000 },
    },
  };
}
