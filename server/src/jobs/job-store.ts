import {
  type Job,
  type JobAction,
  type JobEntityType,
  type JobFailure,
  type JobList,
  type JobState,
  MAX_JOBS_KEPT,
} from '@signalbox/contract/job';
import { type PageData, pageData } from '@signalbox/contract/page';
import type pg from 'pg';
import { inTransaction } from '../storage/transaction.ts';

/** Ids that are stored as one row. */
const BATCH_SIZE = 200;

/** A job as the server works on it. */
export interface StoredJob {
  id: string;
  createdTime: number;
  endedTime: number | null;
  tenantId: string;
  userId: string;
  entityType: JobEntityType;
  action: JobAction;
  targetId: string | null;
  targetName: string | null;
  /** null: it was given ids. */
  list: JobList | null;
  state: JobState;
  reason: string | null;
  total: number;
  done: number;
  failed: number;
  /** Ids of the lowest batch that are done. */
  position: number;
  /** Whether the whole list has been read. */
  isFound: boolean;
  /** How far it has been read: the next page, and the newest entity so far. */
  foundPage: number;
  foundCount: number;
  newest: Place | undefined;
}

/** Where an entity stands in a list by creation time. */
export interface Place {
  createdTime: number;
  id: string;
}

export interface NewJob
  extends Pick<
    StoredJob,
    'id' | 'createdTime' | 'tenantId' | 'userId' | 'entityType' | 'action' | 'targetId' | 'targetName' | 'list'
  > {
  total: number;
  /** Absent with a list. */
  ids: readonly string[] | undefined;
}

interface JobRow {
  id: string;
  created_time: number;
  ended_time: number | null;
  tenant_id: string;
  user_id: string;
  entity_type: JobEntityType;
  action: JobAction;
  target_id: string | null;
  target_name: string | null;
  list: JobList | null;
  state: JobState;
  reason: string | null;
  total: number;
  done: number;
  failed: number;
  position: number;
  is_found: boolean;
  found_page: number;
  found_count: number;
  found_time: number | null;
  found_id: string | null;
}

const toStored = (row: JobRow): StoredJob => ({
  id: row.id,
  createdTime: row.created_time,
  endedTime: row.ended_time,
  tenantId: row.tenant_id,
  userId: row.user_id,
  entityType: row.entity_type,
  action: row.action,
  targetId: row.target_id,
  targetName: row.target_name,
  list: row.list,
  state: row.state,
  reason: row.reason,
  total: row.total,
  done: row.done,
  failed: row.failed,
  position: row.position,
  isFound: row.is_found,
  foundPage: row.found_page,
  foundCount: row.found_count,
  newest:
    row.found_time === null || row.found_id === null ? undefined : { createdTime: row.found_time, id: row.found_id },
});

/** A job as its owner sees it. */
export function toJob(job: StoredJob): Job {
  const { id, createdTime, endedTime, entityType, action, targetName, state, reason, total, done, failed } = job;
  return { id, createdTime, endedTime, entityType, action, targetName, state, reason, total, done, failed };
}

const inBatches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH_SIZE) }, (_, at) =>
    ids.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE),
  );

async function addBatches(client: pg.PoolClient, jobId: string, ids: readonly string[]): Promise<void> {
  const batches = inBatches(ids);
  if (batches.length === 0) return;
  await client.query(
    `INSERT INTO job_batch (job_id, number, ids)
     SELECT $1, (SELECT coalesce(max(number), 0) FROM job_batch WHERE job_id = $1) + batch.at,
       ARRAY(SELECT id::uuid FROM json_array_elements_text(batch.ids) AS id)
     FROM json_array_elements($2::json) WITH ORDINALITY AS batch (ids, at)`,
    [jobId, JSON.stringify(batches)],
  );
}

/** What a turn has done with entities of the lowest batch. */
export interface Progress {
  done: number;
  failures: readonly JobFailure[];
  /** How many of the batch are behind it now. */
  position: number;
  isBatchDone: boolean;
}

const UNDER_WAY = "state IN ('QUEUED', 'RUNNING')";

