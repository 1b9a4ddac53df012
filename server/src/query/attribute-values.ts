import type { EntityKey, EntityKeyType } from '@signalbox/contract/entity-query';
import type pg from 'pg';
import type { TelemetryValue } from '../telemetry/value.ts';
import { SCOPE_OF_KEY_TYPE } from './key-filter-sql.ts';

/** The value of one attribute key of one entity. */
export interface AttributeValue {
  entityId: string;
  type: EntityKeyType;
  key: string;
  /** epoch ms of the last update */
  ts: number;
  value: TelemetryValue;
}

interface Row {
  entity_id: string;
  key_id: number;
  scope: number;
  last_update_ts: number;
  bool_value: boolean | null;
  long_value: number | string | null;
  double_value: number | null;
  string_value: string | null;
  json_text: string | null;
}

function storedValue(row: Row): TelemetryValue {
  if (row.string_value !== null) return { type: 'STRING', value: row.string_value };
  if (row.double_value !== null) return { type: 'DOUBLE', value: row.double_value };
  if (row.long_value !== null) {
    return { type: 'LONG', value: typeof row.long_value === 'string' ? BigInt(row.long_value) : row.long_value };
  }
  if (row.bool_value !== null) return { type: 'BOOLEAN', value: row.bool_value };
  return { type: 'JSON', value: row.json_text ?? 'null' };
}

/**
 * Current attributes of several entities. For a key without a scope (ATTRIBUTE) the scope that was updated last counts.
 * @param keyIds name → id of the keys that exist
 */
export async function readAttributeValues(
  pool: pg.Pool,
  keyIds: ReadonlyMap<string, number>,
  entityIds: readonly string[],
  keys: readonly EntityKey[],
): Promise<AttributeValue[]> {
  const ids = [...new Set(keyIds.values())];
  if (ids.length === 0) return [];
  const result = await pool.query<Row>({
    name: 'attribute-values',
    text: `SELECT entity_id, key_id, scope, last_update_ts, bool_value, long_value, double_value, string_value,
        json_value::text AS json_text
      FROM attribute WHERE entity_id = ANY($1::uuid[]) AND key_id = ANY($2::int[])
      ORDER BY last_update_ts, scope DESC`,
    values: [entityIds, ids],
  });
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
      if (scope !== undefined && scope !== row.scope) continue;
      values.push({ entityId: row.entity_id, type, key, ts: row.last_update_ts, value: storedValue(row) });
    }
  }
  return values;
}
