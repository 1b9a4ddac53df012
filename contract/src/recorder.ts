import * as z from 'zod/mini';
import { ALARM_SEVERITIES, ALARM_STATUSES } from './alarm.ts';
import { entityIdSchema, entityTypeSchema, typedId, uuidSchema } from './id.ts';
import { queryBooleanOrNone, queryInteger, queryIntegerOrNone } from './page.ts';
import { route } from './route.ts';
import { ruleChainMetadataInputSchema } from './rule-chain.ts';
import { ATTRIBUTE_SCOPES } from './telemetry.ts';
import { naturalLong } from './whole-number.ts';

/*
 * The recorder: what rule chains did with messages of the log. Nothing is recorded while messages run; a trace runs a
 * message again with its effects listed instead of done. Not in 3.3.2.
 */

/** Most messages of one answer, and of one try. */
export const MAX_RECORDED_MESSAGES = 1_000;
/** Most messages that entered nodes of one answer. */
export const MAX_ENTERED_MESSAGES = 100;
/** Characters of the payload in a list of messages. */
export const RECORDED_PREVIEW = 300;
/** Steps, and characters of contents, after which a trace ends. */
export const MAX_TRACE_STEPS = 2_000;
export const MAX_TRACE_TEXT = 2_000_000;
/** Characters of what is sent that a trace shows. */
export const MAX_TRACE_SENT = 20_000;
/** Samples of messages with which a draft does something else. */
export const MAX_TRY_SAMPLES = 100;

/**
 * What became of a message: it went through the rules without a failure, failed at a node, is set aside, or still waits
 * for its turn, its retry or an answer.
 */
export const MESSAGE_OUTCOMES = ['SUCCESS', 'FAILURE', 'SET_ASIDE', 'WAITING'] as const;
const outcomeSchema = z.enum(MESSAGE_OUTCOMES);
export type MessageOutcome = z.infer<typeof outcomeSchema>;

/** What a message did in the rules, with the messages that nodes made of it. */
const deedsSchema = z.object({
  /** Values of telemetry that it stored. */
  values: z.number(),
  /** Attributes that it stored or deleted. */
  attributes: z.number(),
  /** Alarms that it raised, changed or cleared. */
  alarms: z.number(),
  /** What it sent outside, to devices and as answers. */
  sent: z.number(),
  /** Changes of relations, customers and edges, and entities that it created. */
  others: z.number(),
  /** The node at which it failed first; null: it failed at none. */
  failedAt: z.nullable(z.string()),
});
export type MessageDeeds = z.infer<typeof deedsSchema>;

/** Where a message is in the log: `partition.batch.index`. */
export const recordedPlaceSchema = z
  .string()
  .check(z.regex(/^\d{1,5}\.\d{1,15}\.\d{1,6}$/, { error: 'is not a place of a message' }));

/** A message as it is found in the log. */
export const recordedMessageSchema = z.object({
  place: z.string(),
  /** When its sender was told that it is stored, epoch ms. */
  createdTime: z.number(),
  id: z.string(),
  /** epoch ms */
  ts: z.number(),
  type: z.string(),
  originator: entityIdSchema,
  /** null: it has none. */
  originatorName: z.nullable(z.string()),
  /** Beginning of the payload. */
  preview: z.string(),
  /** Characters of the payload. */
  size: z.number(),
  queueName: z.nullable(z.string()),
  /** The node behind which it goes on, where it has waited there; else null. */
  continuesAt: z.nullable(typedId('RULE_NODE')),
  /** null: it is not known without running the message again. */
  outcome: z.nullable(outcomeSchema),
  /** null: it has not been run again, or waits or is set aside. */
  did: z.nullable(deedsSchema),
});
export type RecordedMessage = z.infer<typeof recordedMessageSchema>;

export const recordedMessagesSchema = z.object({
  messages: z.array(recordedMessageSchema),
  /** How far back was searched, epoch ms; the next search ends there (`endTs`). */
  reached: z.number(),
  /** Whether everything that is kept of the period was searched. */
  isComplete: z.boolean(),
});
export type RecordedMessages = z.infer<typeof recordedMessagesSchema>;

/** A message as it entered a node. */
const enteredMessageSchema = z.object({
  place: z.string(),
  /** epoch ms */
  createdTime: z.number(),
  originatorName: z.nullable(z.string()),
  ruleNodeId: uuidSchema,
  nodeName: z.string(),
  type: z.string(),
  data: z.string(),
  metadata: z.record(z.string(), z.string()),
});
export type EnteredMessage = z.infer<typeof enteredMessageSchema>;

