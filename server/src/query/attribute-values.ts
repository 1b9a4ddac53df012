import type { EntityKey, EntityKeyType } from '@signalbox/contract/entity-query';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { type ValueRow, valueOfRow } from '../telemetry/value-columns.ts';
import type { TelemetryValue } from '../values/value.ts';
import { type FilteredKey, rowCondition, SCOPE_OF_KEY_TYPE } from './key-filter-sql.ts';

/** The value of one attribute key of one entity. */
export interface AttributeValue {
  entityId: string;
  type: EntityKeyType;
  key: string;
  /** epoch ms of the last update */
  ts: number;
  value: TelemetryValue;
}

interface Row extends ValueRow {
  entity_id: string;
  key_id: number;
  scope: number;
  last_update_ts: number;
  /** false: the row does not pass the filters of its key, which count where no scope is named */
  passes: boolean;
}

/** Whether the row `v` passes the filters of its key. */
function passesFilters(
  keyIds: ReadonlyMap<string, number>,
  filters: readonly FilteredKey[],
): RawBuilder<SqlBool> | undefined {
  const cases: RawBuilder<unknown>[] = [];
  for (const filter of filters) {
    const keyId = keyIds.get(filter.key.key);
    const condition = filter.key.type === 'ATTRIBUTE' && keyId !== undefined && rowCondition(filter, 'v');
    if (condition) cases.push(sql`WHEN ${keyId}::int THEN coalesce(${condition}, false)`);
  }
  return cases.length === 0 ? undefined : sql`CASE v.key_id ${sql.join(cases, sql` `)} ELSE true END`;
}

/**
 * Current attributes of several entities. For a key without a scope (ATTRIBUTE) the scope that was updated last counts,
 * of those that pass the filters of the key.
 * @param keyIds name → id of the keys that exist
 */
export async function readAttributeValues(
  db: Database,
  keyIds: ReadonlyMap<string, number>,
  entityIds: readonly string[],
  keys: readonly EntityKey[],
  filters: readonly FilteredKey[],
): Promise<AttributeValue[]> {
  const ids = [...new Set(keyIds.values())];
  if (ids.length === 0) return [];
  const result = await sql<Row>`SELECT v.entity_id, v.key_id, v.scope, v.last_update_ts, v.bool_value, v.long_value,
      v.double_value, v.string_value, v.json_value::text AS json_value, ${passesFilters(keyIds, filters) ?? sql`true`} AS passes
    FROM attribute v WHERE v.entity_id = ANY(${entityIds}::uuid[]) AND v.key_id = ANY(${ids}::int[])
    ORDER BY v.last_update_ts, v.scope DESC`.execute(db);
  /** key id → the keys that want it */
  const wanted = new Map<number, EntityKey[]>();
  for (const key of keys) {
    const id = keyIds.get(key.key);
    if (id === undefined) continue;
    const list = wanted.get(id);
    if (list) list.push(key);
    else wanted.set(id, [key]);
  }
  // Oldest first, so that the newest of several scopes is the one that stays.
  const values: AttributeValue[] = [];
  for (const row of result.rows) {
    for (const { type, key } of wanted.get(row.key_id) ?? []) {
      const scope = SCOPE_OF_KEY_TYPE[type];
      if (scope === undefined ? !row.passes : scope !== row.scope) continue;
      values.push({ entityId: row.entity_id, type, key, ts: row.last_update_ts, value: valueOfRow(row) });
    }
  }
  return values;
}
