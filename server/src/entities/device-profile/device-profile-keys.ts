import type pg from 'pg';

/** Names of the keys that devices have values of, sorted; the tables contain only values that were already written. */
export function createDeviceProfileKeys(pool: pg.Pool) {
  async function keysIn(table: 'attribute' | 'latest_value', entityIds: readonly string[]): Promise<string[]> {
    const result = await pool.query<{ name: string }>(
      `SELECT name FROM telemetry_key WHERE id IN (SELECT key_id FROM ${table} WHERE entity_id = ANY($1::uuid[]))
       ORDER BY name`,
      [entityIds],
    );
    return result.rows.map((row) => row.name);
  }
  return {
    timeseries: (entityIds: readonly string[]) => keysIn('latest_value', entityIds),
    attributes: (entityIds: readonly string[]) => keysIn('attribute', entityIds),
  };
}
