import { type Job, type JobFailure, type JobInput, MAX_JOB_ENTITIES, MAX_JOBS_WAITING } from '@signalbox/contract/job';
import type { PageData } from '@signalbox/contract/page';
import { badRequest, entityNotFound, permissionDenied } from '../http/errors.ts';
import type { CallAs } from '../http/route-caller.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { newEntityId } from '../storage/ids.ts';
import { JOB_KINDS, listCallOf, readTarget } from './job-kinds.ts';
import { type JobStore, type StoredJob, toJob } from './job-store.ts';

export interface JobServiceParts {
  store: JobStore;
  callAs: CallAs;
  /** A job waits for its turn. */
  wake: () => void;
}

/** What a list or a target is called, whichever it has. */
interface Named {
  name?: string;
  title?: string;
}

const tooMany = () =>
  badRequest(`There are ${MAX_JOBS_WAITING} jobs of this tenant already. Try again when one has ended.`);

/** Jobs of users: everybody creates, sees, stops and continues their own. */
export function createJobService({ store, callAs, wake }: JobServiceParts) {
  async function require(user: SecurityUser, id: string): Promise<StoredJob> {
    const job = await store.find(user.userId, id);
    if (!job) throw entityNotFound('Job', id);
    return job;
  }

  /** Name of the customer, edge or profile that an action needs. */
  async function requireTarget(user: SecurityUser, input: JobInput): Promise<string | null> {
    const work = JOB_KINDS[input.entityType].actions[input.action];
    if (!work) throw badRequest(`Validation error: action ${input.action} does not apply to ${input.entityType}`);
    if (!work.target) return null;
    if (!input.targetId) throw badRequest('Validation error: targetId must be given');
    const found = (await readTarget((route, call) => callAs(user, route, call), work, input.targetId)) as Named;
    return found.title ?? found.name ?? null;
  }

  /** How many entities a list has now. */
  async function countList(user: SecurityUser, input: JobInput): Promise<number> {
    const { route, input: call } = listCallOf(JOB_KINDS[input.entityType], input.entityType, input.list ?? {});
    const page = await callAs(user, route, { ...call, query: { ...call.query, pageSize: 1, page: 0 } });
    return (page as PageData<unknown>).totalElements;
  }

  return {
    async create(user: SecurityUser, input: JobInput): Promise<Job> {
      const { entityType, action, list } = input;
      if (user.isPublic || !JOB_KINDS[entityType].access.includes(user.authority)) throw permissionDenied();
      const ids = input.ids ? [...new Set(input.ids)] : undefined;
      if (Boolean(ids) === Boolean(list)) throw badRequest('Validation error: either ids or list must be given');
      if (ids?.length === 0) throw badRequest('Validation error: ids must not be empty');
      const targetName = await requireTarget(user, input);
      const total = ids?.length ?? (await countList(user, input));
      if (total > MAX_JOB_ENTITIES) {
        throw badRequest(`Validation error: list has more than ${MAX_JOB_ENTITIES} entities`);
      }
      const { id, createdTime } = newEntityId();
      const isStored = await store.insert(
        {
          id,
          createdTime,
          tenantId: user.tenantId,
          userId: user.userId,
          entityType,
          action,
          targetId: targetName === null ? null : (input.targetId ?? null),
          targetName,
          list: list ?? null,
          total,
          ids,
        },
        MAX_JOBS_WAITING,
      );
      if (!isStored) throw tooMany();
      wake();
      return toJob(await require(user, id));
    },

    list: async (user: SecurityUser): Promise<Job[]> => (await store.list(user.userId)).map(toJob),

    get: async (user: SecurityUser, id: string): Promise<Job> => toJob(await require(user, id)),

    async failures(
      user: SecurityUser,
      id: string,
      link: { pageSize: number; page: number },
    ): Promise<PageData<JobFailure>> {
      const { entityType, failed } = await require(user, id);
      return store.failures(id, entityType, link, failed);
    },

    /** Stops a job; one that has ended stays as it is. */
    async cancel(user: SecurityUser, id: string): Promise<Job> {
      await require(user, id);
      await store.end(id, 'CANCELLED', Date.now());
      return toJob(await require(user, id));
    },

    async retry(user: SecurityUser, id: string): Promise<Job> {
      await require(user, id);
      const queued = await store.requeue(id, user.tenantId, Date.now(), MAX_JOBS_WAITING);
      if (queued === 'full') throw tooMany();
      if (!queued) throw badRequest('The job has not ended.');
      wake();
      return toJob(queued);
    },

    /** Forgets a job; one that is not there is forgotten already, perhaps by another window of the same person. */
    async delete(user: SecurityUser, id: string): Promise<void> {
      const isGone = await store.delete(user.userId, id);
      if (!isGone && (await store.find(user.userId, id))) throw badRequest('The job has not ended.');
    },
  };
}

export type JobService = ReturnType<typeof createJobService>;
