import type { DashboardFilter, DashboardState, EntityAlias } from '../../dashboard/configuration.ts';
import { isSameJson } from '../../editing/merge-json.ts';
import type { Datasource, Widget } from '../../widgets/model.ts';
import { type EditedDashboard, withConfiguration, withState } from './edited-dashboard.ts';
import { idIn } from './named-values.ts';
import { copyState } from './states.ts';

/** A state with all that its widgets need of their dashboard, to be added to another one. */
export interface StateItem {
  state: DashboardState;
  widgets: Record<string, Widget>;
  /** Those that the widgets use, by id. */
  entityAliases: Record<string, EntityAlias>;
  filters: Record<string, DashboardFilter>;
}

const sourcesOf = ({ config }: Widget): Datasource[] => [
  ...(config.datasources ?? []),
  ...(config.alarmSource ? [config.alarmSource] : []),
];

export function stateItem({ configuration }: EditedDashboard, id: string): StateItem | undefined {
  const state = configuration.states[id];
  if (!state) return undefined;
  const ids = [state.layouts.main, state.layouts.right].flatMap((layout) => Object.keys(layout?.widgets ?? {}));
  const widgets = pick(configuration.widgets, ids);
  const all = Object.values(widgets);
  return {
    state,
    widgets,
    entityAliases: pick(
      configuration.entityAliases,
      all.flatMap((widget) => [
        ...sourcesOf(widget).map(({ entityAliasId }) => entityAliasId ?? ''),
        ...(widget.config.targetDeviceAliasIds ?? []),
      ]),
    ),
    filters: pick(
      configuration.filters,
      all.flatMap((widget) => sourcesOf(widget).map(({ filterId }) => filterId ?? '')),
    ),
  };
}

function pick<Value>(values: Readonly<Record<string, Value>>, ids: readonly string[]): Record<string, Value> {
  return Object.fromEntries(
    [...new Set(ids)].flatMap((id) => {
      const value = Object.hasOwn(values, id) ? values[id] : undefined;
      return value === undefined ? [] : [[id, value]];
    }),
  );
}

/**
 * Adds what is not there yet under its own id: another one with that id makes it a new one, and one that says the same
 * stands in for it. @returns the values, and the id of each that was added or stands in
 */
function joined<Value extends { id: string }>(
  values: Readonly<Record<string, Value>>,
  added: Readonly<Record<string, Value>>,
  isSame: (one: Value, other: Value) => boolean,
  nameOf: (value: Value) => string,
  named: (value: Value, id: string, name: string) => Value,
): { values: Record<string, Value>; ids: Map<string, string> } {
  const all: Record<string, Value> = { ...values };
  const ids = new Map<string, string>();
  for (const [key, value] of Object.entries(added)) {
    const id = Object.hasOwn(all, key) ? crypto.randomUUID() : key;
    const make = (name: string) => named(value, id, name);
    ids.set(
      key,
      idIn(all, nameOf, (other) => isSame(other, value), nameOf(value), make),
    );
  }
  return { values: all, ids };
}

/** Adds a copied state, its widgets, and the aliases and filters that are not there yet. */
export function pasteState(dashboard: EditedDashboard, item: StateItem): { dashboard: EditedDashboard; id: string } {
  const { configuration } = dashboard;
  const aliases = joined(
    configuration.entityAliases,
    item.entityAliases,
    (one, other) => isSameJson(one.filter, other.filter),
    ({ alias }) => alias,
    (value, id, alias) => ({ ...value, id, alias }),
  );
  const filters = joined(
    configuration.filters,
    item.filters,
    (one, other) => isSameJson(one.keyFilters, other.keyFilters),
    ({ filter }) => filter,
    (value, id, filter) => ({ ...value, id, filter }),
  );
  const copy = copyState(configuration.states, item.state, item.widgets);
  const withIds = (source: Datasource): Datasource => ({
    ...source,
    ...(source.entityAliasId ? { entityAliasId: aliases.ids.get(source.entityAliasId) ?? null } : {}),
    ...(source.filterId ? { filterId: filters.ids.get(source.filterId) ?? null } : {}),
  });
  const widgets = Object.fromEntries(
    Object.entries(copy.widgets).map(([id, widget]) => {
      const { datasources, alarmSource, targetDeviceAliasIds } = widget.config;
      const config = {
        ...widget.config,
        ...(datasources ? { datasources: datasources.map(withIds) } : {}),
        ...(alarmSource ? { alarmSource: withIds(alarmSource) } : {}),
        ...(targetDeviceAliasIds
          ? { targetDeviceAliasIds: targetDeviceAliasIds.flatMap((alias) => aliases.ids.get(alias) ?? []) }
          : {}),
      };
      return [id, { ...widget, config }];
    }),
  );
  const withParts = withConfiguration(dashboard, {
    entityAliases: aliases.values,
    filters: filters.values,
    widgets: { ...configuration.widgets, ...widgets },
  });
  return { dashboard: withState(withParts, copy.id, copy.state), id: copy.id };
}

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads what was copied; undefined when it is no state. */
export function readStateItem(value: unknown): StateItem | undefined {
  if (!isMembers(value)) return undefined;
  const { state, widgets, entityAliases, filters } = value;
  const isState = isMembers(state) && typeof state.name === 'string' && isMembers(state.layouts);
  return isState && isMembers(widgets) && isMembers(entityAliases) && isMembers(filters)
    ? (value as unknown as StateItem)
    : undefined;
}
