import type { OtaPackageType } from '@signalbox/contract/ota-package';
import type { PageData, PageLink } from '@signalbox/contract/page';
import {
  ACTIVE_STATES,
  DELETABLE_STATES,
  MAX_ROLLOUTS,
  type Rollout,
  type RolloutAction,
  type RolloutGuard,
  type RolloutReason,
  type RolloutState,
  type RolloutWave,
  STATES_OF_ACTION,
} from '@signalbox/contract/rollout';
import { type SqlBool, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../storage/database.ts';
import { contains, orderBy, type SortColumns, selectPage } from '../storage/paging.ts';
import { inTransaction } from '../storage/transaction.ts';
import { retryFailed } from './retry-failed.ts';

/** A roll-out as the server works on it. Times in epoch ms. */
export interface StoredRollout {
  id: string;
  createdTime: number;
  startedTime: number | null;
  endedTime: number | null;
  tenantId: string;
  userId: string;
  name: string;
  type: OtaPackageType;
  packageId: string | null;
  packageTitle: string;
  packageVersion: string;
  deviceProfileId: string;
  deviceProfileName: string | null;
  state: RolloutState;
  reason: RolloutReason | null;
  wave: number;
  soakTime: number | null;
  shares: readonly (number | null)[];
  guard: RolloutGuard;
}

export type NewRollout = Pick<
  StoredRollout,
  | 'id'
  | 'createdTime'
  | 'tenantId'
  | 'userId'
  | 'name'
  | 'type'
  | 'packageTitle'
  | 'packageVersion'
  | 'deviceProfileId'
  | 'shares'
  | 'guard'
> & { packageId: string; waves: readonly (readonly string[])[] };

interface Row {
  id: string;
  created_time: number;
  started_time: number | null;
  ended_time: number | null;
  tenant_id: string;
  user_id: string;
  name: string;
  type: OtaPackageType;
  package_id: string | null;
  package_title: string;
  package_version: string;
  device_profile_id: string;
  profile_name: string | null;
  state: RolloutState;
  reason: RolloutReason | null;
  wave: number;
  soak_time: number | null;
  shares: (number | null)[];
  guard: RolloutGuard;
}

interface TallyRow {
  rollout_id: string;
  wave: number;
  waiting: number;
  under_way: number;
  succeeded: number;
  failed: number;
  accepted: number;
  skipped: number;
  rolled_back: number;
  total: number;
}

const toStored = (row: Row): StoredRollout => ({
  id: row.id,
  createdTime: row.created_time,
  startedTime: row.started_time,
  endedTime: row.ended_time,
  tenantId: row.tenant_id,
  userId: row.user_id,
  name: row.name,
  type: row.type,
  packageId: row.package_id,
  packageTitle: row.package_title,
  packageVersion: row.package_version,
  deviceProfileId: row.device_profile_id,
  deviceProfileName: row.profile_name,
  state: row.state,
  reason: row.reason,
  wave: row.wave,
  soakTime: row.soak_time,
  shares: row.shares,
  guard: row.guard,
});

const emptyWave = (share: number | null): RolloutWave => ({
  ...{ share, total: 0, waiting: 0, underWay: 0, succeeded: 0, failed: 0, accepted: 0, skipped: 0, rolledBack: 0 },
});

/** A roll-out as its tenant sees it. */
export const toRollout = (stored: StoredRollout, waves: RolloutWave[]): Rollout => {
  const { tenantId: _tenant, userId: _user, soakTime, shares: _shares, ...rest } = stored;
  const soakUntil = soakTime === null ? null : soakTime + stored.guard.soakSeconds * 1000;
  return { ...rest, soakUntil, waves };
};

/** What a person's action changes. */
const SETS: Readonly<Record<RolloutAction, string>> = {
  START: "state = 'RUNNING', wave = 0, started_time = given.now, reason = NULL",
  PAUSE: "state = 'PAUSED', reason = NULL",
  RESUME: "state = 'RUNNING', reason = NULL",
  APPROVE: "state = 'RUNNING', wave = wave + 1, soak_time = NULL",
  RETRY: "state = 'RUNNING', ended_time = NULL, soak_time = NULL, reason = NULL",
  STOP: "state = 'STOPPED', ended_time = given.now, soak_time = NULL, reason = NULL",
  ROLL_BACK: "state = 'ROLLING_BACK', ended_time = NULL, soak_time = NULL, reason = NULL",
};

const COLUMNS = 'rollout.*, profile.name AS profile_name';
const FROM = 'rollout LEFT JOIN device_profile AS profile ON profile.id = rollout.device_profile_id';
const SORT_COLUMNS: SortColumns = {
  createdTime: sql`rollout.created_time`,
  name: sql`lower(rollout.name)`,
  state: sql`rollout.state`,
  packageTitle: sql`lower(rollout.package_title)`,
};

/** Rows of `rollout`, with what their devices add up to. Methods for people take the tenant that they may look into. */
export function createRolloutStore(db: Database, pool: pg.Pool) {
  async function one(condition: string, values: unknown[]): Promise<StoredRollout | undefined> {
    const { rows } = await pool.query<Row>(`SELECT ${COLUMNS} FROM ${FROM} WHERE ${condition}`, values);
    return rows[0] && toStored(rows[0]);
  }

  return {
    /** @returns false when the tenant has as many as it may have */
    async insert(rollout: NewRollout): Promise<boolean> {
      return inTransaction(pool, async ({ client }) => {
        // One at a time for each tenant, so that the count holds.
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 46))', [rollout.tenantId]);
        const { rowCount } = await client.query(
          `INSERT INTO rollout (id, created_time, tenant_id, user_id, name, type, package_id, package_title,
             package_version, device_profile_id, shares, guard)
           SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
           WHERE (SELECT count(*) FROM rollout WHERE tenant_id = $3) < ${MAX_ROLLOUTS}`,
          [
            ...[rollout.id, rollout.createdTime, rollout.tenantId, rollout.userId, rollout.name, rollout.type],
            ...[rollout.packageId, rollout.packageTitle, rollout.packageVersion, rollout.deviceProfileId],
            ...[JSON.stringify(rollout.shares), JSON.stringify(rollout.guard)],
          ],
        );
        if (rowCount === 0) return false;
        for (const [wave, ids] of rollout.waves.entries()) {
          // Devices that go at this moment are not looked for any more.
          await client.query(
            `INSERT INTO rollout_device (rollout_id, device_id, wave, name)
             SELECT $1, device.id, $3, device.name FROM device WHERE device.id = ANY($2::uuid[]) AND device.tenant_id = $4
             ORDER BY device.id FOR KEY SHARE`,
            [rollout.id, ids, wave, rollout.tenantId],
          );
        }
        return true;
      });
    },

    find: (tenantId: string, id: string) => one('rollout.tenant_id = $1 AND rollout.id = $2', [tenantId, id]),

    /** As the engine reads it. */
    read: (id: string) => one('rollout.id = $1', [id]),

    async list(tenantId: string, link: PageLink): Promise<PageData<StoredRollout>> {
      const page = await selectPage<Row>(db, link, {
        select: sql.raw(COLUMNS),
        from: sql.raw(FROM),
        where: sql<SqlBool>`rollout.tenant_id = ${tenantId} AND ${contains(sql.ref('rollout.name'), link.textSearch)}`,
        orderBy: orderBy(link, SORT_COLUMNS, 'rollout'),
      });
      return { ...page, data: page.data.map(toStored) };
    },

    /** What the devices of each wave add up to: id of the roll-out → its waves. */
    async tallies(rollouts: readonly StoredRollout[]): Promise<Map<string, RolloutWave[]>> {
      const found = new Map(rollouts.map(({ id, shares }) => [id, shares.map(emptyWave)]));
      const unchecked = rollouts.filter(({ guard }) => guard.badFilters.length > 0).map(({ id }) => id);
      const { rows } = await pool.query<TallyRow>(
        `SELECT rollout_id, wave, count(*)::integer AS total,
           count(*) FILTER (WHERE phase < 2)::integer AS waiting,
           count(*) FILTER (WHERE phase = 2 OR step = 'UPDATED' AND NOT is_known)::integer AS under_way,
           count(*) FILTER (WHERE step = 'UPDATED' AND is_known)::integer AS succeeded,
           count(*) FILTER (WHERE has_failed AND NOT accepted)::integer AS failed,
           count(*) FILTER (WHERE has_failed AND accepted)::integer AS accepted,
           count(*) FILTER (WHERE step = 'SKIPPED')::integer AS skipped,
           count(*) FILTER (WHERE step = 'ROLLED_BACK')::integer AS rolled_back
         FROM rollout_device,
           LATERAL (SELECT step IN ('FAILED', 'SILENT', 'BAD_VALUES', 'REFUSED') AS has_failed,
             checked_time > 0 OR rollout_id <> ALL($2::uuid[]) AS is_known) AS more
         WHERE rollout_id = ANY($1::uuid[]) GROUP BY rollout_id, wave`,
        [[...found.keys()], unchecked],
      );
      for (const row of rows) {
        const waves = found.get(row.rollout_id);
        const wave = waves?.[row.wave];
        if (!wave) continue;
        const { waiting, under_way: underWay, succeeded, failed, accepted, skipped, total } = row;
        Object.assign(wave, { total, waiting, underWay, succeeded, failed, accepted, skipped });
        wave.rolledBack = row.rolled_back;
      }
      return found;
    },

    /** Name of the roll-out that holds a profile; undefined when none does. */
    async findActive({ tenantId, deviceProfileId, type }: StoredRollout): Promise<string | undefined> {
      const { rows } = await pool.query<{ name: string }>(
        `SELECT name FROM rollout WHERE tenant_id = $1 AND device_profile_id = $2 AND type = $3
           AND state = ANY($4::text[])`,
        [tenantId, deviceProfileId, type, ACTIVE_STATES],
      );
      return rows[0]?.name;
    },

    /**
     * Does what a person wants; from then on it is their work.
     * @returns false when the roll-out is in a state in which it cannot be done
     * @throws a unique violation of `rollout_active` when another one holds the profile
     */
    async change(tenantId: string, id: string, action: RolloutAction, userId: string, now: number): Promise<boolean> {
      return inTransaction(pool, async ({ client }) => {
        const { rows } = await client.query<Pick<Row, 'state' | 'reason' | 'type'>>(
          'SELECT state, reason, type FROM rollout WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE',
          [tenantId, id],
        );
        const known = rows[0];
        if (!known || !STATES_OF_ACTION[action].includes(known.state)) return false;
        await client.query(
          `UPDATE rollout SET ${SETS[action]}, user_id = $2 FROM (SELECT $3::bigint AS now) AS given WHERE id = $1`,
          [id, userId, now],
        );
        // Whoever lets it go on has seen what failed.
        if (action === 'RESUME' && known.reason !== null) {
          await client.query(
            `UPDATE rollout_device SET accepted = true WHERE rollout_id = $1 AND NOT accepted
               AND step IN ('FAILED', 'SILENT', 'BAD_VALUES', 'REFUSED')`,
            [id],
          );
        }
        if (action === 'RETRY') await retryFailed(client, id, known.type, now);
        return true;
      });
    },

    /** Ends, pauses or moves a roll-out that is still in that state and wave. */
    async move(
      { id, state, wave }: Pick<StoredRollout, 'id' | 'state' | 'wave'>,
      to: Partial<Pick<StoredRollout, 'state' | 'reason' | 'wave' | 'soakTime' | 'endedTime'>>,
    ): Promise<boolean> {
      const columns = {
        state: 'state',
        reason: 'reason',
        wave: 'wave',
        soakTime: 'soak_time',
        endedTime: 'ended_time',
      };
      const given = Object.entries(to) as [keyof typeof columns, unknown][];
      const sets = given.map(([member], at) => `${columns[member]} = $${at + 4}`).join(', ');
      const { rowCount } = await pool.query(`UPDATE rollout SET ${sets} WHERE id = $1 AND state = $2 AND wave = $3`, [
        id,
        state,
        wave,
        ...given.map(([, value]) => value),
      ]);
      return rowCount !== 0;
    },

    /** Roll-outs that are under way, by tenant, those that were started first in front. */
    async active(): Promise<Pick<StoredRollout, 'id' | 'tenantId' | 'state'>[]> {
      const { rows } = await pool.query<Row>(
        `SELECT id, tenant_id, state FROM rollout WHERE state IN ('RUNNING', 'PAUSED', 'WAITING', 'ROLLING_BACK')
         ORDER BY tenant_id, started_time, id`,
      );
      return rows.map(({ id, tenant_id, state }) => ({ id, tenantId: tenant_id, state }));
    },

    /** Ends drafts whose package is gone. */
    async endDrafts(now: number): Promise<void> {
      await pool.query(
        `UPDATE rollout SET state = 'STOPPED', reason = 'PACKAGE_GONE', ended_time = $1
         WHERE state = 'DRAFT' AND package_id IS NULL`,
        [now],
      );
    },

    /** False: it is under way or gone. */
    async delete(tenantId: string, id: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        'DELETE FROM rollout WHERE tenant_id = $1 AND id = $2 AND state = ANY($3::text[])',
        [tenantId, id, DELETABLE_STATES],
      );
      return rowCount !== 0;
    },
  };
}

export type RolloutStore = ReturnType<typeof createRolloutStore>;
