import type { OtaPackageType } from '@signalbox/contract/ota-package';
import type pg from 'pg';
import type { UnitOfWork } from '../storage/transaction.ts';
import type { TargetPackage } from './update-keys.ts';

/** Devices of a profile that are noted together. */
const ROLLED_OUT_AT_ONCE = 500;
/** Times further ahead are of a clock that was set back since, ms. */
const FAR_AHEAD = 60_000;
/** Tenants that have their turn in one round. */
const TENANTS_IN_A_ROUND = 50;

/** A device that has to be told of its package. */
export interface QueuedUpdate {
  deviceId: string;
  /** Of the device; undefined when it is gone. */
  tenantId: string | undefined;
  type: OtaPackageType;
  /** Its own package, else that of its profile; null: none. */
  target: TargetPackage | null;
}

interface UpdateRow {
  device_id: string;
  tenant_id: string | null;
  type: OtaPackageType;
  title: string | null;
  version: string;
  tag: string | null;
  url: string | null;
  checksum_algorithm: string | null;
  checksum: string | null;
  data_size: string | number | null;
}

/** Updates that wait in the database, written by triggers. */
export function createUpdateQueue(pool: pg.Pool) {
  return {
    /**
     * Notes some of the devices of profiles that have another package, of one profile of each tenant.
     * @returns how many profiles that were
     */
    async rollOut(now: number): Promise<number> {
      const { rows: due } = await pool.query<{ profile_id: string; type: OtaPackageType }>({
        name: 'ota rollouts',
        text: `SELECT DISTINCT ON (tenant_id) profile_id, type FROM ota_rollout
               WHERE due_time <= $1 OR due_time > $1 + ${FAR_AHEAD}
               ORDER BY tenant_id, due_time LIMIT ${TENANTS_IN_A_ROUND}`,
        values: [now],
      });
      for (const { profile_id, type } of due) {
        const own = type === 'FIRMWARE' ? 'firmware_id' : 'software_id';
        // A rollout that starts over meanwhile waits for the lock and then starts from the first device.
        await pool.query(
          `WITH rollout AS MATERIALIZED (
             SELECT * FROM ota_rollout WHERE profile_id = $1 AND type = $2 FOR UPDATE
           ), found AS MATERIALIZED (
             SELECT device.id, device.tenant_id FROM rollout, LATERAL (
               SELECT id, tenant_id FROM device
               WHERE device_profile_id = $1 AND ${own} IS NULL AND id > rollout.after_id
               ORDER BY id LIMIT ${ROLLED_OUT_AT_ONCE}) AS device
           ), noted AS (
             INSERT INTO ota_update (device_id, type, tenant_id) SELECT id, $2, tenant_id FROM found ORDER BY id
             ON CONFLICT (device_id, type) DO UPDATE
             SET is_announced = false, tenant_id = excluded.tenant_id, turn = excluded.turn
           ), done AS (
             DELETE FROM ota_rollout WHERE profile_id = $1 AND type = $2
               AND (SELECT count(*) FROM found) < ${ROLLED_OUT_AT_ONCE}
           )
           UPDATE ota_rollout SET due_time = $3, after_id = (SELECT id FROM found ORDER BY id DESC LIMIT 1)
           WHERE profile_id = $1 AND type = $2 AND (SELECT count(*) FROM found) = ${ROLLED_OUT_AT_ONCE}`,
          [profile_id, type, now],
        );
      }
      return due.length;
    },

    /** Tenants of which updates wait. */
    async tenants(isAnnounced: boolean): Promise<string[]> {
      const { rows } = await pool.query<{ tenant_id: string }>({
        name: 'ota tenants',
        text: `WITH RECURSIVE found AS (
                 (SELECT tenant_id FROM ota_update WHERE is_announced = $1 ORDER BY tenant_id LIMIT 1)
                 UNION ALL
                 SELECT (SELECT tenant_id FROM ota_update WHERE is_announced = $1 AND tenant_id > found.tenant_id
                   ORDER BY tenant_id LIMIT 1) FROM found WHERE found.tenant_id IS NOT NULL
               ) SELECT tenant_id FROM found WHERE tenant_id IS NOT NULL`,
        values: [isAnnounced],
      });
      return rows.map(({ tenant_id }) => tenant_id);
    },

    /** The next updates of a tenant, locked until the unit ends, with what each device has now. */
    async next({ client }: UnitOfWork, tenantId: string, isAnnounced: boolean, count: number): Promise<QueuedUpdate[]> {
      // Locked by a statement of its own: the next one sees all that was given to these devices before.
      const { rows: locked } = await client.query<{ device_id: string; type: OtaPackageType }>(
        `SELECT device_id, type FROM ota_update WHERE is_announced = $1 AND tenant_id = $2
         ORDER BY turn LIMIT $3 FOR UPDATE SKIP LOCKED`,
        [isAnnounced, tenantId, count],
      );
      if (locked.length === 0) return [];
      const { rows } = await client.query<UpdateRow>(
        `SELECT wanted.device_id, wanted.type, device.tenant_id, package.title, package.version, package.tag,
           package.url, package.checksum_algorithm, package.checksum, package.data_size
         FROM unnest($1::uuid[], $2::text[]) AS wanted (device_id, type)
         LEFT JOIN device ON device.id = wanted.device_id
         LEFT JOIN device_profile AS profile ON profile.id = device.device_profile_id
         LEFT JOIN ota_package AS package ON package.id = CASE wanted.type
           WHEN 'FIRMWARE' THEN coalesce(device.firmware_id, profile.firmware_id)
           ELSE coalesce(device.software_id, profile.software_id) END`,
        [locked.map((row) => row.device_id), locked.map((row) => row.type)],
      );
      return rows.map((row) => ({
        deviceId: row.device_id,
        tenantId: row.tenant_id ?? undefined,
        type: row.type,
        target:
          row.title === null
            ? null
            : {
                ...{ title: row.title, version: row.version, tag: row.tag, url: row.url },
                checksumAlgorithm: row.checksum_algorithm,
                checksum: row.checksum,
                dataSize: row.data_size === null ? null : Number(row.data_size),
              },
      }));
    },

    /** Lets the next update of a tenant be its last one. */
    async postpone(tenantId: string, isAnnounced: boolean): Promise<void> {
      await pool.query(
        `UPDATE ota_update SET turn = nextval('ota_update_turn') WHERE (device_id, type) IN (
           SELECT device_id, type FROM ota_update WHERE is_announced = $1 AND tenant_id = $2 ORDER BY turn LIMIT 1)`,
        [isAnnounced, tenantId],
      );
    },

    async announced({ client }: UnitOfWork, updates: readonly QueuedUpdate[]): Promise<void> {
      await client.query(
        `UPDATE ota_update SET is_announced = true FROM unnest($1::uuid[], $2::text[]) AS told (device_id, type)
         WHERE ota_update.device_id = told.device_id AND ota_update.type = told.type`,
        [updates.map(({ deviceId }) => deviceId), updates.map(({ type }) => type)],
      );
    },

    async done({ client }: UnitOfWork, updates: readonly QueuedUpdate[]): Promise<void> {
      await client.query(
        `DELETE FROM ota_update USING unnest($1::uuid[], $2::text[]) AS told (device_id, type)
         WHERE ota_update.device_id = told.device_id AND ota_update.type = told.type`,
        [updates.map(({ deviceId }) => deviceId), updates.map(({ type }) => type)],
      );
    },
  };
}

export type UpdateQueue = ReturnType<typeof createUpdateQueue>;
