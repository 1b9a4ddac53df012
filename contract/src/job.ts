import * as z from 'zod/mini';
import { ALARM_SEARCH_STATUSES, ALARM_SEVERITIES } from './alarm.ts';
import { entityIdSchema, uuidSchema } from './id.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';
import { SET_ASIDE_MESSAGE } from './set-aside-message.ts';
import { storedText } from './text.ts';
import { naturalLong } from './whole-number.ts';

/** Kinds of entity that jobs work on. */
export const JOB_ENTITY_TYPES = [
  'DEVICE',
  'ASSET',
  'ENTITY_VIEW',
  'EDGE',
  'DASHBOARD',
  'CUSTOMER',
  'USER',
  'TENANT',
  'ALARM',
  'TENANT_PROFILE',
  'DEVICE_PROFILE',
  'RULE_CHAIN',
  'WIDGETS_BUNDLE',
  SET_ASIDE_MESSAGE,
] as const;
export type JobEntityType = (typeof JOB_ENTITY_TYPES)[number];

/** What a job does with each entity. Not every kind has all of them. */
export const JOB_ACTIONS = [
  'DELETE',
  'ASSIGN_TO_CUSTOMER',
  'UNASSIGN_FROM_CUSTOMER',
  'MAKE_PUBLIC',
  'MAKE_PRIVATE',
  'ASSIGN_TO_EDGE',
  'UNASSIGN_FROM_EDGE',
  'CHANGE_PROFILE',
  'ACKNOWLEDGE',
  'CLEAR',
  /** Of messages that were set aside: from where they failed, or from the start. */
  'RETRY',
  'RETRY_FROM_START',
] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];

/** CANCELLED, DONE and FAILED are final until the job is retried. */
export const JOB_STATES = ['QUEUED', 'RUNNING', 'CANCELLED', 'DONE', 'FAILED'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Whether a job waits or runs. */
export function isUnderWay({ state }: { state: JobState }): boolean {
  return state === 'QUEUED' || state === 'RUNNING';
}

/** Most entities that a job is given by id. */
export const MAX_JOB_IDS = 10_000;
/** Most entities that a job works on when it is given a list. */
export const MAX_JOB_ENTITIES = 1_000_000;
/** Most failures that a job collects: it stops then. */
export const MAX_JOB_FAILURES = 10_000;
/** Most jobs of a tenant that wait or run. */
export const MAX_JOBS_WAITING = 20;
/** Ended jobs that are kept of a user. */
export const MAX_JOBS_KEPT = 50;

const flag = z.optional(z.nullable(z.boolean()));
const idOrNone = z.optional(z.nullable(uuidSchema));
const words = z.optional(z.nullable(storedText(255)));

/** The list whose entities a job works on: all that it finds. Absent members filter nothing. */
export const jobListSchema = z.object({
  /** On whose page the list is: entities of a customer, on an edge, or users of a tenant. */
  customerId: idOrNone,
  edgeId: idOrNone,
  tenantId: idOrNone,
  textSearch: words,
  type: words,
  deviceProfileId: idOrNone,
  active: flag,
  unassigned: flag,
  /** Of bundles of widgets: without those of the system. */
  own: flag,
  /** Of alarms: those of one entity, also propagated ones, instead of all; and those about one originator. */
  entity: z.optional(z.nullable(entityIdSchema)),
  originatorId: idOrNone,
  /** Of messages that were set aside. */
  queueName: words,
  ruleChainId: idOrNone,
  ruleNodeId: idOrNone,
  severity: z.optional(z.nullable(z.enum(ALARM_SEVERITIES))),
  searchStatus: z.optional(z.nullable(z.enum(ALARM_SEARCH_STATUSES))),
  /** Bounds on the creation, both inclusive, in epoch ms. */
  startTime: z.optional(z.nullable(naturalLong)),
  endTime: z.optional(z.nullable(naturalLong)),
});
export type JobList = z.infer<typeof jobListSchema>;

/** Body of POST /api/jobs: either `ids` or `list`. */
export const jobInputSchema = z.object({
  entityType: z.enum(JOB_ENTITY_TYPES),
  action: z.enum(JOB_ACTIONS),
  /** The customer, edge or device profile of actions that need one. */
  targetId: idOrNone,
  ids: z.optional(
    z.nullable(
      z.array(uuidSchema).check(z.maxLength(MAX_JOB_IDS, { error: `must not hold more than ${MAX_JOB_IDS} ids` })),
    ),
  ),
  list: z.optional(z.nullable(jobListSchema)),
});
export type JobInput = z.infer<typeof jobInputSchema>;

/** A job as its owner sees it. Times in epoch ms. */
export const jobSchema = z.object({
  id: uuidSchema,
  createdTime: z.number(),
  /** null until it has ended. */
  endedTime: z.nullable(z.number()),
  entityType: z.enum(JOB_ENTITY_TYPES),
  action: z.enum(JOB_ACTIONS),
  /** Name of the customer, edge or profile, as it was when the job was created. */
  targetName: z.nullable(z.string()),
  state: z.enum(JOB_STATES),
  /** Why it failed as a whole. */
  reason: z.nullable(z.string()),
  /** Entities that it works on; while they are being found, as many as the list has. */
  total: z.number(),
  /** Those that are as the action leaves them. */
  done: z.number(),
  failed: z.number(),
});
export type Job = z.infer<typeof jobSchema>;

export const jobFailureSchema = z.object({
  entityId: z.object({ entityType: z.enum(JOB_ENTITY_TYPES), id: uuidSchema }),
  /** The id, when the name is not known any more. */
  name: z.string(),
  reason: z.string(),
});
export type JobFailure = z.infer<typeof jobFailureSchema>;

const tag = 'job';
const access = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const params = { jobId: uuidSchema };

/** Not in 3.3.2. Work on many entities that runs on the server; everybody sees their own jobs. */
export const jobRoutes = {
  createJob: route({
    method: 'POST',
    path: '/api/jobs',
    tag,
    summary: 'Do something with many entities, given by their ids or as everything that a list finds',
    access,
    body: jobInputSchema,
    reply: jobSchema,
  }),
  getJobs: route({
    method: 'GET',
    path: '/api/jobs',
    tag,
    summary: 'List the jobs of the caller, newest first',
    access,
    reply: z.array(jobSchema),
  }),
  getJob: route({
    method: 'GET',
    path: '/api/jobs/:jobId',
    tag,
    summary: 'Read a job and its progress',
    access,
    params,
    reply: jobSchema,
  }),
  getJobFailures: route({
    method: 'GET',
    path: '/api/jobs/:jobId/failures',
    tag,
    summary: 'List the entities that a job failed on, and why',
    access,
    params,
    query: { pageSize: pageQuery.pageSize, page: pageQuery.page },
    reply: pageOf(jobFailureSchema),
  }),
  cancelJob: route({
    method: 'POST',
    path: '/api/jobs/:jobId/cancel',
    tag,
    summary: 'Stop a job; what it has done stays',
    access,
    params,
    reply: jobSchema,
  }),
  retryJob: route({
    method: 'POST',
    path: '/api/jobs/:jobId/retry',
    tag,
    summary: 'Continue a job that has ended with what failed and what was not begun',
    access,
    params,
    reply: jobSchema,
  }),
  deleteJob: route({
    method: 'DELETE',
    path: '/api/jobs/:jobId',
    tag,
    summary: 'Forget a job that has ended',
    access,
    params,
    reply: 'empty',
  }),
};
