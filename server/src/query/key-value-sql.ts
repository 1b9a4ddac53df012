import type { EntityKey } from '@signalbox/contract/entity-query';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type FilteredKey, rowCondition, SCOPE_OF_KEY_TYPE } from './key-filter-sql.ts';

const SCOPES = Object.values(SCOPE_OF_KEY_TYPE);

/** The value that an entity `e` has of a key, as SQL. */
export interface KeyValue {
  /** Joined after `e`. Plain joins and not lookups, so that the values of many rows can be read together. */
  join: RawBuilder<unknown>;
  /** An expression on the row that holds the value; its columns are null where there is no value. */
  of(expression: (row: string) => RawBuilder<unknown>): RawBuilder<unknown>;
}

/**
 * The value of a key; undefined when the key is not in use. For a key without a scope (ATTRIBUTE) the scope that was
 * updated last counts, of those that pass the filters of the key (§6.6).
 * @param filters the filtered keys of the query
 * @param name unused name for the joined rows
 * @param readable whether the value of an entity `e` may be read; undefined: any may
 */
export function keyValue(
  key: EntityKey,
  keyIds: ReadonlyMap<string, number>,
  filters: readonly FilteredKey[],
  name: string,
  readable: RawBuilder<SqlBool> | undefined,
): KeyValue | undefined {
  const keyId = keyIds.get(key.key);
  if (keyId === undefined) return undefined;
  const ofReadable = readable ? sql`AND ${readable}` : sql``;
  if (key.type === 'TIME_SERIES') {
    return {
      join: sql`LEFT JOIN latest_value ${sql.ref(name)}
        ON ${sql.ref(`${name}.entity_id`)} = e.id AND ${sql.ref(`${name}.key_id`)} = ${keyId}::int ${ofReadable}`,
      of: (expression) => expression(name),
    };
  }
  const joinScope = (row: string, scope: number, filtered: FilteredKey | undefined) => {
    const condition = filtered && rowCondition(filtered, row);
    return sql`LEFT JOIN attribute ${sql.ref(row)} ON ${sql.ref(`${row}.entity_id`)} = e.id
      AND ${sql.ref(`${row}.key_id`)} = ${keyId}::int AND ${sql.ref(`${row}.scope`)} = ${scope}::smallint
      ${ofReadable} ${condition ? sql`AND ${condition}` : sql``}`;
  };
  const scope = SCOPE_OF_KEY_TYPE[key.type];
  if (scope !== undefined) return { join: joinScope(name, scope, undefined), of: (expression) => expression(name) };
  const filtered = filters.find((filter) => filter.key.type === key.type && filter.key.key === key.key);
  const rows = SCOPES.map((_, at) => `${name}_${at}`) as [string, string, string];
  const [client, shared, server] = rows.map((row) => sql`${sql.ref(`${row}.last_update_ts`)}`);
  return {
    join: sql.join(
      rows.map((row, at) => joinScope(row, SCOPES[at] as number, filtered)),
      sql` `,
    ),
    of: (expression) => sql`CASE
      WHEN ${client} >= coalesce(${shared}, 0) AND ${client} >= coalesce(${server}, 0) THEN ${expression(rows[0])}
      WHEN ${shared} >= coalesce(${server}, 0) THEN ${expression(rows[1])}
      ELSE ${expression(rows[2])} END`,
  };
}

/** Text of the value in a row. */
export function textOf(row: string): RawBuilder<string | null> {
  const column = (name: string) => sql`${sql.ref(`${row}.${name}`)}`;
  return sql`coalesce(${column('string_value')}, ${column('json_value')}::text, ${column('long_value')}::text,
    ${column('double_value')}::text, ${column('bool_value')}::text)`;
}

/** Number a row is sorted by first: text and nothing count as 0. */
export function sortNumber(row: string): RawBuilder<number | null> {
  const column = (name: string) => sql`${sql.ref(`${row}.${name}`)}`;
  return sql`coalesce(${column('double_value')}, ${column('long_value')}::double precision,
    ${column('bool_value')}::int::double precision, 0)`;
}

/** Text a row is sorted by where the numbers are equal. */
export function sortText(row: string): RawBuilder<string> {
  const column = (name: string) => sql`${sql.ref(`${row}.${name}`)}`;
  return sql`coalesce(${column('string_value')}, ${column('json_value')}::text, '')`;
}
