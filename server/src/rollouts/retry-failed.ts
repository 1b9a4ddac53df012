import type { OtaPackageType } from '@signalbox/contract/ota-package';
import type pg from 'pg';

/**
 * Lets the devices of a roll-out that failed start over. Those that have the package are announced once more by the queue
 * of updates, and keep what they had before it for a roll-back; those that could not be given it have another turn.
 */
export async function retryFailed(
  client: pg.ClientBase,
  rolloutId: string,
  type: OtaPackageType,
  now: number,
): Promise<void> {
  const own = type === 'FIRMWARE' ? 'firmware_id' : 'software_id';
  await client.query(
    `WITH again AS (
       UPDATE rollout_device AS row
       SET step = CASE WHEN row.step = 'REFUSED' THEN 'WAITING' ELSE 'QUEUED' END,
         since = $2, assigned_time = $2, progress_time = $2, had_it = false, reported = NULL, reported_ts = NULL,
         said = NULL, reason = NULL, accepted = false, checked_time = 0
       WHERE rollout_id = $1 AND step IN ('FAILED', 'SILENT', 'BAD_VALUES', 'REFUSED')
       RETURNING device_id, step
     )
     INSERT INTO ota_update (device_id, type, tenant_id)
     SELECT device.id, $3, device.tenant_id FROM again JOIN device ON device.id = again.device_id
       JOIN rollout ON rollout.id = $1
     WHERE again.step = 'QUEUED' AND device.${own} = rollout.package_id
     ORDER BY device.id
     ON CONFLICT (device_id, type) DO UPDATE
     SET is_announced = false, tenant_id = excluded.tenant_id, turn = excluded.turn`,
    [rolloutId, now, type],
  );
}
