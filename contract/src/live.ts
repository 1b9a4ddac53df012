import * as z from 'zod/mini';
import {
  type AlarmData,
  alarmDataQuerySchema,
  type EntityData,
  entityCountQuerySchema,
  entityDataQuerySchema,
  entityKeySchema,
} from './entity-query.ts';
import { entityIdSchema } from './id.ts';
import type { LiveErrorCode } from './live-codes.ts';
import { type PageData, withinTime } from './page.ts';
import { AGGREGATIONS } from './telemetry.ts';

/** Address of the socket; the access token goes in the query parameter `token`. */
export const LIVE_PATH = '/api/ws/plugins/telemetry';
/** Size of a client's frame. */
export const MAX_FRAME_BYTES = 32_768;
/** Advertised limit of entities per subscription; not enforced against the client's page size. */
export const MAX_ENTITIES_PER_SUBSCRIPTION = 10_000;

const maybe = <T extends z.core.$ZodType>(schema: T) => z.optional(z.nullable(schema));

/** A number that defaults to 0 when absent or null, since some clients omit it. */
const orZero = <T extends z.core.$ZodType<number>>(schema: T) =>
  z.pipe(
    maybe(schema),
    z.transform((value) => value ?? 0),
  );

const cmdId = orZero(z.int().check(z.gte(0, { error: 'Cmd id is negative value!' })));
/** A whole number: what clients have reckoned may have a fraction, and "without an end" may be any large one. */
const whole = z.pipe(
  z.number(),
  z.transform((value) => withinTime(Math.trunc(value))),
);
/** Epoch ms or a length in ms. */
const ms = whole;
const aggregation = z.enum(AGGREGATIONS);

/** Members that v1 subscriptions to attributes and series share. */
const subscriptionShape = {
  cmdId,
  entityType: maybe(z.string()),
  entityId: maybe(z.string()),
  /** Comma-separated; all keys when absent. */
  keys: maybe(z.string()),
  scope: maybe(z.string()),
  unsubscribe: maybe(z.boolean()),
};

export const attributesSubscriptionSchema = z.object(subscriptionShape);
export type AttributesSubscriptionCommand = z.infer<typeof attributesSubscriptionSchema>;

/** The intervals of an aggregation. The calendar is not in 3.3.2; its members have the names of later releases. */
const intervalShape = {
  /** Length in ms. */
  interval: maybe(ms),
  /** One of INTERVAL_TYPES; those of the calendar take the place of `interval`. */
  intervalType: maybe(z.string()),
  /** IANA zone of that calendar; UTC when absent. */
  timeZone: maybe(z.string().check(z.maxLength(64))),
  timeZoneId: maybe(z.string().check(z.maxLength(64))),
};

const windowShape = { ...intervalShape, limit: maybe(whole), agg: maybe(z.string()) };

export const timeseriesSubscriptionSchema = z.object({
  ...subscriptionShape,
  ...windowShape,
  startTs: maybe(ms),
  timeWindow: maybe(ms),
});
export type TimeseriesSubscriptionCommand = z.infer<typeof timeseriesSubscriptionSchema>;

export const historyCommandSchema = z.object({
  ...subscriptionShape,
  ...windowShape,
  startTs: orZero(ms),
  endTs: orZero(ms),
});
export type HistoryCommand = z.infer<typeof historyCommandSchema>;

/** Members that the history reads of an entity data command share. */
const readShape = {
  keys: z.array(z.string()),
  ...intervalShape,
  /** Points per key without aggregation; 0 or absent: 100. */
  limit: maybe(whole),
  agg: maybe(aggregation),
  fetchLatestPreviousPoint: maybe(z.boolean()),
  /** IANA zone; without `intervalType`, an `interval` of a day, week, month or year follows its calendar. Not in 3.3.2. */
  timezone: maybe(z.string().check(z.maxLength(64))),
};

export const entityHistoryCommandSchema = z.object({ ...readShape, startTs: orZero(ms), endTs: orZero(ms) });
export type EntityHistoryCommand = z.infer<typeof entityHistoryCommandSchema>;
export const timeSeriesCommandSchema = z.object({ ...readShape, startTs: orZero(ms), timeWindow: orZero(ms) });
export type TimeSeriesCommand = z.infer<typeof timeSeriesCommandSchema>;
export const latestValueCommandSchema = z.object({ keys: z.array(entityKeySchema) });

