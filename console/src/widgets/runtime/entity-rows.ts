import type { DataRow } from '../model.ts';
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

/** A row of an entity as functions of settings get it: names and the last value of each key. */
export function formattedRow(rows: readonly DataRow[]): Record<string, unknown> {
  const entity = rows[0]?.entity;
  const formatted = byAnyName<unknown>({
    entityName: entity?.name,
    entityId: entity?.id,
    entityType: entity?.entityType,
    dsIndex: rows[0]?.datasourceIndex,
  });
  for (const row of rows) {
    const point = row.data.at(-1);
    formatted[row.dataKey.label] = point?.[1] ?? '';
    formatted[`${row.dataKey.label}|ts`] = point?.[0] ?? null;
  }
  return formatted;
}
