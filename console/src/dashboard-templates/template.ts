import type { DashboardConfiguration, LayoutItem } from '../dashboard/configuration.ts';
import { DEFAULT_GRID } from '../dashboard/upgrade.ts';
import { type ChosenValues, ofEach } from '../dashboard-editor/from-data/suggest.ts';
import { type LibraryType, newWidget } from '../dashboard-editor/model/new-widget.ts';
import { newDataKey } from '../datasources/new-data-key.ts';
import type { ActionDescriptor, DataKey, Datasource, Widget, WidgetConfig } from '../widgets/model.ts';

/** What a new dashboard can begin with. */
export const TEMPLATES = ['empty', 'devices', 'map', 'alarms'] as const;
export type Template = (typeof TEMPLATES)[number];

/** Types of the system that templates consist of, by what they are for. */
export const TEMPLATE_TYPES = {
  table: ['cards', 'entities_table'],
  values: ['cards', 'attributes_card'],
  chart: ['charts', 'basic_timeseries'],
  map: ['maps_v2', 'openstreetmap'],
  alarms: ['alarm_widgets', 'alarms_table'],
} as const;
export type TemplateTypes = Readonly<Record<keyof typeof TEMPLATE_TYPES, LibraryType>>;

/** What a template is filled with. */
export interface TemplateData {
  /** Of the devices; undefined: all devices. */
  deviceType: string | undefined;
  /** What these devices send, with what it is. */
  values: readonly ChosenValues[];
  types: TemplateTypes;
  words: TemplateWords;
}

/** Names of what a template consists of. */
export interface TemplateWords {
  devices: string;
  device: string;
  values: string;
  map: string;
  alarms: string;
  open: string;
  /** @param name of what is drawn over time */
  overTime: (name: string) => string;
}

/** Keys that a table has room for, and lines that a chart of one device has. */
const MAX_COLUMNS = 5;
const MAX_LINES = 6;
const LATITUDE = /^(lat|latitude)$/i;
const LONGITUDE = /^(lng|lon|long|longitude)$/i;

const LAST_DAY = {
  selectedTab: 0,
  realtime: { realtimeType: 0, timewindowMs: 86_400_000, interval: 300_000 },
  aggregation: { type: 'AVG', limit: 25_000 },
} as const;

/** A state of the dashboard with its widgets where they stand. */
interface State {
  name: string;
  widgets: readonly (readonly [Widget, LayoutItem])[];
}

