import { setTimeout as delay } from 'node:timers/promises';
import { entityId, NULL_UUID } from '@signalbox/contract/id';
import { type JobAction, type JobFailure, MAX_JOB_ENTITIES, MAX_JOB_FAILURES } from '@signalbox/contract/job';
import type { PageData } from '@signalbox/contract/page';
import { SET_ASIDE_MESSAGE } from '@signalbox/contract/set-aside-message';
import type { EntityDirectory } from '../access/entity-directory.ts';
import { isTransient } from '../config/transient-error.ts';
import { ApiError } from '../http/errors.ts';
import type { CallAs } from '../http/route-caller.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { type Call, JOB_KINDS, type JobRow, listCallOf, readTarget } from './job-kinds.ts';
import type { JobStore, Place, StoredJob } from './job-store.ts';

/** Entities of a list that are read together. */
const LIST_PAGE = 2000;
/** Entities after which progress is stored: what a killed server repeats, and how many follow a cancellation. */
const STEP = 40;
/** Entities that a job works on at the same time: all jobs together leave connections of the database to others. */
const AT_ONCE = 3;
/** Part of the time of a step for which a job rests behind it. */
const REST = 0.25;

/** Actions after which what they were done with is gone. */
const GOING: ReadonlySet<JobAction> = new Set<JobAction>(['DELETE', 'RETRY', 'RETRY_FROM_START']);

export interface JobTurnParts {
  store: JobStore;
  callAs: CallAs;
  directory: EntityDirectory;
  /** The owner of a job as they are now; undefined when they may not sign in any more. */
  findUser: (userId: string) => Promise<SecurityUser | undefined>;
  /** Aborted when the server stops. */
  closing: AbortSignal;
}

const isBehind = (row: JobRow, place: Place | undefined): boolean =>
  !place || row.createdTime > place.createdTime || (row.createdTime === place.createdTime && row.id.id > place.id);

/** What a person is told of a failure; what is ours is not told in detail. */
function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Internal server error';
}

/** A failure that is nobody's fault and may be over in a moment. */
export function isTemporary(error: unknown): boolean {
  return isTransient(error) || (error instanceof ApiError && error.status === 503);
}

