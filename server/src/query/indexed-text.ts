import { type RawBuilder, sql } from 'kysely';
import type { IndexedKey } from '../telemetry/value-index/value-index.ts';
import type { ValueScope } from '../telemetry/value-index/value-tables.ts';
import { textOf } from './key-value-sql.ts';

/** Numbers below it are written as doubles as they are as integers; NaN is not below it. */
export const EXACT = 1e15;

const SCOPES: Readonly<Record<Exclude<ValueScope, 'series'>, readonly number[]>> = {
  client: [1],
  shared: [2],
  server: [3],
  newest: [1, 2, 3],
};

/**
 * Text of the value in a row of the index of a key, as `textOf` has it of the value itself; '' where there is none.
 * @param row name of the row
 */
export function indexedText(row: string, { scope }: IndexedKey, keyId: number): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  const own = sql`v.entity_id = ${column('entity_id')} AND v.key_id = ${keyId}::int`;
  const stored =
    scope === 'series'
      ? sql`SELECT ${textOf('v')} FROM latest_value v WHERE ${own}`
      : sql`SELECT ${textOf('v')} FROM attribute v WHERE ${own} AND v.scope = ANY (${SCOPES[scope]}::smallint[])
          ORDER BY v.last_update_ts DESC, v.scope LIMIT 1`;
  return sql`CASE ${column('type')}
    WHEN 1 THEN CASE WHEN abs(${column('number')}) < ${sql.lit(EXACT)} THEN ${column('number')}::text ELSE (${stored}) END
    WHEN 2 THEN CASE WHEN ${column('number')} = 1 THEN 'true' ELSE 'false' END
    ELSE ${column('text')} END`;
}
