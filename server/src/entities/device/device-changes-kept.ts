import type pg from 'pg';

/** Changes that are older than need be and are kept for places that are stored. More than that would not correct them anyway. */
const MAX_OLD = 20_000;

/**
 * Forgets all changes and places that count by the transactions of another cluster, as after a restore into a new one.
 * @throws Error of the database, which may not tell which cluster it is
 */
export async function forgetOtherCluster(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('SELECT system_identifier::text AS id FROM pg_control_system()');
  await pool.query(
    `WITH claimed AS (
       UPDATE device_change_start SET xid = pg_current_xact_id(), cluster = $1 WHERE cluster IS DISTINCT FROM $1 RETURNING 1
     ), lists AS (DELETE FROM stored_list WHERE EXISTS (SELECT FROM claimed)),
     names AS (DELETE FROM stored_device_names WHERE EXISTS (SELECT FROM claimed))
     DELETE FROM device_change WHERE EXISTS (SELECT FROM claimed)`,
    [rows[0]?.id],
  );
}

/**
 * Removes changes from before a transaction that no stored place needs, and those of tenants that are gone.
 * @returns whether any are left, and whether too many of them are that old
 */
export async function removeOldChanges(
  pool: pg.Pool,
  before: string,
): Promise<{ isAny: boolean; areTooMany: boolean }> {
  await pool.query(
    `WITH needed AS (
       SELECT pg_snapshot_xmin(moment::pg_snapshot) AS xid FROM (
         SELECT moment FROM stored_list WHERE moment IS NOT NULL
         UNION ALL
         SELECT moment FROM stored_device_names
       ) AS stored ORDER BY 1 LIMIT 1
     ), old AS (
       SELECT least($1::xid8, (SELECT xid FROM needed)) AS xid
     ), removed AS (
       DELETE FROM device_change
       WHERE xid < (SELECT xid FROM old) OR tenant_id NOT IN (SELECT id FROM tenant) RETURNING 1
     )
     UPDATE device_change_start SET xid = old.xid FROM old WHERE device_change_start.xid < old.xid AND EXISTS (SELECT FROM removed)`,
    [before],
  );
  const { rows } = await pool.query<{ isAny: boolean; areTooMany: boolean }>(
    `SELECT EXISTS (SELECT FROM device_change) AS "isAny",
       (SELECT count(*) FROM (SELECT FROM device_change WHERE xid < $1::xid8 LIMIT ${MAX_OLD}) AS old) = ${MAX_OLD} AS "areTooMany"`,
    [before],
  );
  return rows[0] ?? { isAny: false, areTooMany: false };
}

/** Removes stored places, and names, that need changes from before a transaction. */
export async function removeOldLists(pool: pg.Pool, before: string): Promise<void> {
  await pool.query(
    `WITH names AS (DELETE FROM stored_device_names WHERE pg_snapshot_xmin(moment::pg_snapshot) < $1::xid8)
     DELETE FROM stored_list WHERE moment IS NOT NULL AND pg_snapshot_xmin(moment::pg_snapshot) < $1::xid8`,
    [before],
  );
}
