import type { OtaPackageType } from '@signalbox/contract/ota-package';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { RolloutDevice, RolloutDeviceReason, RolloutStep } from '@signalbox/contract/rollout';
import { sql } from 'kysely';
import type pg from 'pg';
import { selectNearer } from '../entities/nearer-pages.ts';
import { badRequest } from '../http/errors.ts';
import type { Database } from '../storage/database.ts';
import { contains, type SortColumns } from '../storage/paging.ts';
import type { KeyDictionary } from '../telemetry/key-dictionary.ts';
import type { DeviceProgress, DeviceSigns } from './device-step.ts';
import type { StoredRollout } from './rollout-store.ts';

/** A device that is being given a package, or gets back what it had. */
export interface AssignedDevice {
  deviceId: string;
  formerId: string | null;
}

/** Where a look at the devices of a roll-out has come to. */
export interface Place {
  wave: number;
  deviceId: string;
}

/** A device that is looked at. */
export interface WatchedDevice extends Place {
  before: DeviceProgress;
  signs: DeviceSigns;
}

interface WatchedRow {
  device_id: string;
  wave: number;
  step: RolloutStep;
  since: number;
  reported: string | null;
  reported_ts: number | null;
  progress_time: number | null;
  said: string | null;
  reason: RolloutDeviceReason | null;
  assigned_time: number;
  had_it: boolean;
  has_package: boolean;
  has_profile: boolean;
  target_ts: number | null;
  state: string | null;
  state_ts: number | null;
  error: string | null;
  error_ts: number | null;
}

interface DeviceRow {
  device_id: string;
  name: string;
  wave: number;
  step: RolloutStep;
  since: number | null;
  reported: string | null;
  said: string | null;
  reason: RolloutDeviceReason | null;
  accepted: boolean;
}

const toWatched = (row: WatchedRow): WatchedDevice => ({
  deviceId: row.device_id,
  wave: row.wave,
  before: {
    step: row.step,
    since: row.since,
    reported: row.reported,
    reportedTs: row.reported_ts,
    progressTime: row.progress_time ?? row.since,
    said: row.said,
    reason: row.reason,
  },
  signs: {
    hasPackage: row.has_package,
    hasProfile: row.has_profile,
    assignedTime: row.assigned_time,
    hadIt: row.had_it,
    targetTs: row.target_ts,
    state: row.state_ts === null ? null : { value: row.state, ts: row.state_ts },
    error: row.error_ts === null ? null : { value: row.error, ts: row.error_ts },
  },
});

const COLUMNS: SortColumns = {
  name: sql`lower(e.name)`,
  wave: sql`e.wave`,
  step: sql`e.step`,
  since: sql`e.since`,
};

/** Devices of roll-outs as rows of a list. */
const LISTED = sql`(SELECT device_id AS id, since AS created_time, * FROM rollout_device)`;

/** The column of a device that says which package of a type is its own. */
const ownColumn = (type: OtaPackageType): 'firmware_id' | 'software_id' =>
  type === 'FIRMWARE' ? 'firmware_id' : 'software_id';

