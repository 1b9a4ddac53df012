import type { Widget } from '../widgets/model.ts';
import type {
  DashboardConfiguration,
  DashboardSettings,
  EntityAlias,
  GridSettings,
  Layout,
  LayoutItem,
} from './configuration.ts';
import { GRID, KEY_FILTERS, LAYOUT_ITEM, SETTINGS, TIME_WINDOW, WIDGET, WIDGET_CONFIG } from './shapes.ts';
import { isMembers as isObject, sound, soundText, withoutConversions } from './sound.ts';

type Loose = Record<string, unknown>;

/** The grid of a new layout. */
export const DEFAULT_GRID: GridSettings = {
  backgroundColor: '#eeeeee',
  columns: 24,
  margin: 10,
  backgroundSizeMode: '100%',
  autoFillHeight: false,
  mobileAutoFillHeight: false,
  mobileRowHeight: 70,
};

function objectOf(value: unknown): Loose {
  return isObject(value) ? value : {};
}

/**
 * Brings a stored configuration of any age into today's shape. The given object is left as it is; on the result every
 * member that is unknown here is kept, at every level. What is read here and is of the wrong kind is as if it were not
 * there.
 */
export function upgradedConfiguration(
  stored: unknown,
  title: string,
  newId: () => string = () => crypto.randomUUID(),
): DashboardConfiguration {
  const source = objectOf(stored);
  const { ids, entityAliases } = upgradedAliases(source, newId);
  const widgets = upgradedWidgets(source.widgets, ids, newId);
  const { settings, gridSettings } = upgradedSettings(source);
  const { deviceAliases: _deviceAliases, gridSettings: _gridSettings, ...rest } = source;
  return {
    ...rest,
    ...(rest.timewindow === undefined ? {} : { timewindow: soundWindow(rest.timewindow) }),
    settings,
    widgets,
    states: upgradedStates(source.states, title, widgets, gridSettings),
    entityAliases,
    filters: upgradedFilters(source.filters),
  } as DashboardConfiguration;
}

function soundWindow(stored: unknown): unknown {
  return isObject(stored) ? sound(stored, TIME_WINDOW) : undefined;
}

function upgradedWidgets(
  stored: unknown,
  aliasIds: ReadonlyMap<string, string>,
  newId: () => string,
): Record<string, Widget> {
  const entries: [string, unknown][] = Array.isArray(stored)
    ? stored.map((widget) => [soundText(objectOf(widget).id) ?? newId(), widget])
    : Object.entries(objectOf(stored));
  return Object.fromEntries(
    entries
      .filter(([, widget]) => isObject(widget))
      .map(([id, widget]) => [id, upgradedWidget(id, widget as Loose, aliasIds)]),
  );
}

function upgradedWidget(id: string, stored: Loose, aliasIds: ReadonlyMap<string, string>): Widget {
  const config: Loose = { ...sound(objectOf(withoutConversions(stored.config)), WIDGET_CONFIG) };
  if (Array.isArray(config.datasources)) {
    config.datasources = config.datasources
      .filter(isObject)
      .map((datasource) => upgradedDatasource(datasource, aliasIds));
  }
  if (isObject(config.alarmSource)) config.alarmSource = upgradedDatasource(config.alarmSource, aliasIds);
  if (Array.isArray(config.targetDeviceAliasIds)) {
    config.targetDeviceAliasIds = config.targetDeviceAliasIds.map(
      (alias: string) => aliasIds.get(String(alias)) ?? alias,
    );
  }
  const oldChart = stored.isSystemType === true && stored.bundleAlias === 'charts' && stored.typeAlias === 'timeseries';
  return {
    ...sound(typeNamed(stored), WIDGET),
    id,
    config,
    ...(oldChart ? { typeAlias: 'basic_timeseries' } : {}),
  } as unknown as Widget;
}