/** The configuration of a new dashboard. @param newId makes ids of widgets, aliases and actions */
export function templateConfiguration(
  template: Exclude<Template, 'empty'>,
  { deviceType, values, types, words }: TemplateData,
  newId: () => string = () => crypto.randomUUID(),
): DashboardConfiguration {
  const devices = {
    id: newId(),
    alias: words.devices,
    filter:
      deviceType === undefined
        ? { type: 'entityType', resolveMultiple: true, entityType: 'DEVICE' }
        : { type: 'deviceType', resolveMultiple: true, deviceType, deviceNameFilter: '' },
  };
  const one = {
    id: newId(),
    alias: words.device,
    filter: { type: 'stateEntity', resolveMultiple: false, stateEntityParamName: '', defaultStateEntity: null },
  };

  const isPlace = (name: string) => LATITUDE.test(name) || LONGITUDE.test(name);
  const named = values.filter(({ key }) => !isPlace(key.name)).map(({ key }) => key);
  const lines = values.filter(({ key, sort }) => key.type === 'timeseries' && sort === 'number' && !isPlace(key.name));
  const latitude = values.find(({ key }) => LATITUDE.test(key.name))?.key.name ?? 'latitude';
  const longitude = values.find(({ key }) => LONGITUDE.test(key.name))?.key.name ?? 'longitude';

  /** With labels and colours of their own. */
  const keysOf = (keys: readonly Pick<DataKey, 'name' | 'type'>[]): DataKey[] => {
    const dataKeys: DataKey[] = [];
    for (const { name, type } of keys) dataKeys.push(newDataKey({ name, type }, [{ dataKeys }]));
    return dataKeys;
  };
  const source = (alias: { id: string }, keys: readonly Pick<DataKey, 'name' | 'type'>[]): Datasource => ({
    ...{ type: 'entity', name: null, entityAliasId: alias.id, filterId: null },
    dataKeys: keysOf(keys),
  });
  const widget = (type: LibraryType, title: string, config: Partial<WidgetConfig>): Widget => {
    const made = newWidget(type, title, newId());
    const settings = { ...made.config.settings, ...config.settings };
    return { ...made, config: { ...made.config, ...config, settings } };
  };
  const opening = (where: string): WidgetConfig['actions'] => {
    const action: ActionDescriptor = {
      ...{ id: newId(), name: words.open, icon: 'more_horiz', type: 'openDashboardState' },
      ...{ targetDashboardStateId: 'device', setEntityId: true, stateEntityParamName: null },
    };
    return { [where]: [action] };
  };
  const table = (keys: readonly DataKey[]) =>
    widget(types.table, words.devices, {
      datasources: [source(devices, keys)],
      settings: { entitiesTitle: words.devices },
      actions: opening('rowClick'),
    });
  const withLabels = (datasource: Datasource, isOfMany: boolean): Datasource =>
    isOfMany ? { ...datasource, dataKeys: datasource.dataKeys.map((key) => ofEach(key, true)) } : datasource;
  const chart = (of: typeof devices | typeof one, keys: readonly DataKey[]) =>
    widget(types.chart, words.overTime(keys.map(({ name }) => name).join(', ')), {
      datasources: [withLabels(source(of, keys), of === devices)],
    });
  const alarms = (of: typeof devices | typeof one) => {
    const made = newWidget(types.alarms, words.alarms, newId());
    const alarmSource = { ...made.config.alarmSource, type: 'entity' as const, entityAliasId: of.id, filterId: null };
    return {
      ...made,
      config: { ...made.config, alarmSource: { ...alarmSource, dataKeys: alarmSource.dataKeys ?? [] } },
    };
  };
  const at = (col: number, row: number, sizeX: number, sizeY: number): LayoutItem => ({ col, row, sizeX, sizeY });

  const curves = lines.slice(0, MAX_LINES).map(({ key }) => key);
  const columns = named.slice(0, MAX_COLUMNS);
  const below = curves.length > 0 ? 10 : 8;
  const details: State = {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the pattern of the name
    name: '${entityName}',
    widgets: [
      [
        widget(types.values, words.values, { datasources: [source(one, named)] }),
        at(0, 0, curves.length > 0 ? 8 : 24, below),
      ],
      ...(curves.length > 0 ? [[chart(one, curves), at(8, 0, 16, below)] as const] : []),
      [alarms(one), at(0, below, 24, 8)],
    ],
  };
  const places = [
    { name: latitude, type: 'timeseries' as const },
    { name: longitude, type: 'timeseries' as const },
  ].map((place) => values.find(({ key }) => key.name === place.name)?.key ?? place);
  const map = () =>
    widget(types.map, words.map, {
      datasources: [source(devices, [...places, ...columns])],
      settings: { provider: 'openstreet-map', latKeyName: latitude, lngKeyName: longitude },
      actions: opening('markerClick'),
    });

  const first = curves[0];
  const shown: Readonly<Record<typeof template, State['widgets']>> = {
    devices: [
      [table(columns), at(0, 0, first ? 13 : 24, 12)],
      ...(first ? [[chart(devices, [first]), at(13, 0, 11, 12)] as const] : []),
      [alarms(devices), at(0, 12, 24, 8)],
    ],
    map: [
      [map(), at(0, 0, 16, 14)],
      [table(columns.slice(0, 2)), at(16, 0, 8, 14)],
    ],
    alarms: [
      [alarms(devices), at(0, 0, 24, 12)],
      [table([{ name: 'active', type: 'attribute' }]), at(0, 12, 24, 8)],
    ],
  };
  return configurationOf({ default: { name: words[template], widgets: shown[template] }, device: details }, [
    devices,
    one,
  ]);
}

function configurationOf(
  states: Readonly<Record<'default' | 'device', State>>,
  aliases: readonly DashboardConfiguration['entityAliases'][string][],
): DashboardConfiguration {
  const all = Object.values(states).flatMap(({ widgets }) => widgets.map(([widget]) => widget));
  return {
    description: '',
    timewindow: LAST_DAY,
    settings: { stateControllerId: 'entity' },
    widgets: Object.fromEntries(all.map((widget) => [widget.id, widget])),
    states: Object.fromEntries(
      Object.entries(states).map(([id, { name, widgets }]) => [
        id,
        {
          name,
          root: id === 'default',
          layouts: {
            main: {
              widgets: Object.fromEntries(widgets.map(([widget, item]) => [widget.id, item])),
              gridSettings: { ...DEFAULT_GRID },
            },
          },
        },
      ]),
    ),
    entityAliases: Object.fromEntries(aliases.map((alias) => [alias.id, alias])),
    filters: {},
  };
}
