import { openEmbedded } from './fill-fleet.ts';

/** How long lists are that have neither entities nor values. */
export const LISTED = {
  rolloutDevices: 100_000,
  dashboards: 10_000,
  deviceProfiles: 500,
  edgeEvents: 500_000,
  setAside: 10_000,
  jobFailures: 10_000,
  calls: 50_000,
};

/** Where the lists are. */
interface FilledLists {
  rolloutId: string;
  jobId: string;
}

/**
 * Inserts directly into the tables of the server's database: a roll-out that has ended, dashboards, device profiles, events of
 * an edge, messages that were set aside, a job that failed for many, and calls that a device has answered. What an earlier
 * run has inserted stays.
 */
export async function fillLists(dataDir: string, edgeId: string, deviceId: string): Promise<FilledLists> {
  const { pool, close } = await openEmbedded(dataDir);
  try {
    const known = await pool.query<FilledLists>(
      `SELECT rollout.id AS "rolloutId", job.id AS "jobId" FROM rollout, job
       WHERE rollout.name = 'bench' AND job.target_name = 'bench'`,
    );
    if (known.rows[0]) return known.rows[0];
    await pool.query('BEGIN');
    const rollout = await pool.query<{ id: string }>(ROLLOUT, [deviceId]);
    const rolloutId = rollout.rows[0]?.id as string;
    await pool.query(ROLLOUT_DEVICES, [deviceId, rolloutId, LISTED.rolloutDevices]);
    await pool.query(DASHBOARDS, [deviceId, LISTED.dashboards]);
    await pool.query(PROFILES, [deviceId, LISTED.deviceProfiles]);
    await pool.query(EDGE_EVENTS, [deviceId, edgeId, LISTED.edgeEvents, Date.now()]);
    await pool.query(SET_ASIDE, [deviceId, LISTED.setAside, Date.now()]);
    await pool.query(CALLS, [deviceId, LISTED.calls, Date.now()]);
    const job = await pool.query<{ id: string }>(JOB, [deviceId, LISTED.jobFailures, Date.now()]);
    const jobId = job.rows[0]?.id as string;
    await pool.query(JOB_FAILURES, [jobId, LISTED.jobFailures]);
    await pool.query('COMMIT');
    await pool.query(
      'VACUUM (ANALYZE) rollout_device, dashboard, device_profile, edge_event, message_set_aside, job_failure, rpc',
    );
    return { rolloutId, jobId };
  } finally {
    await close();
  }
}

const ROLLOUT = `
INSERT INTO rollout (id, created_time, started_time, ended_time, tenant_id, user_id, name, type, package_title,
  package_version, device_profile_id, state, wave, shares, guard)
SELECT gen_random_uuid(), created_time, created_time, created_time, tenant_id, gen_random_uuid(), 'bench', 'FIRMWARE', 'bench', '1',
  device_profile_id, 'COMPLETED', 2, '[10, 30, 60]', '{}' FROM device WHERE id = $1 RETURNING id`;

const ROLLOUT_DEVICES = `
INSERT INTO rollout_device (rollout_id, device_id, wave, step, since)
SELECT $2::uuid, chosen.id, number % 3, CASE WHEN number % 10 = 0 THEN 'FAILED' ELSE 'UPDATED' END, chosen.created_time + number
FROM (SELECT id, created_time, row_number() OVER () AS number FROM device
  WHERE tenant_id = (SELECT tenant_id FROM device WHERE id = $1) LIMIT $3) AS chosen`;

const DASHBOARDS = `
INSERT INTO dashboard (id, created_time, tenant_id, title, configuration)
SELECT gen_random_uuid(), device.created_time + number, device.tenant_id, 'Board ' || number * 7919 % 10007,
  json_build_object('description', repeat('bench ', 1000))
FROM device, generate_series(1, $2::integer) AS number WHERE device.id = $1`;

const PROFILES = `
INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
SELECT gen_random_uuid(), profile.created_time + number, profile.tenant_id, 'model ' || number, false, profile.type,
  profile.transport_type, profile.provision_type, profile.profile_data
FROM device JOIN device_profile AS profile ON profile.id = device.device_profile_id, generate_series(1, $2::integer) AS number
WHERE device.id = $1 ON CONFLICT DO NOTHING`;

const EDGE_EVENTS = `
INSERT INTO edge_event (id, created_time, tenant_id, edge_id, action, type, entity_id)
SELECT gen_random_uuid(), $4::bigint - number * 1000, tenant_id, $2::uuid,
  (ARRAY['ADDED', 'UPDATED', 'ATTRIBUTES_UPDATED', 'TIMESERIES_UPDATED'])[1 + number % 4], (ARRAY['DEVICE', 'ASSET'])[1 + number % 2], id
FROM device, generate_series(1, $3::bigint) AS number WHERE id = $1`;

const SET_ASIDE = `
INSERT INTO message_set_aside (id, created_time, tenant_id, partition, batch, message, error)
SELECT gen_random_uuid(), $3::bigint - number * 1000, tenant_id, 0, number,
  jsonb_build_object('type', 'POST_TELEMETRY_REQUEST', 'originator', jsonb_build_object('entityType', 'DEVICE', 'id', id)),
  'failed ' || number % 97
FROM device, generate_series(1, $2::bigint) AS number WHERE id = $1`;

const JOB = `
INSERT INTO job (id, created_time, queued_time, ended_time, tenant_id, user_id, entity_type, action, target_name, state, total,
  done, failed, position, is_found)
SELECT gen_random_uuid(), $3::bigint, $3::bigint, $3::bigint, tenant_id, (SELECT id FROM app_user
  WHERE app_user.tenant_id = device.tenant_id AND email = 'tenant@signalbox.local'), 'DEVICE', 'DELETE', 'bench', 'DONE', $2, 0, $2, $2, true
FROM device WHERE id = $1 RETURNING id`;

const JOB_FAILURES = `
INSERT INTO job_failure (job_id, entity_id, name, reason)
SELECT $1::uuid, gen_random_uuid(), 'device ' || number * 7919 % 10007, 'It is gone.' FROM generate_series(1, $2::integer) AS number`;

const CALLS = `
INSERT INTO rpc (id, created_time, tenant_id, device_id, expiration_time, request, response, status)
SELECT gen_random_uuid(), $3::bigint - number * 1000, tenant_id, id, $3::bigint, '{"method":"bench","params":{}}', '{"ok":true}',
  (ARRAY['SUCCESSFUL', 'SUCCESSFUL', 'TIMEOUT'])[1 + number % 3]
FROM device, generate_series(1, $2::bigint) AS number WHERE id = $1`;
