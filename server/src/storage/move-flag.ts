import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from './database.ts';

/** First half of the keys of these advisory locks; no other lock uses two-part keys. */
const FLAG_LOCKS = 1;

export interface FlagMove {
  table: string;
  /** Column that is true in one row. */
  flag: string;
  /** The rows of which exactly one has the flag. */
  among: RawBuilder<SqlBool>;
  /** The row that gets it. */
  id: string;
}

/**
 * Moves a flag that one of several rows has, such as "default", to another row. One move at a time, since two at once
 * would both set it.
 * @returns false when the row is gone; the flag then stays where it is
 */
export function moveFlag(db: Database, { table, flag, among, id }: FlagMove): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const rows = sql.table(table);
    const column = sql.ref(flag);
    await sql`SELECT pg_advisory_xact_lock(${FLAG_LOCKS}, hashtext(${table}))`.execute(transaction);
    const found = await sql`SELECT FROM ${rows} WHERE id = ${id} AND ${among} FOR UPDATE`.execute(transaction);
    if (found.rows.length === 0) return false;
    await sql`UPDATE ${rows} SET ${column} = false WHERE ${column} AND ${among}`.execute(transaction);
    await sql`UPDATE ${rows} SET ${column} = true WHERE id = ${id}`.execute(transaction);
    return true;
  });
}
