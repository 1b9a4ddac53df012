import type { DataRow } from '../model.ts';
import { datasourceName } from './datasource-name.ts';
import { byAnyName } from './values.ts';

/** Rows that belong to the same entity of the same datasource, in order. */
export function groupedByEntity(rows: readonly DataRow[]): DataRow[][] {
  const groups = new Map<string, DataRow[]>();
  for (const row of rows) {
    const key = `${row.datasourceIndex} ${row.entity.id}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}

/**
 * The same with the rows of all datasources that have an entity together, as maps draw them: one may have where it is, another how
 * full it is. Entities of functions have one id in common, and stay apart.
 */
export function joinedByEntity(rows: readonly DataRow[]): DataRow[][] {
  const entities = new Map<string, DataRow[]>();
  for (const group of groupedByEntity(rows)) {
    const { entity, datasource, datasourceIndex } = group[0] as DataRow;
    const key = datasource?.type === 'function' ? `${datasourceIndex}` : `${entity.entityType} ${entity.id}`;
    const own = entities.get(key);
    if (own) own.push(...group);
    else entities.set(key, group);
  }
  return [...entities.values()];
}

/** Where a row comes from, as functions of settings get it. */
function sourceOf({ entity, aliasName, datasource }: DataRow) {
  const { id: entityId, entityType, name: entityName, label: entityLabel, description: entityDescription } = entity;
  return {
    ...{ type: datasource?.type, name: datasource ? datasourceName(datasource, entity) : entityName, aliasName },
    ...{ entityId, entityType, entityName, entityLabel, entityDescription },
  };
}

/** A row of an entity as functions of settings get it: names and the last value of each key. */
export function formattedRow(rows: readonly DataRow[]): Record<string, unknown> {
  const [first] = rows;
  const entity = first?.entity;
  const formatted = byAnyName<unknown>({
    entityName: entity?.name,
    entityId: entity?.id,
    entityType: entity?.entityType,
    entityLabel: entity?.label,
    dsIndex: first?.datasourceIndex,
    $datasource: first && sourceOf(first),
  });
  for (const row of rows) {
    const { label } = row.dataKey;
    const [time, value] = row.data.at(-1) ?? [null, ''];
    // Several keys may have one label: a blank hides none of the others.
    if (value === '' && Object.hasOwn(formatted, label) && formatted[label] !== '') continue;
    formatted[label] = value ?? '';
    formatted[`${label}|ts`] = time;
    if (label === 'type') formatted.deviceType = value ?? '';
  }
  return formatted;
}

/** All entities as functions of settings get them: each once, with the values of all datasources that have it. */
export function formattedRows(rows: readonly DataRow[]): Record<string, unknown>[] {
  const groups = new Map<string, DataRow[]>();
  for (const row of rows) {
    const key = `${row.entity.entityType} ${row.entity.name}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].map(formattedRow);
}
