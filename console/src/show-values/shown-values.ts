import { NULL_UUID } from '@signalbox/contract/id';
import type { WidgetTypeInfo } from '@signalbox/contract/widget';
import type { EntityRef } from '../api/entity-ref.ts';
import { type ChosenData, type Suggestion, sortOf } from '../dashboard-editor/from-data/suggest.ts';
import type { WidgetItem } from '../dashboard-editor/model/widget-item.ts';
import { newDataKey } from '../datasources/new-data-key.ts';
import type { DataKey, Widget, WidgetKind } from '../widgets/model.ts';

/** Values of one entity that somebody wants to see on a widget. */
export interface ShownValues {
  entity: EntityRef;
  type: 'timeseries' | 'attribute';
  /** Keys with what they have now, as text. */
  values: readonly { key: string; text: string }[];
}

/** What was chosen, with a colour for each key. */
export function chosenData({ type, values }: ShownValues): ChosenData {
  const keys: DataKey[] = [];
  for (const { key } of values) keys.push(newDataKey({ name: key, type }, [{ dataKeys: keys }]));
  return { entities: 1, values: keys.map((key, at) => ({ key, ...sortOf([values[at]?.text ?? '']) })) };
}

/** Kinds of widgets that show such values: attributes have no history. */
const KINDS: Readonly<Record<ShownValues['type'], readonly string[]>> = {
  timeseries: ['timeseries', 'latest'] satisfies WidgetKind[],
  attribute: ['latest'] satisfies WidgetKind[],
};

/** The types of a bundle that show the values. */
export function typesFor(types: readonly WidgetTypeInfo[], shown: ShownValues, keys: readonly DataKey[]): Suggestion[] {
  return types
    .filter(({ widgetType }) => KINDS[shown.type].includes(widgetType))
    .map(({ tenantId, bundleAlias, alias, widgetType }) => ({
      ...(tenantId.id === NULL_UUID ? {} : { isOwn: true }),
      bundleAlias,
      typeAlias: alias,
      kind: widgetType as WidgetKind,
      keys,
    }));
}

/** A widget of an entity as dashboards take it: with an alias for the entity. */
export function itemFor(widget: Widget, entity: EntityRef, name: string): WidgetItem {
  const { entityType, id } = entity;
  const filter = { type: 'singleEntity', resolveMultiple: false, singleEntity: { entityType, id } };
  const datasources = (widget.config.datasources ?? []).map(
    ({ entityType: _type, entityId: _id, entityName: _name, ...source }) => source,
  );
  return {
    widget: { ...widget, config: { ...widget.config, datasources } },
    aliasesInfo: { datasourceAliases: { 0: { alias: name, filter } }, targetDeviceAliases: {} },
    filtersInfo: { datasourceFilters: {} },
    originalSize: { sizeX: widget.sizeX, sizeY: widget.sizeY },
    originalColumns: 24,
  };
}
