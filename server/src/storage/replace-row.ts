import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Tables whose rows have an id. */
type TableWithId = { [T in keyof Schema]: 'id' extends keyof Schema[T] ? T : never }[keyof Schema] & string;

/**
 * Replaces columns of one row, and atomically returns the row as it was before.
 * @param where condition that selects the row, with unqualified columns
 * @param values column → value
 * @returns undefined when the row is gone
 */
export async function replaceRow<T extends TableWithId>(
  db: Database,
  table: T,
  where: RawBuilder<SqlBool>,
  values: Readonly<Record<string, unknown>>,
): Promise<Selectable<Schema[T]> | undefined> {
  const rows = sql.table(table);
  const columns = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { rows: found } = await sql<Selectable<Schema[T]>>`
    WITH before AS MATERIALIZED (SELECT * FROM ${rows} WHERE ${where} FOR UPDATE), changed AS (
      UPDATE ${rows} AS current SET ${sql.join(columns)} FROM before WHERE current.id = before.id
    )
    SELECT * FROM before`.execute(db);
  return found[0];
}

/** Deletes one row and returns it; undefined when it is gone. */
export async function deleteRow<T extends TableWithId>(
  db: Database,
  table: T,
  where: RawBuilder<SqlBool>,
): Promise<Selectable<Schema[T]> | undefined> {
  const { rows } = await sql<Selectable<Schema[T]>>`
    DELETE FROM ${sql.table(table)} WHERE ${where} RETURNING *`.execute(db);
  return rows[0];
}
