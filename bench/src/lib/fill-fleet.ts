import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { openDatabase } from '../../../server/src/storage/database.ts';

/** Devices per statement. */
const STEP = 50_000;
export const PROFILES = [
  'pump',
  'meter',
  'valve',
  'boiler',
  'gateway',
  'tracker',
  'sensor',
  'camera',
  'charger',
  'drone',
];
const CUSTOMERS = 100;

/** Connects to the embedded database of a running server. */
export async function openEmbedded(dataDir: string): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  const socketFolder = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[4];
  return openDatabase({ host: socketFolder as string, port: 5432, user: 'signalbox', database: 'signalbox' }, 1);
}

/**
 * Inserts a fleet directly into the tables of the server's database: devices numbered from `from` to `to`, of ten
 * profiles; three in four belong to one of a hundred customers (the first is the oldest of the tenant), one in five is
 * active, and each has up to four server attributes and two latest values. Beside them 10,000 customers, 100,000 assets
 * and a relation of each device.
 * @param like a device of the tenant whose profile the others copy
 * @param onProgress called with the number of devices so far
 */
export async function fillFleet(
  dataDir: string,
  like: string,
  from: number,
  to: number,
  onProgress: (devices: number) => void,
): Promise<void> {
  const { pool, close } = await openEmbedded(dataDir);
  try {
    await pool.query(`INSERT INTO telemetry_key (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`, [
      ['active', 'lastActivityTime', 'model', 'threshold', 'temperature', 'level'],
    ]);
    await pool.query(
      `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
       SELECT gen_random_uuid(), profile.created_time + wanted.place, profile.tenant_id, wanted.name, false, profile.type,
         profile.transport_type, profile.provision_type, profile.profile_data
       FROM device JOIN device_profile AS profile ON profile.id = device.device_profile_id,
         unnest($2::text[]) WITH ORDINALITY AS wanted (name, place)
       WHERE device.id = $1 ON CONFLICT DO NOTHING`,
      [like, PROFILES],
    );
    await pool.query(
      `INSERT INTO customer (id, created_time, tenant_id, title)
       SELECT gen_random_uuid(), device.created_time + number, device.tenant_id, 'Fleet customer ' || lpad(number::text, 3, '0')
       FROM device, generate_series(1, $2::integer) AS number WHERE device.id = $1 ON CONFLICT DO NOTHING`,
      [like, CUSTOMERS],
    );
    for (let first = from; first < to; first += STEP) {
      await pool.query(FILL, [like, first, Math.min(first + STEP, to) - 1, PROFILES, CUSTOMERS]);
      await pool.query(FILL_ACTIVITY, [like, first, Math.min(first + STEP, to) - 1]);
      onProgress(Math.min(first + STEP, to) - from);
    }
    for (const statement of [FILL_CUSTOMERS, FILL_ASSETS, FILL_RELATIONS]) await pool.query(statement, [like]);
    await pool.query(
      'VACUUM (ANALYZE) device, device_credentials, device_activity, device_state, attribute, latest_value, customer, asset, relation',
    );
  } finally {
    await close();
  }
}

const FILL = `
WITH template AS (SELECT * FROM device WHERE id = $1),
known_customer AS (
  SELECT array_agg(id ORDER BY created_time) AS ids
  FROM (SELECT * FROM customer WHERE tenant_id = (SELECT tenant_id FROM template) ORDER BY created_time LIMIT $5) AS first
), known_profile AS (
  SELECT array_agg(profile.id ORDER BY wanted.place) AS ids
  FROM unnest($4::text[]) WITH ORDINALITY AS wanted (name, place)
  JOIN device_profile AS profile ON profile.name = wanted.name
    AND profile.tenant_id = (SELECT tenant_id FROM template)
), new_device AS (
  INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data)
  SELECT gen_random_uuid(), template.created_time + number, template.tenant_id,
    CASE WHEN number % 4 = 3 THEN '13814000-1dd2-11b2-8080-808080808080'::uuid
      ELSE known_customer.ids[1 + number / 4 % $5] END,
    known_profile.ids[1 + number % 10],
    ($4::text[])[1 + number % 10] || ' ' || lpad(number::text, 7, '0'),
    ($4::text[])[1 + number % 10],
    CASE WHEN number % 2 = 0 THEN 'Site ' || number / 50 END,
    template.device_data
  FROM template, known_customer, known_profile, generate_series($2::integer, $3::integer) AS number
  RETURNING id, created_time, created_time - (SELECT created_time FROM template) AS number
), new_credentials AS (
  INSERT INTO device_credentials (id, created_time, device_id, credentials_type, credentials_id)
  SELECT gen_random_uuid(), created_time, id, 'ACCESS_TOKEN', 'fleet-' || id FROM new_device
), new_attribute AS (
  INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, bool_value, long_value, string_value)
  SELECT new_device.id, 3, telemetry_key.id, created_time,
    NULL::boolean,
    CASE WHEN name = 'threshold' THEN number * 7919 % 100000 END,
    CASE WHEN name = 'model' THEN 'Model ' || number * 31 % 997 END
  FROM new_device, telemetry_key WHERE name IN ('model', 'threshold')
)
INSERT INTO latest_value (entity_id, key_id, ts, long_value, double_value)
SELECT new_device.id, telemetry_key.id, created_time,
  CASE WHEN name = 'level' THEN number % 100 END,
  CASE WHEN name = 'temperature' THEN (number * 7907 % 1000003) / 10000.0 END
FROM new_device, telemetry_key WHERE name IN ('temperature', 'level')`;