/** Does one turn of a job: reads a page of its list, or works on a batch of its entities. */
export function createJobTurn({ store, callAs, directory, findUser, closing }: JobTurnParts) {
  const fail = (job: StoredJob, reason: string) => store.end(job.id, 'FAILED', Date.now(), reason);

  /** Rows without those with which the action can never be done. */
  async function withoutLeftOut(job: StoredJob, user: SecurityUser, rows: JobRow[]): Promise<JobRow[]> {
    const work = JOB_KINDS[job.entityType].actions[job.action];
    const { leavesOut } = work ?? {};
    if (!work || !leavesOut) return rows;
    const target = await readTarget((route, input) => callAs(user, route, input), work, job.targetId ?? '');
    return rows.filter((row) => !leavesOut(row, user, target));
  }

  /**
   * Reads the next page of what the list finds, in the order of creation: what is made meanwhile comes last. That with which
   * the action can never be done is left out.
   */
  async function find(job: StoredJob, user: SecurityUser): Promise<void> {
    const { route, input } = listCallOf(JOB_KINDS[job.entityType], job.entityType, job.list ?? {});
    const read = async (pageSize: number, page: number): Promise<PageData<JobRow>> =>
      (await callAs(user, route, {
        ...input,
        query: { ...input.query, pageSize, page, sortProperty: 'createdTime', sortOrder: 'ASC' },
      })) as PageData<JobRow>;
    let page = job.foundPage;
    // Where entities have gone meanwhile, those behind them have moved to pages that were read already.
    while (page > 0) {
      const [last] = (await read(1, page * LIST_PAGE - 1)).data;
      if (last && !isBehind(last, job.newest)) break;
      page--;
    }
    const { data, totalElements, hasNext } = await read(LIST_PAGE, page);
    if (totalElements > MAX_JOB_ENTITIES) {
      await fail(job, `The list has more than ${MAX_JOB_ENTITIES} entities.`);
      return;
    }
    const behind = data.filter((row) => isBehind(row, job.newest));
    const last = behind.at(-1);
    const rows = await withoutLeftOut(job, user, behind);
    const count = job.foundCount + rows.length;
    await store.addFound(
      job,
      rows.map(({ id }) => id.id),
      {
        page: page + 1,
        newest: last ? { createdTime: last.createdTime, id: last.id.id } : job.newest,
        isLast: !hasNext,
        total: hasNext ? Math.max(count, totalElements) : count,
      },
    );
  }

  async function workOn(job: StoredJob, user: SecurityUser, id: string): Promise<JobFailure | undefined> {
    const work = JOB_KINDS[job.entityType].actions[job.action];
    try {
      if (!work) throw new Error(`no ${job.action} for ${job.entityType}`);
      const call: Call = (route, input) => callAs(user, route, input);
      await work.run(call, id, job.targetId ?? '', user);
      return undefined;
    } catch (error) {
      if (isTemporary(error)) throw error;
      // It is what was wanted, whoever did it.
      if (GOING.has(job.action) && error instanceof ApiError && error.status === 404) return undefined;
      const entity = { entityType: job.entityType, id };
      const known =
        job.entityType === SET_ASIDE_MESSAGE ? undefined : await directory.find(entityId(job.entityType, id));
      // What belongs to another tenant has no name for the owner of the job.
      const isTheirs = known !== undefined && (job.tenantId === NULL_UUID || known.tenantId === job.tenantId);
      return { entityId: entity, name: isTheirs ? known.name : id, reason: reasonOf(error) };
    }
  }

  /** Works on some entities, a few at a time. */
  async function workOnSome(job: StoredJob, user: SecurityUser, ids: readonly string[]): Promise<JobFailure[]> {
    const failures: JobFailure[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < ids.length) {
        const failure = await workOn(job, user, ids[next++] as string);
        if (failure) failures.push(failure);
      }
    };
    const workers = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
    const broken = workers.find((result) => result.status === 'rejected');
    if (broken) throw broken.reason;
    return failures;
  }

  async function workOnBatch(job: StoredJob, user: SecurityUser, ids: readonly string[]): Promise<void> {
    let failed = job.failed;
    for (let at = job.position; at < ids.length && !closing.aborted; at += STEP) {
      const some = ids.slice(at, at + STEP);
      const began = performance.now();
      const failures = await workOnSome(job, user, some);
      const position = at + some.length;
      const isRunning = await store.addProgress(job.id, {
        done: some.length - failures.length,
        failures,
        position,
        isBatchDone: position === ids.length,
      });
      failed += failures.length;
      if (!isRunning) return;
      if (failed >= MAX_JOB_FAILURES) {
        await fail(job, `It failed on ${failed} entities.`);
        return;
      }
      const rest = (performance.now() - began) * REST;
      await delay(rest, undefined, { ref: false, signal: closing }).catch(() => undefined);
    }
  }

  /**
   * The job continues with its next turn, until it has ended.
   * @throws what makes the turn fail as a whole; it may be repeated when it is transient
   */
  return async function takeTurn(id: string): Promise<void> {
    const job = await store.begin(id);
    if (!job) return;
    const user = await findUser(job.userId);
    const isStillTheirs = user?.tenantId === job.tenantId;
    if (!user || !isStillTheirs) {
      await fail(job, 'Its owner may not do this any more.');
      return;
    }
    try {
      if (!job.isFound) return await find(job, user);
      const ids = await store.nextBatch(id);
      if (ids) await workOnBatch(job, user, ids);
      else await store.end(id, 'DONE', Date.now());
    } catch (error) {
      if (isTemporary(error) || !(error instanceof ApiError)) throw error;
      await fail(job, error.message);
    }
  };
}