export const entityDataCommandSchema = z.object({
  cmdId,
  query: maybe(entityDataQuerySchema),
  historyCmd: maybe(entityHistoryCommandSchema),
  latestCmd: maybe(latestValueCommandSchema),
  tsCmd: maybe(timeSeriesCommandSchema),
});
export type EntityDataCommand = z.infer<typeof entityDataCommandSchema>;

export const entityCountCommandSchema = z.object({ cmdId, query: maybe(entityCountQuerySchema) });
export type EntityCountCommand = z.infer<typeof entityCountCommandSchema>;

export const alarmDataCommandSchema = z.object({ cmdId, query: maybe(alarmDataQuerySchema) });
export type AlarmDataCommand = z.infer<typeof alarmDataCommandSchema>;

/**
 * Not in 3.3.2: tells that alarms have changed, and not how. Of one entity, with those that were propagated to it, or
 * without one of all that the user sees.
 */
export const alarmChangesCommandSchema = z.object({ cmdId, entityId: maybe(entityIdSchema) });
export type AlarmChangesCommand = z.infer<typeof alarmChangesCommandSchema>;

export const unsubscribeCommandSchema = z.object({ cmdId });

/** Lists of a frame, in the order of execution. */
export const COMMAND_LISTS = [
  'attrSubCmds',
  'tsSubCmds',
  'historyCmds',
  'entityDataCmds',
  'alarmDataCmds',
  'entityCountCmds',
  'alarmChangesCmds',
  'entityDataUnsubscribeCmds',
  'alarmDataUnsubscribeCmds',
  'entityCountUnsubscribeCmds',
  'alarmChangesUnsubscribeCmds',
] as const;
export type CommandList = (typeof COMMAND_LISTS)[number];

/** A frame of a client: lists of commands, each of which may be absent. Unknown members are ignored. */
export const commandFrameSchema = z.object({
  attrSubCmds: maybe(z.array(z.unknown())),
  tsSubCmds: maybe(z.array(z.unknown())),
  historyCmds: maybe(z.array(z.unknown())),
  entityDataCmds: maybe(z.array(z.unknown())),
  alarmDataCmds: maybe(z.array(z.unknown())),
  entityCountCmds: maybe(z.array(z.unknown())),
  alarmChangesCmds: maybe(z.array(z.unknown())),
  entityDataUnsubscribeCmds: maybe(z.array(z.unknown())),
  alarmDataUnsubscribeCmds: maybe(z.array(z.unknown())),
  entityCountUnsubscribeCmds: maybe(z.array(z.unknown())),
  alarmChangesUnsubscribeCmds: maybe(z.array(z.unknown())),
});

/** Answer and updates of v1 commands. Values are text whatever their type; null without a value. */
export interface SubscriptionUpdate {
  subscriptionId: number;
  errorCode: LiveErrorCode;
  errorMsg: string | null;
  /** Key → [ts, value], newest first; null with an error. */
  data: Record<string, [ts: number, value: string | null][]> | null;
  /** Key → ts of the last pair in `data`. */
  latestValues: Record<string, number>;
}

/** Full page (`data`), or what changed of its entities (`update`), where `latest` or `timeseries` is null. */
export interface EntityDataUpdate {
  cmdUpdateType: 'ENTITY_DATA';
  cmdId: number;
  errorCode: LiveErrorCode;
  errorMsg: string | null;
  data: PageData<EntityData> | null;
  update:
    | {
        entityId: EntityData['entityId'];
        latest: EntityData['latest'] | null;
        timeseries: EntityData['timeseries'] | null;
        /** Requested history keys that the user may not read; absent when there are none. */
        notPermitted?: EntityData['notPermitted'];
      }[]
    | null;
  allowedEntities: number;
}

export interface EntityCountUpdate {
  cmdUpdateType: 'COUNT_DATA';
  cmdId: number;
  errorCode: LiveErrorCode;
  errorMsg: string | null;
  count: number;
}

export interface AlarmDataUpdate {
  cmdUpdateType: 'ALARM_DATA';
  cmdId: number;
  errorCode: LiveErrorCode;
  errorMsg: string | null;
  data: PageData<AlarmData> | null;
  update: AlarmData[] | null;
  allowedEntities: number;
  totalEntities: number;
}

/** Any frame of the server. */
/** The first one says that changes are told from now on, each further one that there were some. */
export interface AlarmChangesUpdate {
  cmdUpdateType: 'ALARM_CHANGES';
  cmdId: number;
  errorCode: LiveErrorCode;
  errorMsg: string | null;
}

export type LiveUpdate =
  | SubscriptionUpdate
  | EntityDataUpdate
  | EntityCountUpdate
  | AlarmDataUpdate
  | AlarmChangesUpdate;