/** Later versions write the type of a widget as one name, such as `system.cards.simple_card`. */
function typeNamed(stored: Loose): Loose {
  if (stored.bundleAlias !== undefined || stored.typeAlias !== undefined) return stored;
  const [, owner, bundleAlias, typeAlias] =
    /^(system|tenant)\.([^.]+)\.([^.]+)$/.exec(soundText(stored.typeFullFqn) ?? '') ?? [];
  return typeAlias === undefined ? stored : { ...stored, isSystemType: owner === 'system', bundleAlias, typeAlias };
}

function upgradedDatasource(stored: Loose, aliasIds: ReadonlyMap<string, string>): Loose {
  const { deviceAliasId, deviceId, deviceName, ...datasource } = stored;
  if (datasource.type === 'device') {
    datasource.type = 'entity';
    datasource.entityType ??= 'DEVICE';
  }
  if (deviceAliasId !== undefined) datasource.entityAliasId ??= deviceAliasId;
  if (deviceId !== undefined) datasource.entityId ??= deviceId;
  if (deviceName !== undefined) datasource.entityName ??= deviceName;
  const alias = aliasIds.get(String(datasource.entityAliasId));
  if (alias) datasource.entityAliasId = alias;
  const keys: readonly Loose[] = Array.isArray(datasource.dataKeys) ? datasource.dataKeys : [];
  // Nobody can tell what a key without a name is.
  datasource.dataKeys = keys
    .filter(({ name }) => typeof name === 'string')
    .map((key) => (typeof key.label === 'string' ? key : { ...key, label: key.name }));
  return datasource;
}

function upgradedAliases(
  source: Loose,
  newId: () => string,
): { ids: Map<string, string>; entityAliases: Record<string, EntityAlias> } {
  /** Names that aliases are known by besides their id → id. */
  const ids = new Map<string, string>();
  const entityAliases: Record<string, EntityAlias> = {};
  const stored = isObject(source.entityAliases) ? source.entityAliases : objectOf(source.deviceAliases);
  for (const [key, value] of Object.entries(stored)) {
    if (!isObject(value)) continue;
    let id = soundText(value.id) ?? key;
    if (id.length !== 36) {
      const given = id;
      id = newId();
      ids.set(given, id);
    }
    // Datasources may name it by either.
    if (key !== id) ids.set(key, id);
    const { deviceFilter: _device, deviceId: _id, entityFilter: _entity, entityType: _type, ...rest } = value;
    const filter = filterOfAlias(value);
    entityAliases[id] = { ...rest, id, alias: soundText(value.alias) ?? '', filter };
  }
  return { ids, entityAliases };
}

/** The filter of a stored alias of any age, also from before filters had a type. */
export function filterOfAlias(alias: Loose): Loose {
  if (isObject(alias.filter)) return alias.filter;
  const { deviceFilter, deviceId, entityFilter } = alias;
  const entityType = typeof alias.entityType === 'string' ? alias.entityType : 'DEVICE';
  const old = objectOf(deviceFilter ?? entityFilter);
  const type = deviceFilter === undefined ? entityType : 'DEVICE';
  if (old.useFilter === true) {
    const name = old.deviceNameFilter ?? old.entityNameFilter ?? '';
    return { type: 'entityName', entityType: type, entityNameFilter: name, resolveMultiple: false };
  }
  const list = old.deviceList ?? old.entityList ?? (deviceId === undefined ? [] : [deviceId]);
  return { type: 'entityList', entityType: type, entityList: list, resolveMultiple: false };
}

/** Members that were once part of the grid and now belong to the dashboard. */
const FORMER_GRID_MEMBERS = [
  'showTitle',
  'titleColor',
  'showEntitiesSelect',
  'showDashboardTimewindow',
  'showDashboardExport',
] as const;

function upgradedSettings(source: Loose): { settings: DashboardSettings; gridSettings: GridSettings | undefined } {
  const settings: Loose = isObject(source.settings) ? { ...sound(source.settings, SETTINGS) } : { showTitle: false };
  let gridSettings: GridSettings | undefined;
  if (isObject(source.gridSettings)) {
    const { showDevicesSelect, ...grid } = source.gridSettings;
    if (showDevicesSelect !== undefined) settings.showEntitiesSelect = showDevicesSelect;
    for (const member of FORMER_GRID_MEMBERS) {
      if (grid[member] !== undefined) settings[member] = grid[member];
      delete grid[member];
    }
    gridSettings = grid as GridSettings;
  }
  return {
    settings: {
      stateControllerId: 'entity',
      toolbarAlwaysOpen: true,
      showDashboardsSelect: true,
      showEntitiesSelect: true,
      showFilters: true,
      showDashboardTimewindow: true,
      showDashboardExport: true,
      showTitle: true,
      ...settings,
    },
    gridSettings,
  };
}