const enteredMessagesSchema = z.object({
  messages: z.array(enteredMessageSchema),
  /** How far back was searched, epoch ms; the next search ends there (`endTs`). */
  reached: z.number(),
  /** Whether everything that is kept was looked through. */
  isComplete: z.boolean(),
});
export type EnteredMessages = z.infer<typeof enteredMessagesSchema>;

/** What a node sees of a message. Long payloads are cut, see `size`. */
const traceContentSchema = z.object({
  id: z.string(),
  ts: z.number(),
  type: z.string(),
  originator: entityIdSchema,
  data: z.string(),
  metadata: z.record(z.string(), z.string()),
  size: z.number(),
});
export type TraceContent = z.infer<typeof traceContentSchema>;

/** What is sent to somebody while a message waits for the answer. */
const traceSentSchema = z.object({
  /** An address, a topic, the recipients; of a call to a device its method. */
  to: z.string(),
  /** What goes along, by name, without what proves who sends it. */
  details: z.record(z.string(), z.string()),
  /** The beginning of what is sent. */
  text: z.string(),
  /** Characters of it. */
  size: z.number(),
});
export type TraceSent = z.infer<typeof traceSentSchema>;

/** JSON text of each value, by key. */
const values = z.record(z.string(), z.string());

/** What a node did, or would have done. */
const traceEffectSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('TELEMETRY'),
    entityId: entityIdSchema,
    points: z.array(z.object({ ts: z.number(), values })),
    /** s; 0: for ever */
    ttl: z.number(),
  }),
  z.object({
    kind: z.literal('ATTRIBUTES'),
    entityId: entityIdSchema,
    scope: z.enum(ATTRIBUTE_SCOPES),
    values,
    deleted: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('ALARM'),
    change: z.enum(['CREATED', 'UPDATED', 'CLEARED']),
    /** null: of a new one that is not known, or not there any more. */
    alarmId: z.nullable(typedId('ALARM')),
    originator: entityIdSchema,
    type: z.string(),
    severity: z.enum(ALARM_SEVERITIES),
    status: z.enum(ALARM_STATUSES),
  }),
  z.object({
    kind: z.literal('CUSTOMER'),
    entityId: entityIdSchema,
    customerId: typedId('CUSTOMER'),
    isAssigned: z.boolean(),
  }),
  z.object({
    kind: z.literal('RELATION'),
    change: z.enum(['CREATED', 'DELETED']),
    from: z.nullable(entityIdSchema),
    to: z.nullable(entityIdSchema),
    type: z.string(),
  }),
  z.object({
    kind: z.literal('EDGES'),
    edgeIds: z.array(uuidSchema),
    entityId: uuidSchema,
    type: z.string(),
    action: z.string(),
  }),
  z.object({
    kind: z.literal('ENTITY'),
    entityType: entityTypeSchema,
    name: z.string(),
    /** null: it is not there. */
    entityId: z.nullable(entityIdSchema),
  }),
  z.object({ kind: z.literal('MESSAGE'), content: z.number(), queueName: z.nullable(z.string()) }),
  z.object({ kind: z.literal('REPLY'), deviceId: typedId('DEVICE'), payload: z.string() }),
  z.object({
    kind: z.literal('WAIT'),
    /** What the message waited for. */
    for: z.enum(['DELAY', 'DEVICE', 'OUTSIDE', 'SCRIPT']),
    /** epoch ms; of a delay */
    until: z.nullable(z.number()),
    /** null: nothing is sent, or it cannot be. */
    sent: z.nullable(traceSentSchema),
  }),
]);
export type TraceEffect = z.infer<typeof traceEffectSchema>;

/** What a node read: it is what there is today. */
const traceReadSchema = z.object({
  what: z.enum(['ENTITY', 'ATTRIBUTES', 'LATEST', 'HISTORY', 'RELATIONS', 'EDGES', 'VIEWS', 'ALARM']),
  entityId: z.nullable(entityIdSchema),
  /** Beginning of the answer as JSON text. */
  result: z.string(),
});
export type TraceRead = z.infer<typeof traceReadSchema>;

