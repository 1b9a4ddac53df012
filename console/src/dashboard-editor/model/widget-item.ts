import type { DashboardFilter, EntityAlias, LayoutPlace } from '../../dashboard/configuration.ts';
import { isSameJson } from '../../editing/merge-json.ts';
import type { Datasource, Widget } from '../../widgets/model.ts';
import {
  addWidget,
  columnsOf,
  type EditedDashboard,
  layoutAt,
  layoutCount,
  withConfiguration,
} from './edited-dashboard.ts';
import { idIn } from './named-values.ts';
import { placeFor } from './placing.ts';

type AliasInfo = Pick<EntityAlias, 'alias' | 'filter'>;
type FilterInfo = Pick<DashboardFilter, 'filter' | 'keyFilters' | 'editable'>;

/**
 * A widget with what it needs of its dashboard, in the shape of 3.3.2: as it is copied, and as it is written to a file
 * (reference: console pages §5.9). Aliases and filters by the place of their datasource; of an alarm widget, its source is 0.
 */
export interface WidgetItem {
  widget: Widget;
  aliasesInfo: {
    datasourceAliases: Record<string, AliasInfo>;
    targetDeviceAliases: Record<string, AliasInfo>;
  };
  filtersInfo: { datasourceFilters: Record<string, FilterInfo> };
  /** Cells. */
  originalSize: { sizeX: number; sizeY: number };
  originalColumns: number;
}

/** A place where a widget stands, to stand in another layout too with the same configuration. */
export interface WidgetReference {
  dashboardId: string;
  sourceState: string;
  sourceLayout: LayoutPlace['layout'];
  widgetId: string;
  originalSize: { sizeX: number; sizeY: number };
  originalColumns: number;
}

const sourcesOf = ({ type, config }: Widget): readonly Datasource[] =>
  type === 'alarm' ? (config.alarmSource ? [config.alarmSource] : []) : (config.datasources ?? []);

function byIndex<Value>(values: readonly (Value | undefined)[]): Record<string, Value> {
  return Object.fromEntries(values.flatMap((value, index) => (value === undefined ? [] : [[String(index), value]])));
}

/** A widget of a dashboard as it is copied; undefined when it does not stand there. */
export function widgetItem(dashboard: EditedDashboard, place: LayoutPlace, id: string): WidgetItem | undefined {
  const { configuration } = dashboard;
  const widget = configuration.widgets[id];
  const layout = layoutAt(dashboard, place);
  const item = layout?.widgets[id];
  if (!widget || !item) return undefined;
  const aliasOf = (aliasId: string | null | undefined): AliasInfo | undefined => {
    const found = aliasId ? configuration.entityAliases[aliasId] : undefined;
    return found && { alias: found.alias, filter: found.filter };
  };
  const filterOf = (filterId: string | null | undefined): FilterInfo | undefined => {
    const found = filterId ? configuration.filters[filterId] : undefined;
    return found && { filter: found.filter, keyFilters: found.keyFilters, editable: found.editable ?? false };
  };
  const sources = sourcesOf(widget);
  return {
    widget,
    aliasesInfo: {
      datasourceAliases: byIndex(sources.map(({ entityAliasId }) => aliasOf(entityAliasId))),
      targetDeviceAliases: byIndex((widget.config.targetDeviceAliasIds ?? []).map(aliasOf)),
    },
    filtersInfo: { datasourceFilters: byIndex(sources.map(({ filterId }) => filterOf(filterId))) },
    originalSize: { sizeX: item.sizeX, sizeY: item.sizeY },
    originalColumns: columnsOf(layout.gridSettings),
  };
}

/** What was added to a dashboard. */
export interface AddedWidget {
  dashboard: EditedDashboard;
  id: string;
}

/**
 * Adds a copied widget with the aliases and filters that it needs: those that are there already, whatever their names,
 * else new ones.
 * @param wanted the cell where it should stand; it stands below all others when that is taken
 */
export function pasteItem(
  dashboard: EditedDashboard,
  place: LayoutPlace,
  item: WidgetItem,
  wanted: { col: number; row: number } | undefined,
  newId: () => string = () => crypto.randomUUID(),
): AddedWidget | undefined {
  const layout = layoutAt(dashboard, place);
  if (!layout) return undefined;
  const { configuration } = dashboard;
  const entityAliases = { ...configuration.entityAliases };
  const filters = { ...configuration.filters };
  const aliasId = (info: AliasInfo | undefined) =>
    info &&
    idIn(
      entityAliases,
      ({ alias }) => alias,
      ({ filter }) => isSameJson(filter, info.filter),
      info.alias,
      (alias) => ({ id: newId(), alias, filter: info.filter }),
    );
  const filterId = (info: FilterInfo | undefined) =>
    info &&
    idIn(
      filters,
      ({ filter }) => filter,
      ({ keyFilters }) => isSameJson(keyFilters, info.keyFilters),
      info.filter,
      (filter) => ({ id: newId(), filter, keyFilters: info.keyFilters, editable: info.editable ?? false }),
    );
  const { datasourceAliases, targetDeviceAliases } = item.aliasesInfo;
  const withIds = (source: Datasource, index: number): Datasource => ({
    ...source,
    entityAliasId: aliasId(datasourceAliases[index]) ?? null,
    filterId: filterId(item.filtersInfo.datasourceFilters[index]) ?? null,
  });
  const { config } = item.widget;
  const id = newId();
  const widget: Widget = {
    ...item.widget,
    id,
    config: {
      ...config,
      ...(config.datasources ? { datasources: config.datasources.map(withIds) } : {}),
      ...(config.alarmSource ? { alarmSource: withIds(config.alarmSource, 0) } : {}),
      ...(config.targetDeviceAliasIds
        ? { targetDeviceAliasIds: Object.values(targetDeviceAliases).flatMap((info) => aliasId(info) ?? []) }
        : {}),
    },
  };
  const withSources = withConfiguration(dashboard, { entityAliases, filters });
  return { dashboard: addWidget(withSources, place, widget, placeIn(dashboard, place, item, wanted)), id };
}

