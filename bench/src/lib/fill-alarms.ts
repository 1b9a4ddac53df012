import { openEmbedded } from './fill-fleet.ts';

/** Alarms a statement. */
const STEP = 50_000;
/** Over how long before now they were created. */
const SPAN_MS = 90 * 86_400_000;

/**
 * Inserts alarms of devices directly into the tables of the server's database: of all severities, one in
 * sixteen active, half of the others of two types, the rest of a thousand.
 * What is counted of them is added to the tallies by the server, when the next one is raised there.
 */
export async function fillAlarms(dataDir: string, deviceIds: readonly string[], count: number): Promise<void> {
  const { pool, close } = await openEmbedded(dataDir);
  try {
    for (let first = 0; first < count; first += STEP) {
      await pool.query(FILL, [deviceIds, first, Math.min(first + STEP, count) - 1, Date.now(), SPAN_MS]);
    }
    await pool.query('VACUUM (ANALYZE) alarm');
  } finally {
    await close();
  }
}

const FILL = `
INSERT INTO alarm (id, created_time, tenant_id, customer_id, originator_type, originator_id, type, severity, status,
  start_ts, end_ts, ack_ts, clear_ts, details, propagate, propagate_relation_types, version, history_size, history_last)
SELECT gen_random_uuid(), created, device.tenant_id, device.customer_id, 'DEVICE', device.id,
  CASE WHEN status < 2 OR n % 10 >= 5 THEN 'Type ' || n / cardinality($1::uuid[])
    WHEN n % 10 < 3 THEN 'High temperature' ELSE 'Low battery' END, abs(hashint8(n)::bigint) % 5, status,
  created, created + 60000, 0, 0, '{"value":42}', false, '[]', 0, 0, ''
FROM generate_series($2::bigint, $3::bigint) AS n
  JOIN device ON device.id = ($1::uuid[])[1 + n % cardinality($1::uuid[])]
  CROSS JOIN LATERAL (SELECT CASE hashint8(n + 1) & 31 WHEN 0 THEN 0 WHEN 1 THEN 1 ELSE 2 + (hashint8(n + 2) & 1) END
    AS status) AS known
  CROSS JOIN LATERAL (SELECT $4::bigint - (n * 2654435761 % 1000003) * $5::bigint / 1000003 AS created) AS at`;
