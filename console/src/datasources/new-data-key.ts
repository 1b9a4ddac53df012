import type { DataKey, DataKeyType, Datasource, Settings, WidgetKind } from '../widgets/model.ts';
import { paletteColor } from '../widgets/runtime/palette.ts';
import { PREDEFINED_FUNCTIONS } from '../widgets/runtime/predefined-functions.ts';
import { ownMember } from '../widgets/runtime/values.ts';
import { freeName } from './alias-use.ts';

/** What a function begins with that is not named like one of those that there are. */
const FIRST_BODY = 'return prevValue + 1;';

/** Keys of an alarm source to begin with, in the order of its columns. */
const FIRST_ALARM_FIELDS = ['createdTime', 'originator', 'type', 'severity', 'status'];

/** A key that was chosen or typed; `label` where its name is not what people call it. */
export interface ChosenKey {
  name: string;
  type: DataKeyType;
  label?: string;
}

/**
 * A new key with a label and a colour that none before has (widget reference §2.3).
 * @param datasources all of the widget, with the keys so far
 * @param settings what the type's schema fills in
 */
export function newDataKey(
  { name, type, label = name }: ChosenKey,
  datasources: readonly Pick<Datasource, 'dataKeys'>[],
  settings: Settings = {},
  random: () => number = Math.random,
): DataKey {
  const keys = datasources.flatMap(({ dataKeys }) => dataKeys);
  const labels = keys.map((key) => key.label ?? key.name);
  const key = {
    name: type === 'function' ? 'f(x)' : type === 'count' ? 'count' : name,
    type,
    label: freeName(label, labels),
    color: paletteColor(keys.length),
    settings,
    _hash: random(),
  };
  return type === 'function' ? { ...key, funcBody: ownMember(PREDEFINED_FUNCTIONS, name) ?? FIRST_BODY } : key;
}

/** What new keys of a widget are made with. */
export interface KeyDefaults {
  kind: WidgetKind;
  /** Settings that the type's schema fills in. */
  settings: Settings;
  /** What people call a field of alarms. */
  alarmField: (name: string) => string;
}

/** The keys that a datasource of a type begins with. @param others the other datasources of the widget */
export function firstKeys(
  type: Datasource['type'],
  { kind, settings, alarmField }: KeyDefaults,
  others: readonly Datasource[],
): DataKey[] {
  const chosen: ChosenKey[] =
    kind === 'alarm'
      ? FIRST_ALARM_FIELDS.map((name) => ({ name, type: 'alarm', label: alarmField(name) }))
      : type === 'function'
        ? [{ name: 'Sin', type: 'function' }]
        : type === 'entityCount'
          ? [{ name: 'count', type: 'count' }]
          : [];
  const dataKeys: DataKey[] = [];
  for (const key of chosen) dataKeys.push(newDataKey(key, [...others, { dataKeys }], settings));
  return dataKeys;
}

/** The datasource with another type: its keys begin again, and what only another type has goes. */
export function withSourceType(
  datasource: Datasource,
  type: Datasource['type'],
  defaults: KeyDefaults,
  others: readonly Datasource[],
): Datasource {
  if (datasource.type === type) return datasource;
  const { entityAliasId, filterId, entityType, entityId, entityName, ...rest } = datasource;
  const entities = type === 'function' ? {} : { entityAliasId: entityAliasId ?? null, filterId: filterId ?? null };
  return { ...rest, ...entities, type, name: rest.name ?? null, dataKeys: firstKeys(type, defaults, others) };
}

/** A datasource to begin with. @param type 'function' in the editor of widget types, where there are no entities */
export function newDatasource(
  type: 'entity' | 'function',
  defaults: KeyDefaults,
  others: readonly Datasource[],
): Datasource {
  const entities = type === 'function' ? {} : { entityAliasId: null, filterId: null };
  return { type, name: null, ...entities, dataKeys: firstKeys(type, defaults, others) };
}

/** Types of datasources that a widget of a kind can have. */
export function sourceTypesOf(kind: WidgetKind): readonly Datasource['type'][] {
  return kind === 'latest' ? ['entity', 'entityCount', 'function'] : ['entity', 'function'];
}

/** Types of keys that a datasource can have, in the order in which they are offered. */
export function keyTypesOf(kind: WidgetKind, type: Datasource['type']): readonly DataKeyType[] {
  if (type === 'entityCount') return ['count'];
  if (kind === 'alarm') return type === 'function' ? ['alarm'] : ['alarm', 'entityField', 'attribute', 'timeseries'];
  if (type === 'function') return ['function'];
  return kind === 'timeseries' ? ['timeseries'] : ['timeseries', 'attribute', 'entityField'];
}

/** Whether values of a key can be changed by a function after they were read. */
export function hasPostProcessing(kind: WidgetKind, { type }: Pick<DataKey, 'type'>): boolean {
  return kind !== 'alarm' && (type === 'timeseries' || type === 'attribute' || type === 'count');
}
