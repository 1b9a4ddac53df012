import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../../../server/src/storage/database.ts';

/**
 * Inserts devices directly into the tables of the server's embedded database, with credentials and state: creating a
 * hundred thousand by REST would take minutes. They copy the profile, tenant and state of device `like`.
 */
export async function fillDevices(dataDir: string, like: string, from: number, to: number): Promise<void> {
  const socketFolder = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[4];
  const { pool, close } = openDatabase(
    { host: socketFolder as string, port: 5432, user: 'signalbox', database: 'signalbox' },
    1,
  );
  try {
    await pool.query(`INSERT INTO telemetry_key (name) VALUES ('active') ON CONFLICT DO NOTHING`);
    await pool.query(
      `WITH new_device AS (
         INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data,
           firmware_id, software_id, additional_info)
         SELECT gen_random_uuid(), created_time + number, tenant_id, customer_id, device_profile_id,
           'bench ' || lpad(number::text, 7, '0'), type, label, device_data, firmware_id, software_id, additional_info
         FROM device, generate_series($2::integer, $3::integer) AS number WHERE id = $1
         RETURNING id, created_time
       ), new_credentials AS (
         INSERT INTO device_credentials (id, created_time, device_id, credentials_type, credentials_id)
         SELECT gen_random_uuid(), created_time, id, 'ACCESS_TOKEN', 'bench-' || id FROM new_device
       )
       INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, bool_value)
       SELECT id, 3, (SELECT id FROM telemetry_key WHERE name = 'active'), created_time, false FROM new_device`,
      [like, from, to - 1],
    );
    await pool.query('ANALYZE device, device_credentials, attribute');
  } finally {
    await close();
  }
}