/** What the server writes about existing devices: one in five is active, one in ten has never been. */
const FILL_ACTIVITY = `
INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, bool_value, long_value)
SELECT device.id, 3, telemetry_key.id, device.created_time,
  CASE WHEN telemetry_key.name = 'active' THEN number % 5 = 0 END,
  CASE WHEN telemetry_key.name <> 'active' THEN device.created_time + number * 7901 % 1000000007 END
FROM device AS template
JOIN device ON device.tenant_id = template.tenant_id
  AND device.created_time BETWEEN template.created_time + $2::integer AND template.created_time + $3::integer
CROSS JOIN LATERAL (SELECT device.created_time - template.created_time AS number) AS place
JOIN telemetry_key ON telemetry_key.name = 'active'
  OR (telemetry_key.name = 'lastActivityTime' AND number % 10 <> 9)
WHERE template.id = $1 AND number BETWEEN $2::integer AND $3::integer AND device.id <> template.id
ON CONFLICT DO NOTHING`;

/** 10,000 customers more. */
const FILL_CUSTOMERS = `
INSERT INTO customer (id, created_time, tenant_id, title, city)
SELECT gen_random_uuid(), device.created_time + number, device.tenant_id, 'Company ' || lpad(number::text, 5, '0'),
  'City ' || number * 31 % 977
FROM device, generate_series(1, 10000) AS number WHERE device.id = $1 ON CONFLICT DO NOTHING`;

/** 100,000 assets of five types, three in four of a customer. */
const FILL_ASSETS = `
INSERT INTO asset (id, created_time, tenant_id, customer_id, name, type, label)
SELECT gen_random_uuid(), device.created_time + number, device.tenant_id,
  CASE WHEN number % 4 = 3 THEN '13814000-1dd2-11b2-8080-808080808080'::uuid
    ELSE known.ids[1 + number % array_length(known.ids, 1)] END,
  (ARRAY['building', 'floor', 'room', 'line', 'site'])[1 + number % 5] || ' ' || lpad(number::text, 6, '0'),
  (ARRAY['building', 'floor', 'room', 'line', 'site'])[1 + number % 5],
  CASE WHEN number % 2 = 0 THEN 'Area ' || number / 20 END
FROM device, generate_series(1, 100000) AS number, (SELECT array_agg(id ORDER BY title) AS ids FROM customer
  WHERE tenant_id = (SELECT tenant_id FROM device WHERE id = $1)) AS known
WHERE device.id = $1 ON CONFLICT DO NOTHING`;

/** Each device is contained in an asset. */
const FILL_RELATIONS = `
WITH own AS (SELECT tenant_id FROM device WHERE id = $1),
container AS (SELECT id, row_number() OVER (ORDER BY name) AS number FROM asset WHERE tenant_id = (SELECT tenant_id FROM own)),
content AS (SELECT id, row_number() OVER (ORDER BY name) AS number FROM device WHERE tenant_id = (SELECT tenant_id FROM own))
INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group)
SELECT container.id, 'ASSET', content.id, 'DEVICE', 'Contains', 'COMMON'
FROM content JOIN container ON container.number = 1 + content.number % (SELECT count(*) FROM container)
ON CONFLICT DO NOTHING`;