const traceStepSchema = z.object({
  /** The node; null for a message that goes on from a node which is gone. */
  ruleNodeId: uuidSchema,
  nodeName: z.string(),
  /** Class name. */
  nodeType: z.string(),
  ruleChainId: uuidSchema,
  /** The step that it came from; null at the start. */
  from: z.nullable(z.number()),
  /** The relation along which it came; empty at the start of a chain. */
  relation: z.string(),
  /** Place in `contents`. */
  content: z.number(),
  outputs: z.array(z.object({ relation: z.string(), content: z.number(), error: z.nullable(z.string()) })),
  effects: z.array(traceEffectSchema),
  reads: z.array(traceReadSchema),
  /** µs, of this run. */
  micros: z.number(),
  /** Why nobody has taken the message when it failed here. */
  failure: z.nullable(z.string()),
  /** Whether the message went on when what it waited for had come; null: it did not wait. */
  continued: z.nullable(z.enum(['LATER', 'NOT_FOUND', 'ASSUMED'])),
  /** When that was, epoch ms. */
  continuedTime: z.nullable(z.number()),
  /** Whether the node decides by what it remembers of earlier messages, which is not known any more. */
  hasMemory: z.boolean(),
});
export type TraceStep = z.infer<typeof traceStepSchema>;

/** The way of a message through the chains. */
export const traceSchema = z.object({
  message: recordedMessageSchema,
  /** Chains that it went through, with the version that was in force; null: that is not known, and it is the one of now. */
  chains: z.array(z.object({ id: uuidSchema, name: z.string(), version: z.nullable(z.number()) })),
  steps: z.array(traceStepSchema),
  contents: z.array(traceContentSchema),
  /** A failure that belongs to no node, such as that there is no root chain. */
  failure: z.nullable(z.string()),
  /** Whether it took more steps than a trace has. */
  isCut: z.boolean(),
  /** Where it is set aside, itself or a copy of it. */
  setAside: z.array(
    z.object({
      id: uuidSchema,
      /** epoch ms */
      time: z.number(),
      reason: z.string(),
      ruleNodeId: z.nullable(uuidSchema),
    }),
  ),
  /** Where it waits in a queue: for its turn, or after a failure. */
  waiting: z.array(
    z.object({
      queueName: z.string(),
      /** How often it has failed. */
      attempts: z.number(),
      /** When it is tried again, epoch ms; null: as soon as it is its turn. */
      due: z.nullable(z.number()),
      /** epoch ms */
      since: z.number(),
    }),
  ),
  /** The same message, sent through the rules again later; the oldest first. */
  laterRuns: z.array(recordedMessageSchema),
});
export type Trace = z.infer<typeof traceSchema>;

/** The message that something came of. */
export const recordedCauseSchema = z.object({
  message: z.nullable(recordedMessageSchema),
  /** Whether it does that when it runs again; else it is the last one before, which may have had to do with it. */
  isCertain: z.boolean(),
  /**
   * Why there is none: what came then is not kept any more, nothing that is kept does it, or there was more to look
   * through than one search does.
   */
  missing: z.nullable(z.enum(['OLDER', 'WITHOUT_MESSAGE', 'NOT_FOUND'])),
});
export type RecordedCause = z.infer<typeof recordedCauseSchema>;

const time = naturalLong;

/** A chain that is being edited, and the messages that it is tried on. */
export const chainTryInputSchema = z.object({
  ruleChainId: typedId('RULE_CHAIN'),
  metadata: ruleChainMetadataInputSchema,
  /** epoch ms, inclusive and exclusive */
  startTs: time,
  endTs: time,
  /** Only messages of this one. */
  originator: z.optional(z.nullable(entityIdSchema)),
  /** The newest of them. */
  limit: z.int().check(z.gte(1), z.lte(MAX_RECORDED_MESSAGES)),
});
export type ChainTryInput = z.infer<typeof chainTryInputSchema>;

/** What messages did at a node. */
const triedNodeSchema = z.object({
  /** Its number in the nodes of the draft. */
  index: z.number(),
  entered: z.number(),
  /** Failures that no connection takes. */
  failed: z.number(),
  /** relation → messages */
  relations: z.record(z.string(), z.number()),
});

export const chainTryReplySchema = z.object({
  /** Messages that ran, the newest first; those that the chain never got are not among them. */
  tried: z.number(),
  /** Messages that were looked at. */
  seen: z.number(),
  reached: z.number(),
  isComplete: z.boolean(),
  nodes: z.array(triedNodeSchema),
  /** Messages with which the draft does something else than the chain in force. */
  different: z.number(),
  /** Some of them: what only the one and only the other does. */
  samples: z.array(
    z.object({
      message: recordedMessageSchema,
      draft: z.array(traceEffectSchema),
      inForce: z.array(traceEffectSchema),
      draftFailure: z.nullable(z.string()),
      inForceFailure: z.nullable(z.string()),
    }),
  ),
});
export type ChainTryReply = z.infer<typeof chainTryReplySchema>;