/** The devices of roll-outs, with what they say. */
export function createRolloutDevices(db: Database, pool: pg.Pool, keys: Pick<KeyDictionary, 'knownIdsOf'>) {
  return {
    /**
     * Devices of a profile, or those of the ids that are of it; at most `max` and one. They come in the order of a hash of
     * their ids, so that the first of them are spread over all, and are the same whenever it is asked.
     */
    async ofProfile(
      tenantId: string,
      profileId: string,
      ids: readonly string[] | null,
      max: number,
    ): Promise<string[]> {
      const { rows } = await pool.query<{ id: string }>(
        `SELECT id FROM (
           SELECT id FROM device WHERE tenant_id = $1 AND device_profile_id = $2 AND ($3::uuid[] IS NULL OR id = ANY($3))
           LIMIT $4
         ) AS found ORDER BY md5(id::text) COLLATE "C"`,
        [tenantId, profileId, ids, max + 1],
      );
      return rows.map(({ id }) => id);
    },

    async list(
      tenantId: string,
      rolloutId: string,
      link: PageLink,
      { wave, step }: { wave?: number | undefined; step?: RolloutStep | undefined },
    ): Promise<PageData<RolloutDevice>> {
      const { sortProperty = 'name', sortOrder = 'ASC' } = link;
      const column = COLUMNS[sortProperty];
      if (!column || !Object.hasOwn(COLUMNS, sortProperty)) {
        throw badRequest(
          `Unsupported sort property '${sortProperty}'! Only ${Object.keys(COLUMNS).join(', ')} are allowed.`,
        );
      }
      const isDescending = sortOrder === 'DESC';
      const conditions = [sql`e.rollout_id = ${rolloutId}`, contains(sql.ref('e.name'), link.textSearch)];
      if (wave !== undefined) conditions.push(sql`e.wave = ${wave}`);
      if (step !== undefined) conditions.push(sql`e.step = ${step}`);
      const page = await selectNearer<DeviceRow>(db, link, {
        tenantId,
        table: LISTED,
        select: sql`e.*`,
        where: sql.join(conditions, sql` AND `),
        isNarrow: true,
        order: {
          column,
          isNullable: sortProperty === 'since',
          isDescending,
          isNewestFirst: isDescending,
          isById: true,
        },
      });
      const data = page.data.map(({ device_id: deviceId, name, since, reported, said, reason, ...row }) => ({
        ...{ deviceId, name, wave: row.wave, step: row.step, since, reported, said, reason, accepted: row.accepted },
      }));
      return { ...page, data };
    },

    /**
     * Notes that the next devices are about to be given the package, and what they have until then. Those that have
     * another profile by now leave the roll-out. @returns how many there were
     */
    async begin(rollout: StoredRollout, count: number, now: number): Promise<number> {
      const own = ownColumn(rollout.type);
      const { rowCount } = await pool.query(
        `WITH next AS MATERIALIZED (
           SELECT device_id FROM rollout_device WHERE rollout_id = $1 AND phase = 0 AND wave <= $2
           ORDER BY wave, device_id LIMIT $6 FOR UPDATE SKIP LOCKED
         )
         UPDATE rollout_device AS row
         SET step = CASE WHEN device.device_profile_id = $3 THEN 'ASSIGNING' ELSE 'SKIPPED' END,
           reason = CASE WHEN device.device_profile_id = $3 THEN NULL ELSE 'ANOTHER_PROFILE' END,
           since = $5, assigned_time = $5, progress_time = $5, former_id = device.${own},
           had_it = coalesce(coalesce(device.${own}, profile.${own}) = $4, false)
         FROM device JOIN device_profile AS profile ON profile.id = device.device_profile_id
         WHERE row.rollout_id = $1 AND device.id = row.device_id
           AND row.device_id IN (SELECT device_id FROM next)
           AND EXISTS (SELECT FROM rollout WHERE id = $1 AND state = 'RUNNING')`,
        [rollout.id, rollout.wave, rollout.deviceProfileId, rollout.packageId, now, count],
      );
      return rowCount ?? 0;
    },

    /** Devices in some phases, the first of them. */
    async inPhase(rolloutId: string, from: number, to: number, count: number): Promise<AssignedDevice[]> {
      const { rows } = await pool.query<{ device_id: string; former_id: string | null }>(
        `SELECT device_id, former_id FROM rollout_device WHERE rollout_id = $1 AND phase BETWEEN $2 AND $3
         ORDER BY phase, wave, device_id LIMIT $4`,
        [rolloutId, from, to, count],
      );
      return rows.map((row) => ({ deviceId: row.device_id, formerId: row.former_id }));
    },

    /** Puts devices at a step; what they said before stays unless they say something else. */
    async enter(
      rolloutId: string,
      devices: readonly { deviceId: string; said?: string | null; reason?: RolloutDeviceReason | null }[],
      step: RolloutStep,
      now: number,
    ): Promise<void> {
      if (devices.length === 0) return;
      await pool.query(
        `UPDATE rollout_device AS row SET step = $2, since = $3, progress_time = $3,
           said = coalesce(given.said, row.said), reason = given.reason
         FROM unnest($4::uuid[], $5::text[], $6::text[]) AS given (id, said, reason)
         WHERE row.rollout_id = $1 AND row.device_id = given.id`,
        [
          ...[rolloutId, step, now, devices.map(({ deviceId }) => deviceId)],
          ...[devices.map(({ said }) => said ?? null), devices.map(({ reason }) => reason ?? null)],
        ],
      );
    },

    /** Which of these packages are there. */
    async packagesOf(tenantId: string, ids: readonly string[]): Promise<Set<string>> {
      const { rows } = await pool.query<{ id: string }>(
        'SELECT id FROM ota_package WHERE tenant_id = $1 AND id = ANY($2::uuid[])',
        [tenantId, ids],
      );
      return new Set(rows.map(({ id }) => id));
    },

    /** The devices of a phase behind a place, with what there is of them now, in order. */
    async watch(rollout: StoredRollout, phase: 2 | 3, after: Place, count: number): Promise<WatchedDevice[]> {
      const prefix = rollout.type === 'FIRMWARE' ? 'fw' : 'sw';
      const names = [`${prefix}_state`, `${prefix}_error`, `target_${prefix}_ts`] as const;
      const ids = await keys.knownIdsOf(names);
      const { rows } = await pool.query<WatchedRow>(
        `SELECT row.*, coalesce(device.${ownColumn(rollout.type)} = $2, false) AS has_package,
           device.device_profile_id = $3 AS has_profile, target.long_value AS target_ts,
           state.string_value AS state, state.ts AS state_ts, error.string_value AS error, error.ts AS error_ts
         FROM (SELECT * FROM rollout_device WHERE rollout_id = $1 AND phase = $4 AND (wave, device_id) > ($5, $6)
           ORDER BY wave, device_id LIMIT $7) AS row
         JOIN device ON device.id = row.device_id
         LEFT JOIN latest_value AS state ON state.entity_id = row.device_id AND state.key_id = $8
         LEFT JOIN latest_value AS error ON error.entity_id = row.device_id AND error.key_id = $9
         LEFT JOIN latest_value AS target ON target.entity_id = row.device_id AND target.key_id = $10
         ORDER BY row.wave, row.device_id`,
        [
          ...[rollout.id, rollout.packageId, rollout.deviceProfileId, phase, after.wave, after.deviceId, count],
          ...names.map((name) => ids.get(name) ?? -1),
        ],
      );
      return rows.map(toWatched);
    },

    /** Stores what became of devices, unless something else happened to them meanwhile. */
    async update(
      rolloutId: string,
      changes: readonly { device: WatchedDevice; after: DeviceProgress }[],
    ): Promise<void> {
      if (changes.length === 0) return;
      const of = <T>(pick: (after: DeviceProgress) => T): T[] => changes.map(({ after }) => pick(after));
      await pool.query(
        `UPDATE rollout_device AS row SET step = given.step, since = given.since, reported = given.reported,
           reported_ts = given.reported_ts, progress_time = given.progress_time, said = given.said,
           reason = given.reason,
           accepted = row.accepted AND given.step IN ('FAILED', 'SILENT', 'BAD_VALUES'),
           checked_time = CASE WHEN given.step = row.step THEN row.checked_time ELSE 0 END
         FROM unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[],
           $9::text[], $10::text[]) AS given (id, former_step, step, since, reported, reported_ts, progress_time, said, reason)
         WHERE row.rollout_id = $1 AND row.device_id = given.id AND row.step = given.former_step`,
        [
          ...[rolloutId, changes.map(({ device }) => device.deviceId), changes.map(({ device }) => device.before.step)],
          ...[of(({ step }) => step), of(({ since }) => since), of(({ reported }) => reported)],
          ...[of(({ reportedTs }) => reportedTs), of(({ progressTime }) => progressTime), of(({ said }) => said)],
          of(({ reason }) => reason),
        ],
      );
    },

    /** Updated devices whose values were looked at longest ago, before a time. */
    async unchecked(rolloutId: string, before: number, count: number): Promise<string[]> {
      const { rows } = await pool.query<{ device_id: string }>(
        `SELECT device_id FROM rollout_device WHERE rollout_id = $1 AND phase = 3 AND step IN ('UPDATED', 'BAD_VALUES')
           AND checked_time < $2 ORDER BY checked_time, device_id LIMIT $3`,
        [rolloutId, before, count],
      );
      return rows.map(({ device_id }) => device_id);
    },

    /** Notes which of the updated devices have bad values. */
    async checked(rolloutId: string, ids: readonly string[], bad: readonly string[], now: number): Promise<void> {
      await pool.query(
        `UPDATE rollout_device SET checked_time = $4,
           since = CASE WHEN (step = 'BAD_VALUES') = (device_id = ANY($3::uuid[])) THEN since ELSE $4 END,
           accepted = accepted AND device_id = ANY($3::uuid[]),
           step = CASE WHEN device_id = ANY($3::uuid[]) THEN 'BAD_VALUES' ELSE 'UPDATED' END
         WHERE rollout_id = $1 AND device_id = ANY($2::uuid[]) AND step IN ('UPDATED', 'BAD_VALUES')`,
        [rolloutId, ids, bad, now],
      );
    },
  };
}

export type RolloutDevices = ReturnType<typeof createRolloutDevices>;
