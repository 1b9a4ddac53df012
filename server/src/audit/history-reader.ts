import type pg from 'pg';
import type { FindLastSave } from '../http/guarded-saves.ts';

/** Reads from the history of entities who changed one of them last. */
export function createHistoryReader(pool: pg.Pool): FindLastSave {
  return async (entityId) => {
    const { rows } = await pool.query<{ time: number; by: string | null; customer: string }>({
      name: 'last change',
      text: `SELECT version.created_time AS time, person.email AS by, person.customer_id AS customer
        FROM entity_version AS version LEFT JOIN app_user AS person ON person.id = version.user_id
        WHERE version.entity_id = $1 ORDER BY version.created_time DESC, version.id DESC LIMIT 1`,
      values: [entityId],
    });
    const [row] = rows;
    return row && row.by !== null ? { by: row.by, customerId: row.customer, time: Number(row.time) } : undefined;
  };
}
