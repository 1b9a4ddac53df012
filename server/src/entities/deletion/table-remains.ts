import type pg from 'pg';
import type { Remains } from './remains.ts';

/** Maximum number of rows that are deleted at a time. */
export const MAX_ROWS = 20_000;

/** Rows of a table that belong to an entity. An index has to begin with the column of its id. */
export function remainsInTable(pool: pg.Pool, table: string, column: string): Remains {
  return {
    async remove({ client }, entityIds) {
      const result = await client.query(
        `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
           SELECT ctid FROM ${table} WHERE ${column} = ANY($1::uuid[]) LIMIT ${MAX_ROWS} FOR UPDATE SKIP LOCKED))`,
        [entityIds],
      );
      return (result.rowCount ?? 0) < MAX_ROWS;
    },

    async owners(after, limit) {
      // From one id to the next in the index, however many rows each has.
      const result = await pool.query<{ id: string }>(
        `WITH RECURSIVE owner (id, place) AS (
           (SELECT ${column}, 1 FROM ${table} WHERE ${column} > $1 ORDER BY ${column} LIMIT 1)
           UNION ALL
           SELECT next.id, owner.place + 1 FROM owner CROSS JOIN LATERAL (
             SELECT ${column} AS id FROM ${table} WHERE ${column} > owner.id ORDER BY ${column} LIMIT 1
           ) AS next WHERE owner.place < $2
         )
         SELECT id FROM owner`,
        [after, limit],
      );
      return result.rows.map(({ id }) => id);
    },
  };
}
