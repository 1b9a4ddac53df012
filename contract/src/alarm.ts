import * as z from 'zod/mini';
import { entityIdSchema, entityTypeSchema, plainIdSchema, typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery, queryBooleanOrNone, queryUuidOrNone, timePageQuery } from './page.ts';
import { route } from './route.ts';
import { anyJson, nullableText, storedText } from './text.ts';
import { naturalLong } from './whole-number.ts';

/** How bad an alarm is, the worst first. */
export const ALARM_SEVERITIES = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE'] as const;
export type AlarmSeverity = (typeof ALARM_SEVERITIES)[number];

/** Whether its cause is still there, and whether somebody has seen it. */
export const ALARM_STATUSES = ['ACTIVE_UNACK', 'ACTIVE_ACK', 'CLEARED_UNACK', 'CLEARED_ACK'] as const;
export type AlarmStatus = (typeof ALARM_STATUSES)[number];

/** What lists filter by: each stands for some of the statuses. */
export const ALARM_SEARCH_STATUSES = ['ANY', 'ACTIVE', 'CLEARED', 'ACK', 'UNACK'] as const;
export type AlarmSearchStatus = (typeof ALARM_SEARCH_STATUSES)[number];

export const isActive = (status: AlarmStatus): boolean => status === 'ACTIVE_UNACK' || status === 'ACTIVE_ACK';
export const isAcknowledged = (status: AlarmStatus): boolean => status === 'ACTIVE_ACK' || status === 'CLEARED_ACK';

/** The statuses that a search status stands for. */
export function statusesOf(search: AlarmSearchStatus): AlarmStatus[] {
  switch (search) {
    case 'ANY':
      return [...ALARM_STATUSES];
    case 'ACTIVE':
      return ALARM_STATUSES.filter(isActive);
    case 'CLEARED':
      return ALARM_STATUSES.filter((status) => !isActive(status));
    case 'ACK':
      return ALARM_STATUSES.filter(isAcknowledged);
    case 'UNACK':
      return ALARM_STATUSES.filter((status) => !isAcknowledged(status));
  }
}

/** Kinds whose entities are what alarms are about: their originators. */
export const ALARM_ORIGINATOR_TYPES = [
  'DEVICE',
  'ASSET',
  'ENTITY_VIEW',
  'EDGE',
  'TENANT',
  'CUSTOMER',
  'USER',
  'DASHBOARD',
  'DEVICE_PROFILE',
  'RULE_CHAIN',
  'RULE_NODE',
] as const;

/** Relation types of an alarm. */
const MAX_RELATION_TYPES = 100;

/** An alarm as it is stored and returned. Times in epoch ms, 0: not yet. */
export const alarmSchema = z.object({
  id: typedId('ALARM'),
  createdTime: z.number(),
  tenantId: typedId('TENANT'),
  /** Customer of the originator. */
  customerId: typedId('CUSTOMER'),
  type: z.string(),
  originator: entityIdSchema,
  severity: z.enum(ALARM_SEVERITIES),
  status: z.enum(ALARM_STATUSES),
  startTs: z.number(),
  endTs: z.number(),
  ackTs: z.number(),
  clearTs: z.number(),
  details: anyJson,
  /** Whether what the originator is related to has the alarm as well. */
  propagate: z.boolean(),
  /** Only along relations of these types; empty: all. */
  propagateRelationTypes: z.array(z.string()),
  /** The type again. */
  name: z.string(),
});
export type Alarm = z.infer<typeof alarmSchema>;

/** An alarm in lists; `originatorName` is null unless it is asked for, and `Deleted` when the originator is gone. */
export const alarmInfoSchema = z.extend(alarmSchema, { originatorName: z.nullable(z.string()) });
export type AlarmInfo = z.infer<typeof alarmInfoSchema>;

/** Characters of the details of an alarm as JSON: lists show many alarms, with all that they say. */
export const MAX_ALARM_DETAILS = 65_536;
export const ALARM_DETAILS_TOO_LONG = `The details of an alarm have at most ${MAX_ALARM_DETAILS} characters`;
const detailsInput = anyJson.check(
  z.refine((value) => JSON.stringify(value).length <= MAX_ALARM_DETAILS, { error: ALARM_DETAILS_TOO_LONG }),
);

/** A time that clients may leave out. */
const time = z.pipe(
  z.optional(z.nullable(naturalLong)),
  z.transform((value) => value ?? 0),
);

/** Body of POST /api/alarm: what is required is checked by the server, with the texts of the wire. */
export const alarmInputSchema = z.object({
  id: z.optional(z.nullable(typedId('ALARM'))),
  type: nullableText(),
  originator: z.optional(z.nullable(entityIdSchema)),
  severity: z.optional(z.nullable(z.enum(ALARM_SEVERITIES))),
  status: z.optional(z.nullable(z.enum(ALARM_STATUSES))),
  startTs: time,
  endTs: time,
  ackTs: time,
  clearTs: time,
  details: detailsInput,
  propagate: z.pipe(
    z.optional(z.nullable(z.boolean())),
    z.transform((value) => value ?? false),
  ),
  propagateRelationTypes: z.pipe(
    z.optional(z.nullable(z.array(storedText(255)).check(z.maxLength(MAX_RELATION_TYPES)))),
    z.transform((value) => value ?? []),
  ),
});
export type AlarmInput = z.infer<typeof alarmInputSchema>;