/** Jobs, the ids that they have left, and what failed. */
export function createJobStore(pool: pg.Pool) {
  const one = async (text: string, values: unknown[]): Promise<StoredJob | undefined> => {
    const { rows } = await pool.query<JobRow>(text, values);
    return rows[0] && toStored(rows[0]);
  };

  return {
    /**
     * Stores a job; of its user's ended ones the oldest go.
     * @param maxWaiting how many jobs of the tenant may wait or run
     * @returns false when there are so many
     */
    async insert(job: NewJob, maxWaiting: number): Promise<boolean> {
      return inTransaction(pool, async ({ client }) => {
        // One at a time for each tenant, so that the count holds.
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 18))', [job.tenantId]);
        const inserted = await client.query(
          `INSERT INTO job (id, created_time, queued_time, tenant_id, user_id, entity_type, action, target_id,
             target_name, list, state, total, is_found)
           SELECT $1, $2, $2, $3, $4, $5, $6, $7, $8, $9, 'QUEUED', $10, $11
           WHERE (SELECT count(*) FROM job WHERE tenant_id = $3 AND ${UNDER_WAY}) < $12`,
          [
            ...[job.id, job.createdTime, job.tenantId, job.userId, job.entityType, job.action, job.targetId],
            ...[job.targetName, job.list && JSON.stringify(job.list), job.total, job.ids !== undefined, maxWaiting],
          ],
        );
        if (inserted.rowCount === 0) return false;
        if (job.ids) await addBatches(client, job.id, job.ids);
        await client.query(
          `DELETE FROM job WHERE id IN (SELECT id FROM job WHERE user_id = $1 AND NOT ${UNDER_WAY}
           ORDER BY created_time DESC OFFSET ${MAX_JOBS_KEPT})`,
          [job.userId],
        );
        return true;
      });
    },

    find: (userId: string, id: string) => one('SELECT * FROM job WHERE id = $1 AND user_id = $2', [id, userId]),

    /** Jobs of a user, the newest first. */
    async list(userId: string): Promise<StoredJob[]> {
      const { rows } = await pool.query<JobRow>(
        `SELECT * FROM job WHERE user_id = $1 ORDER BY ${UNDER_WAY} DESC, created_time DESC LIMIT $2`,
        [userId, 2 * MAX_JOBS_KEPT],
      );
      return rows.map(toStored);
    },

    async failures(
      jobId: string,
      entityType: JobEntityType,
      link: { pageSize: number; page: number },
      total: number,
    ): Promise<PageData<JobFailure>> {
      const { rows } = await pool.query<{ entity_id: string; name: string; reason: string }>(
        'SELECT * FROM job_failure WHERE job_id = $1 ORDER BY name, entity_id LIMIT $2 OFFSET $3',
        [jobId, link.pageSize, link.page * link.pageSize],
      );
      const data = rows.map(({ entity_id, name, reason }) => ({
        entityId: { entityType, id: entity_id },
        name,
        reason,
      }));
      return pageData(data, total, link);
    },

    /** The job whose turn it is of each tenant that has one: the oldest, which may be running already. */
    async findDue(): Promise<{ id: string; tenantId: string }[]> {
      const { rows } = await pool.query<{ id: string; tenant_id: string }>(
        `SELECT DISTINCT ON (tenant_id) id, tenant_id FROM job WHERE ${UNDER_WAY} ORDER BY tenant_id, queued_time, id`,
      );
      return rows.map(({ id, tenant_id }) => ({ id, tenantId: tenant_id }));
    },

    /** Begins or continues a job; undefined when it was cancelled or is gone. */
    begin: (id: string) => one(`UPDATE job SET state = 'RUNNING' WHERE id = $1 AND ${UNDER_WAY} RETURNING *`, [id]),

    /** The ids that are next, in order; undefined when none are left. */
    async nextBatch(jobId: string): Promise<string[] | undefined> {
      const { rows } = await pool.query<{ ids: string[] }>(
        'SELECT ids FROM job_batch WHERE job_id = $1 ORDER BY number LIMIT 1',
        [jobId],
      );
      return rows[0]?.ids;
    },

    /** Notes a page of a list. */
    async addFound(
      job: StoredJob,
      ids: readonly string[],
      found: { page: number; newest: Place | undefined; isLast: boolean; total: number },
    ): Promise<void> {
      await inTransaction(pool, async ({ client }) => {
        const updated = await client.query(
          `UPDATE job SET found_page = $2, found_time = $3, found_id = $4, is_found = $5, total = $6,
             found_count = found_count + $7
           WHERE id = $1 AND ${UNDER_WAY}`,
          [
            job.id,
            found.page,
            found.newest?.createdTime ?? null,
            found.newest?.id ?? null,
            found.isLast,
            found.total,
            ids.length,
          ],
        );
        if (updated.rowCount !== 0) await addBatches(client, job.id, ids);
      });
    },

    /** Notes what was done; false when the job was cancelled or is gone. */
    async addProgress(jobId: string, { done, failures, position, isBatchDone }: Progress): Promise<boolean> {
      return inTransaction(pool, async ({ client }) => {
        const { rows } = await client.query<{ state: JobState }>(
          `UPDATE job SET done = done + $2, failed = failed + $3, position = $4 WHERE id = $1 RETURNING state`,
          [jobId, done, failures.length, isBatchDone ? 0 : position],
        );
        if (rows.length === 0) return false;
        if (isBatchDone) {
          await client.query(
            `DELETE FROM job_batch WHERE job_id = $1
               AND number = (SELECT min(number) FROM job_batch WHERE job_id = $1)`,
            [jobId],
          );
        }
        if (failures.length > 0) {
          await client.query(
            `INSERT INTO job_failure (job_id, entity_id, name, reason)
             SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[]) ON CONFLICT DO NOTHING`,
            [
              jobId,
              failures.map((failure) => failure.entityId.id),
              failures.map(({ name }) => name),
              failures.map(({ reason }) => reason),
            ],
          );
        }
        return rows[0]?.state === 'RUNNING';
      });
    },

    /** Ends a job that is under way; returns it, undefined when it was not. */
    end: (id: string, state: 'CANCELLED' | 'DONE' | 'FAILED', now: number, reason: string | null = null) =>
      one(`UPDATE job SET state = $2, ended_time = $3, reason = $4 WHERE id = $1 AND ${UNDER_WAY} RETURNING *`, [
        id,
        state,
        now,
        reason,
      ]),

    /**
     * Puts a job that has ended into the queue again, with what failed behind what was not begun.
     * @returns the job; 'full' when as many as `maxWaiting` wait; undefined when it has not ended or is gone
     */
    async requeue(
      id: string,
      tenantId: string,
      now: number,
      maxWaiting: number,
    ): Promise<StoredJob | 'full' | undefined> {
      return inTransaction(pool, async ({ client }) => {
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 18))', [tenantId]);
        const waiting = await client.query<{ total: number }>(
          `SELECT count(*)::integer AS total FROM job WHERE tenant_id = $1 AND ${UNDER_WAY}`,
          [tenantId],
        );
        if ((waiting.rows[0]?.total ?? 0) >= maxWaiting) return 'full';
        const { rows } = await client.query<JobRow>(
          `UPDATE job SET state = 'QUEUED', queued_time = $2, ended_time = NULL, reason = NULL, failed = 0
           WHERE id = $1 AND NOT ${UNDER_WAY} RETURNING *`,
          [id, now],
        );
        if (!rows[0]) return undefined;
        const failed = await client.query<{ entity_id: string }>(
          'DELETE FROM job_failure WHERE job_id = $1 RETURNING entity_id',
          [id],
        );
        await addBatches(
          client,
          id,
          failed.rows.map((row) => row.entity_id),
        );
        return toStored(rows[0]);
      });
    },

    /** Forgets a job; false when it has not ended or is gone. */
    async delete(userId: string, id: string): Promise<boolean> {
      const { rowCount } = await pool.query(`DELETE FROM job WHERE id = $1 AND user_id = $2 AND NOT ${UNDER_WAY}`, [
        id,
        userId,
      ]);
      return rowCount !== 0;
    },

    /** Forgets jobs that ended before a time. */
    async deleteEndedBefore(time: number): Promise<void> {
      await pool.query('DELETE FROM job WHERE ended_time < $1', [time]);
    },
  };
}

export type JobStore = ReturnType<typeof createJobStore>;