function upgradedStates(
  stored: unknown,
  title: string,
  widgets: Record<string, Widget>,
  gridSettings: GridSettings | undefined,
): DashboardConfiguration['states'] {
  const entries = Object.entries(objectOf(stored)).filter(([, state]) => isObject(state));
  if (entries.length === 0) {
    const items = Object.fromEntries(Object.values(widgets).map((widget) => [widget.id, itemOfWidget(widget)]));
    return {
      default: {
        name: title,
        root: true,
        layouts: { main: { widgets: items, gridSettings: upgradedGrid(gridSettings) } },
      },
    };
  }
  const states = Object.fromEntries(
    entries.map(([id, value]) => {
      const state = value as Loose;
      const layouts = objectOf(state.layouts);
      const known = {
        ...layouts,
        main: upgradedLayout(layouts.main ?? (layouts.right ? undefined : {})),
        ...(layouts.right ? { right: upgradedLayout(layouts.right) } : {}),
      };
      return [id, { ...state, name: soundText(state.name) ?? id, root: state.root === true, layouts: known }];
    }),
  ) as DashboardConfiguration['states'];
  // Of dashboards from the time between: they had states, and one grid for all of them.
  const main = gridSettings && states.default?.layouts.main;
  if (main) main.gridSettings = upgradedGrid(gridSettings);
  const first = Object.values(states)[0];
  if (first && !Object.values(states).some((state) => state.root)) first.root = true;
  return states;
}

function upgradedLayout(stored: unknown): Layout {
  const layout = objectOf(stored);
  return {
    ...layout,
    widgets: soundItems(layout.widgets),
    gridSettings: upgradedGrid(isObject(layout.gridSettings) ? layout.gridSettings : undefined),
  };
}

function soundItems(stored: unknown): Layout['widgets'] {
  const items = Object.entries(objectOf(stored)).filter(([, item]) => isObject(item));
  return Object.fromEntries(
    items.map(([id, item]) => [id, sound(item as Loose, LAYOUT_ITEM)]),
  ) as unknown as Layout['widgets'];
}

function upgradedGrid(stored: Loose | GridSettings | undefined): GridSettings {
  if (!stored) return { ...DEFAULT_GRID };
  const { margins, ...grid } = stored as Loose;
  if (Array.isArray(margins) && grid.margin === undefined) grid.margin = Number(margins[0]);
  return sound(grid, GRID) as GridSettings;
}

function itemOfWidget(widget: Widget): LayoutItem {
  const item: LayoutItem = { sizeX: widget.sizeX, sizeY: widget.sizeY, row: widget.row, col: widget.col };
  if (widget.config.mobileHeight !== undefined) item.mobileHeight = widget.config.mobileHeight;
  if (widget.config.mobileOrder !== undefined) item.mobileOrder = widget.config.mobileOrder;
  return item;
}

/** Filters as they are stored, or as scripts give them: what has no shape of theirs is left out. */
export function upgradedFilters(stored: unknown): DashboardConfiguration['filters'] {
  return Object.fromEntries(
    Object.entries(objectOf(stored))
      .filter(([, value]) => isObject(value))
      .map(([id, value]) => {
        const filter = value as Loose;
        return [
          id,
          {
            ...filter,
            id,
            filter: soundText(filter.filter) ?? '',
            keyFilters: sound(filter, KEY_FILTERS).keyFilters ?? [],
          },
        ];
      }),
  ) as DashboardConfiguration['filters'];
}

/** Whether a setting that counts as on unless switched off is on. */
export function isOn(setting: boolean | undefined): boolean {
  return setting !== false;
}
