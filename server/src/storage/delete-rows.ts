import type pg from 'pg';

/** Rows a statement deletes at most, so that none holds locks for long. */
const BATCH_SIZE = 5000;

/** Deletes rows of `table` that fulfil `condition`, which names $1, a few thousand at a time. @returns how many */
export async function deleteWhere(
  pool: pg.Pool,
  table: string,
  condition: string,
  value: number,
  isClosed: () => boolean = () => false,
): Promise<number> {
  let deleted = 0;
  while (!isClosed()) {
    const result = await pool.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT $2))`,
      [value, BATCH_SIZE],
    );
    const rows = result.rowCount ?? 0;
    deleted += rows;
    if (rows < BATCH_SIZE) break;
  }
  return deleted;
}