export const recorderRoutes = {
  recordedMessages: route({
    method: 'GET',
    path: '/api/recorder/messages',
    tag: 'recorder',
    summary: 'Messages of the log, the newest first; a search that takes too long replies how far it came',
    waits: true,
    access: ['TENANT_ADMIN'],
    query: {
      /** epoch ms, inclusive and exclusive; by default everything that is kept. */
      startTs: queryIntegerOrNone,
      endTs: queryIntegerOrNone,
      originatorId: z.optional(uuidSchema),
      messageId: z.optional(uuidSchema),
      type: z.optional(z.string()),
      /** SUCCESS and FAILURE are found by running messages again, so their searches reach less far. */
      outcome: z.optional(outcomeSchema),
      /** Runs what is found again to say what became of it, as far as that takes no longer than a second. */
      withOutcomes: queryBooleanOrNone,
      limit: queryInteger,
    },
    reply: recordedMessagesSchema,
  }),
  trace: route({
    method: 'GET',
    path: '/api/recorder/trace/:place',
    tag: 'recorder',
    summary: 'The way of a message of the log through the rule chains, with what each node got, did and read',
    waits: true,
    access: ['TENANT_ADMIN'],
    params: { place: recordedPlaceSchema },
    reply: traceSchema,
  }),
  causeOfValue: route({
    method: 'GET',
    path: '/api/recorder/cause/telemetry/:entityType/:entityId',
    tag: 'recorder',
    summary: 'The message of the log that a value of telemetry came of',
    waits: true,
    access: ['TENANT_ADMIN'],
    params: { entityType: entityTypeSchema, entityId: uuidSchema },
    query: { key: z.string(), ts: queryInteger },
    reply: recordedCauseSchema,
  }),
  causeOfAlarm: route({
    method: 'GET',
    path: '/api/recorder/cause/alarm/:alarmId',
    tag: 'recorder',
    summary: 'The message of the log that made an alarm what it was at a time',
    waits: true,
    access: ['TENANT_ADMIN'],
    params: { alarmId: uuidSchema },
    /** `number` of the entry in the alarm's history, which says which one of several changes of that time it was. */
    query: { ts: queryInteger, number: queryIntegerOrNone },
    reply: recordedCauseSchema,
  }),
  causeOfSetAside: route({
    method: 'GET',
    path: '/api/recorder/cause/setAsideMessage/:messageId',
    tag: 'recorder',
    summary: 'The message of the log that was set aside, as it came to the rules',
    waits: true,
    access: ['TENANT_ADMIN'],
    params: { messageId: uuidSchema },
    reply: recordedCauseSchema,
  }),
  enteredMessages: route({
    method: 'GET',
    path: '/api/recorder/ruleChain/:ruleChainId/messages',
    tag: 'recorder',
    summary:
      'The newest messages as they entered the nodes of a rule chain, or one of them; found by running those of the log again',
    waits: true,
    access: ['TENANT_ADMIN'],
    params: { ruleChainId: uuidSchema },
    query: { ruleNodeId: z.optional(uuidSchema), endTs: queryIntegerOrNone, limit: queryInteger },
    reply: enteredMessagesSchema,
  }),
  tryChain: route({
    method: 'POST',
    path: '/api/recorder/try',
    tag: 'recorder',
    summary: 'Run the newest messages through a chain that is being edited, beside the one in force; nothing is done',
    waits: true,
    access: ['TENANT_ADMIN'],
    body: chainTryInputSchema,
    bodyLimit: 8 * 1024 * 1024,
    reply: chainTryReplySchema,
  }),
  traceTry: route({
    method: 'POST',
    path: '/api/recorder/try/:place',
    tag: 'recorder',
    summary: 'The way of a message of the log through a chain that is being edited; nothing is done',
    waits: true,
    access: ['TENANT_ADMIN'],
    params: { place: recordedPlaceSchema },
    body: z.pick(chainTryInputSchema, { ruleChainId: true, metadata: true }),
    bodyLimit: 8 * 1024 * 1024,
    reply: traceSchema,
  }),
};
