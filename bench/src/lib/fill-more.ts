import { openEmbedded } from './fill-fleet.ts';

/** How much there is beside a fleet. */
export const BESIDE = { auditLines: 1_000_000, members: 50_000, users: 50_000, events: 200_000 };
/** Rows a statement. */
const STEP = 100_000;

/**
 * Inserts, directly into the tables of the server's database, what else a tenant with a large fleet has: lines of its audit
 * log, users, devices on an edge, and events of a device. What an earlier run has inserted stays.
 */
export async function fillMore(dataDir: string, edgeId: string, deviceId: string): Promise<void> {
  const { pool, close } = await openEmbedded(dataDir);
  try {
    const { rows } = await pool.query('SELECT FROM audit_log WHERE action_failure_details = $1 LIMIT 1', ['bench']);
    if (rows.length > 0) return;
    for (let first = 0; first < BESIDE.auditLines; first += STEP) {
      await pool.query(AUDIT, [deviceId, first, first + STEP - 1, Date.now(), BESIDE.auditLines]);
    }
    await pool.query(USERS, [deviceId, BESIDE.users]);
    await pool.query(MEMBERS, [deviceId, edgeId, BESIDE.members]);
    await pool.query(EVENTS, [deviceId, BESIDE.events, Date.now()]);
    await pool.query('VACUUM (ANALYZE) audit_log, app_user, relation, event');
  } finally {
    await close();
  }
}

/** Of the last 90 days: most are creations by one administrator, some of a hundred others; one in ten of a customer. */
const AUDIT = `
INSERT INTO audit_log (id, created_time, tenant_id, customer_id, entity_type, entity_id, entity_name, user_id, user_name,
  action_type, action_data, action_status, action_failure_details)
SELECT gen_random_uuid(), $4::bigint - ($5 - number) * 7776, device.tenant_id,
  CASE WHEN number % 10 = 0 THEN known.customer ELSE '13814000-1dd2-11b2-8080-808080808080' END,
  (ARRAY['DEVICE', 'DEVICE', 'DEVICE', 'ASSET', 'CUSTOMER'])[1 + number % 5],
  md5((number % 300000)::text)::uuid, 'changed ' || lpad((number % 300000)::text, 7, '0'),
  md5((CASE WHEN number % 3 = 0 THEN number % 100 ELSE 0 END)::text)::uuid,
  'person' || CASE WHEN number % 3 = 0 THEN number % 100 ELSE 0 END || '@bench.example',
  CASE WHEN number % 10000 = 0 THEN 'SUSPENDED' ELSE (ARRAY['ADDED', 'UPDATED', 'ATTRIBUTES_UPDATED', 'ADDED', 'LOGIN', 'RPC_CALL'])[1 + number % 6] END,
  '{"entity":{"name":"changed"}}', CASE WHEN number % 50 = 0 THEN 'FAILURE' ELSE 'SUCCESS' END, 'bench'
FROM device, generate_series($2::bigint, $3::bigint) AS number,
  (SELECT id AS customer FROM customer WHERE tenant_id = (SELECT tenant_id FROM device WHERE id = $1) ORDER BY created_time LIMIT 1) AS known
WHERE device.id = $1`;

const USERS = `
INSERT INTO app_user (id, created_time, tenant_id, customer_id, authority, email, first_name, last_name)
SELECT gen_random_uuid(), device.created_time + number, device.tenant_id, '13814000-1dd2-11b2-8080-808080808080',
  'TENANT_ADMIN', 'person' || lpad(number::text, 6, '0') || '@fleet.example', 'First ' || number % 977, 'Last ' || number % 10007
FROM device, generate_series(1, $2::integer) AS number WHERE device.id = $1 ON CONFLICT DO NOTHING`;

const MEMBERS = `
INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group)
SELECT $2::uuid, 'EDGE', id, 'DEVICE', 'Contains', 'EDGE' FROM (
  SELECT id FROM device WHERE tenant_id = (SELECT tenant_id FROM device WHERE id = $1) ORDER BY md5(id::text) LIMIT $3
) AS chosen ON CONFLICT DO NOTHING`;

const EVENTS = `
INSERT INTO event (id, created_time, tenant_id, entity_type, entity_id, type, uid, body)
SELECT gen_random_uuid(), $3::bigint - number * 1000, device.tenant_id, 'DEVICE', device.id,
  (ARRAY['DEBUG_RULE_NODE', 'DEBUG_RULE_NODE', 'LC_EVENT'])[1 + number % 3], number::text,
  jsonb_build_object('type', 'IN', 'server', 'bench', 'data', 'value ' || number, 'relationType', 'Success')
FROM device, generate_series(1, $2::integer) AS number WHERE device.id = $1`;