/** What became of an alarm. `REOPENED`: it was cleared, and its status was set to active again. */
export const ALARM_CHANGES = ['CREATED', 'UPDATED', 'SEVERITY', 'ACKNOWLEDGED', 'CLEARED', 'REOPENED'] as const;
export type AlarmChange = (typeof ALARM_CHANGES)[number];

/** Who or what changed an alarm: a node of a rule chain, or a person by the API. */
export const ALARM_CAUSES = ['RULE_NODE', 'USER'] as const;

/** One change of an alarm. Consecutive updates by the same cause are one entry. */
export const alarmHistoryEntrySchema = z.object({
  /** From 1 on, the creation. */
  number: z.number(),
  change: z.enum(ALARM_CHANGES),
  ts: z.number(),
  /** When the last of several equal updates was, and how many there were. */
  lastTs: z.number(),
  times: z.number(),
  severity: z.enum(ALARM_SEVERITIES),
  status: z.enum(ALARM_STATUSES),
  cause: z.enum(ALARM_CAUSES),
  /** Of the node or the person. */
  causeId: plainIdSchema,
  /** Name of the node, or e-mail of the person, at that time. */
  causeName: z.string(),
});
export type AlarmHistoryEntry = z.infer<typeof alarmHistoryEntrySchema>;
/** Entries of one alarm that are kept: the creation and the newest ones. */
export const MAX_ALARM_HISTORY = 200;

const access = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const tag = 'alarm';
const alarmId = { alarmId: uuidSchema };
const entity = { entityType: entityTypeSchema, entityId: uuidSchema };

/** A value of a list, or nothing; clients that fill in a template send the empty text. */
function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.optional(
    z.pipe(
      z.enum(['', ...values]),
      z.transform((value) => (value === '' ? undefined : (value as Values[number]))),
    ),
  );
}

const statusQuery = { searchStatus: oneOf(ALARM_SEARCH_STATUSES), status: oneOf(ALARM_STATUSES) };
const listQuery = {
  ...timePageQuery,
  ...statusQuery,
  fetchOriginator: queryBooleanOrNone,
  /** Not in 3.3.2. */
  severity: oneOf(ALARM_SEVERITIES),
  /** Not in 3.3.2. */
  type: z.optional(z.string()),
};

export const alarmRoutes = {
  getAlarm: route({
    method: 'GET',
    path: '/api/alarm/:alarmId',
    tag,
    summary: 'Read an alarm',
    access,
    params: alarmId,
    reply: alarmSchema,
  }),
  getAlarmInfo: route({
    method: 'GET',
    path: '/api/alarm/info/:alarmId',
    tag,
    summary: 'Read an alarm with the name of its originator',
    access,
    params: alarmId,
    reply: alarmInfoSchema,
  }),
  getAlarmHistory: route({
    method: 'GET',
    path: '/api/alarm/history/:alarmId',
    tag,
    summary: 'List the changes of an alarm, the newest first, with who or what made them',
    access,
    params: alarmId,
    query: { pageSize: pageQuery.pageSize, page: pageQuery.page },
    reply: pageOf(alarmHistoryEntrySchema),
  }),
  saveAlarm: route({
    method: 'POST',
    path: '/api/alarm',
    tag,
    summary: 'Create an alarm, or merge it into the active one of its type and originator, or into the one with its id',
    access,
    body: alarmInputSchema,
    reply: alarmSchema,
  }),
  deleteAlarm: route({
    method: 'DELETE',
    path: '/api/alarm/:alarmId',
    tag,
    summary: 'Delete an alarm and its history; replies whether it was there',
    access,
    params: alarmId,
    reply: z.boolean(),
  }),
  acknowledgeAlarm: route({
    method: 'POST',
    path: '/api/alarm/:alarmId/ack',
    tag,
    summary: 'Acknowledge an alarm; nothing happens when it is acknowledged',
    access,
    params: alarmId,
    reply: 'empty',
  }),
  clearAlarm: route({
    method: 'POST',
    path: '/api/alarm/:alarmId/clear',
    tag,
    summary: 'Clear an alarm; nothing happens when it is cleared',
    access,
    params: alarmId,
    reply: 'empty',
  }),
  getAlarms: route({
    method: 'GET',
    path: '/api/alarm/:entityType/:entityId',
    tag,
    summary: 'List the alarms of an entity: those about it, and those propagated to it',
    access,
    params: entity,
    query: listQuery,
    reply: pageOf(alarmInfoSchema),
  }),
  getAllAlarms: route({
    method: 'GET',
    path: '/api/alarms',
    tag,
    summary: 'List the alarms of the tenant, or of the customer of the user',
    access,
    // Not in 3.3.2: the originator.
    query: { ...listQuery, originatorId: queryUuidOrNone },
    reply: pageOf(alarmInfoSchema),
  }),
  getHighestAlarmSeverity: route({
    method: 'GET',
    path: '/api/alarm/highestSeverity/:entityType/:entityId',
    tag,
    summary: 'Read the worst severity among the alarms of an entity; empty without alarms',
    access,
    params: entity,
    query: statusQuery,
    reply: z.optional(z.enum(ALARM_SEVERITIES)),
  }),
};
