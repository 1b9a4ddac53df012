import type { Widget } from '../widgets/model.ts';
import type {
  DashboardConfiguration,
  DashboardSettings,
  EntityAlias,
  GridSettings,
  Layout,
  LayoutItem,
} from './configuration.ts';

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

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown): Loose {
  return isObject(value) ? value : {};
}

/**
 * Brings a stored configuration of any age into today's shape. The given object is left as it is; on the result every
 * member that is unknown here is kept, at every level.
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
    settings,
    widgets,
    states: upgradedStates(source.states, title, widgets, gridSettings),
    entityAliases,
    filters: upgradedFilters(source.filters),
  } as DashboardConfiguration;
}

function upgradedWidgets(
  stored: unknown,
  aliasIds: ReadonlyMap<string, string>,
  newId: () => string,
): Record<string, Widget> {
  const entries: [string, unknown][] = Array.isArray(stored)
    ? stored.map((widget) => [String(objectOf(widget).id ?? newId()), widget])
    : Object.entries(objectOf(stored));
  return Object.fromEntries(
    entries
      .filter(([, widget]) => isObject(widget))
      .map(([id, widget]) => [id, upgradedWidget(id, widget as Loose, aliasIds)]),
  );
}

function upgradedWidget(id: string, stored: Loose, aliasIds: ReadonlyMap<string, string>): Widget {
  const config = { ...objectOf(stored.config) };
  if (Array.isArray(config.datasources)) {
    config.datasources = config.datasources
      .filter(isObject)
      .map((datasource) => upgradedDatasource(datasource, aliasIds));
  }
  if (isObject(config.alarmSource)) config.alarmSource = upgradedDatasource(config.alarmSource, aliasIds);
  if (Array.isArray(config.targetDeviceAliasIds)) {
    config.targetDeviceAliasIds = config.targetDeviceAliasIds.map((alias) => aliasIds.get(String(alias)) ?? alias);
  }
  const oldChart = stored.isSystemType === true && stored.bundleAlias === 'charts' && stored.typeAlias === 'timeseries';
  return { ...stored, id, config, ...(oldChart ? { typeAlias: 'basic_timeseries' } : {}) } as unknown as Widget;
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
  if (!Array.isArray(datasource.dataKeys)) datasource.dataKeys = [];
  return datasource;
}

function upgradedAliases(
  source: Loose,
  newId: () => string,
): { ids: Map<string, string>; entityAliases: Record<string, EntityAlias> } {
  /** Old alias id to new alias id, for those that changed. */
  const ids = new Map<string, string>();
  const entityAliases: Record<string, EntityAlias> = {};
  const stored = isObject(source.entityAliases) ? source.entityAliases : objectOf(source.deviceAliases);
  for (const [key, value] of Object.entries(stored)) {
    if (!isObject(value)) continue;
    let id = String(value.id ?? key);
    if (id.length !== 36) {
      id = newId();
      ids.set(key, id);
    }
    const { deviceFilter, deviceId, entityFilter, entityType, ...rest } = value;
    const filter = isObject(value.filter)
      ? value.filter
      : oldFilter(deviceFilter, deviceId, entityFilter, typeof entityType === 'string' ? entityType : 'DEVICE');
    entityAliases[id] = { ...rest, id, alias: String(value.alias ?? ''), filter };
  }
  return { ids, entityAliases };
}

/** The filter of an alias from before filters had a type. */
function oldFilter(deviceFilter: unknown, deviceId: unknown, entityFilter: unknown, entityType: string): Loose {
  const old = objectOf(deviceFilter ?? entityFilter);
  const type = deviceFilter === undefined ? entityType : 'DEVICE';
  if (old.useFilter === true) {
    const name = old.deviceNameFilter ?? old.entityNameFilter ?? '';
    return { type: 'entityName', entityType: type, entityNameFilter: name, resolveMultiple: true };
  }
  const list = old.deviceList ?? old.entityList ?? (deviceId === undefined ? [] : [deviceId]);
  return { type: 'entityList', entityType: type, entityList: list, resolveMultiple: true };
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
  const settings: Loose = isObject(source.settings) ? { ...source.settings } : { showTitle: false };
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
      return [id, { ...state, name: String(state.name ?? id), root: state.root === true, layouts: known }];
    }),
  ) as DashboardConfiguration['states'];
  const first = Object.values(states)[0];
  if (first && !Object.values(states).some((state) => state.root)) first.root = true;
  return states;
}

function upgradedLayout(stored: unknown): Layout {
  const layout = objectOf(stored);
  return {
    ...layout,
    widgets: objectOf(layout.widgets) as Layout['widgets'],
    gridSettings: upgradedGrid(isObject(layout.gridSettings) ? layout.gridSettings : undefined),
  };
}

function upgradedGrid(stored: Loose | GridSettings | undefined): GridSettings {
  if (!stored) return { ...DEFAULT_GRID };
  const { margins, ...grid } = stored as Loose;
  if (Array.isArray(margins) && grid.margin === undefined) grid.margin = Number(margins[0]);
  return grid as GridSettings;
}

function itemOfWidget(widget: Widget): LayoutItem {
  const item: LayoutItem = { sizeX: widget.sizeX, sizeY: widget.sizeY, row: widget.row, col: widget.col };
  if (widget.config.mobileHeight !== undefined) item.mobileHeight = widget.config.mobileHeight;
  if (widget.config.mobileOrder !== undefined) item.mobileOrder = widget.config.mobileOrder;
  return item;
}

function upgradedFilters(stored: unknown): DashboardConfiguration['filters'] {
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
            filter: String(filter.filter ?? ''),
            keyFilters: Array.isArray(filter.keyFilters) ? filter.keyFilters : [],
          },
        ];
      }),
  ) as DashboardConfiguration['filters'];
}

/** Whether a setting that counts as on unless switched off is on. */
export function isOn(setting: boolean | undefined): boolean {
  return setting !== false;
}