/** Where something of that size stands in a layout: as wide, compared with the whole, as where it comes from. */
function placeIn(
  dashboard: EditedDashboard,
  place: LayoutPlace,
  { originalSize, originalColumns }: Pick<WidgetItem, 'originalSize' | 'originalColumns'>,
  wanted: { col: number; row: number } | undefined,
) {
  const layout = layoutAt(dashboard, place);
  const layouts = layoutCount(dashboard.configuration.states[place.state]);
  const ratio = 24 / (columnsOf({ columns: originalColumns }) * layouts);
  const size = { sizeX: originalSize.sizeX * ratio, sizeY: originalSize.sizeY * ratio };
  return placeFor(layout ?? { widgets: {}, gridSettings: {} }, size, layouts, wanted);
}

/** Why a reference cannot stand somewhere. */
export type ReferenceProblem = 'otherDashboard' | 'sameLayout' | 'gone';

/** Lets the same widget stand in another layout of its dashboard. */
export function pasteReference(
  dashboard: EditedDashboard,
  dashboardId: string,
  place: LayoutPlace,
  reference: WidgetReference,
  wanted: { col: number; row: number } | undefined,
): AddedWidget | { problem: ReferenceProblem } {
  if (reference.dashboardId !== dashboardId) return { problem: 'otherDashboard' };
  const widget = dashboard.configuration.widgets[reference.widgetId];
  if (!widget) return { problem: 'gone' };
  if (layoutAt(dashboard, place)?.widgets[widget.id]) return { problem: 'sameLayout' };
  const item = placeIn(dashboard, place, reference, wanted);
  return { dashboard: addWidget(dashboard, place, widget, item), id: widget.id };
}

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const membersOf = (value: unknown): Record<string, unknown> => (isMembers(value) ? value : {});

/** Reads what was copied or written to a file, by whatever program; undefined when it is no widget. */
export function readWidgetItem(value: unknown): WidgetItem | undefined {
  const { widget, aliasesInfo, filtersInfo, originalSize, originalColumns } = membersOf(value);
  if (!isMembers(widget) || typeof widget.bundleAlias !== 'string' || typeof widget.typeAlias !== 'string')
    return undefined;
  const kinds = ['timeseries', 'latest', 'rpc', 'alarm', 'static'];
  if (!kinds.includes(String(widget.type))) return undefined;
  const config = membersOf(widget.config);
  const lists = (name: string) =>
    Array.isArray(config[name])
      ? { [name]: config[name].filter((member) => isMembers(member) || typeof member === 'string') }
      : {};
  const sources = (name: string) => {
    const list = config[name];
    return Array.isArray(list)
      ? {
          [name]: list.filter(isMembers).map((source) => ({
            ...source,
            dataKeys: Array.isArray(source.dataKeys) ? source.dataKeys.filter(isMembers) : [],
          })),
        }
      : {};
  };
  const infos = <Info>(found: unknown, isInfo: (info: Record<string, unknown>) => boolean) =>
    Object.fromEntries(
      Object.entries(membersOf(found)).filter(([, info]) => isMembers(info) && isInfo(info)),
    ) as Record<string, Info>;
  const isAlias = (info: Record<string, unknown>) => typeof info.alias === 'string' && isMembers(info.filter);
  const isFilter = (info: Record<string, unknown>) => typeof info.filter === 'string' && Array.isArray(info.keyFilters);
  const size = membersOf(originalSize);
  const cells = (one: unknown, other: unknown, otherwise: number) => Number(one) || Number(other) || otherwise;
  return {
    widget: {
      ...widget,
      config: { ...config, ...sources('datasources'), ...lists('targetDeviceAliasIds') },
    } as unknown as Widget,
    aliasesInfo: {
      datasourceAliases: infos<AliasInfo>(membersOf(aliasesInfo).datasourceAliases, isAlias),
      targetDeviceAliases: infos<AliasInfo>(membersOf(aliasesInfo).targetDeviceAliases, isAlias),
    },
    filtersInfo: { datasourceFilters: infos<FilterInfo>(membersOf(filtersInfo).datasourceFilters, isFilter) },
    originalSize: { sizeX: cells(size.sizeX, widget.sizeX, 8), sizeY: cells(size.sizeY, widget.sizeY, 6) },
    originalColumns: cells(originalColumns, undefined, 24),
  };
}

/** The same for a reference. */
export function readWidgetReference(value: unknown): WidgetReference | undefined {
  const found = membersOf(value);
  const { dashboardId, sourceState, sourceLayout, widgetId, originalSize, originalColumns } = found;
  if (![dashboardId, sourceState, sourceLayout, widgetId].every((text) => typeof text === 'string')) return undefined;
  const size = membersOf(originalSize);
  return {
    ...(found as unknown as WidgetReference),
    originalSize: { sizeX: Number(size.sizeX) || 8, sizeY: Number(size.sizeY) || 6 },
    originalColumns: Number(originalColumns) || 24,
  };
}
