import * as z from 'zod/mini';
import { entityIdSchema, typedId, uuidSchema } from './id.ts';
import { pageOf, queryUuidOrNone, timePageQuery } from './page.ts';
import { route } from './route.ts';

/** What the rows of the list and jobs call such a message; no kind of entity. */
export const SET_ASIDE_MESSAGE = 'SET_ASIDE_MESSAGE';

const setAsideIdSchema = z.object({ entityType: z.literal(SET_ASIDE_MESSAGE), id: uuidSchema });

/** A message that failed in the rules and was set aside. */
export const setAsideMessageInfoSchema = z.object({
  id: setAsideIdSchema,
  /** When it was set aside, epoch ms. */
  createdTime: z.number(),
  messageType: z.string(),
  queueName: z.string(),
  originator: entityIdSchema,
  /** null when it is gone. */
  originatorName: z.nullable(z.string()),
  /** Where it failed, with the names at that time; null when it did not come to a node. */
  ruleChainId: z.nullable(typedId('RULE_CHAIN')),
  ruleChainName: z.nullable(z.string()),
  ruleNodeId: z.nullable(typedId('RULE_NODE')),
  ruleNodeName: z.nullable(z.string()),
  reason: z.string(),
});
export type SetAsideMessageInfo = z.infer<typeof setAsideMessageInfoSchema>;

/** What a message says. */
const contentSchema = z.object({
  messageType: z.string(),
  originator: entityIdSchema,
  /** Payload text, normally JSON. */
  data: z.string(),
  metadata: z.record(z.string(), z.string()),
});

export const setAsideMessageSchema = z.extend(setAsideMessageInfoSchema, {
  messageId: z.string(),
  /** When the message was created, epoch ms. */
  ts: z.number(),
  data: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** As it came to the rules, when nodes have changed it since; else null. */
  entered: z.nullable(contentSchema),
});
export type SetAsideMessage = z.infer<typeof setAsideMessageSchema>;

/** What is set aside, and what waits in the queues of the tenant. */
export const setAsideSummarySchema = z.object({
  total: z.number(),
  /** When there are more, the oldest go. */
  limit: z.number(),
  /** Days after which a message goes. */
  keptDays: z.number(),
  /** epoch ms; null when nothing is set aside */
  oldestTime: z.nullable(z.number()),
  queues: z.array(
    z.object({
      queueName: z.string(),
      /** Messages that wait for their turn outside of the log. */
      waiting: z.number(),
      /** Those of them that have failed and are tried again. */
      retrying: z.number(),
      /** epoch ms */
      since: z.number(),
    }),
  ),
});
export type SetAsideSummary = z.infer<typeof setAsideSummarySchema>;

const tag = 'set-aside message';
const access = ['TENANT_ADMIN'] as const;
const params = { messageId: uuidSchema };

/** Not in 3.3.2. Messages that failed for good. Many of them are retried or dropped by jobs (POST /api/jobs). */
export const setAsideMessageRoutes = {
  getSetAsideMessages: route({
    method: 'GET',
    path: '/api/setAsideMessages',
    tag,
    summary: 'List the messages that were set aside; the text is searched in their reasons',
    access,
    query: {
      ...timePageQuery,
      /** Of messages. */
      type: z.optional(z.string()),
      queueName: z.optional(z.string()),
      originatorId: queryUuidOrNone,
      ruleChainId: queryUuidOrNone,
      ruleNodeId: queryUuidOrNone,
    },
    reply: pageOf(setAsideMessageInfoSchema),
  }),
  getSetAsideSummary: route({
    method: 'GET',
    path: '/api/setAsideMessages/summary',
    tag,
    summary: 'Read how many messages are set aside, and how many wait in the queues',
    access,
    reply: setAsideSummarySchema,
  }),
  getSetAsideMessage: route({
    method: 'GET',
    path: '/api/setAsideMessage/:messageId',
    tag,
    summary: 'Read a message that was set aside, with its payload and metadata',
    access,
    params,
    reply: setAsideMessageSchema,
  }),
  retrySetAsideMessage: route({
    method: 'POST',
    path: '/api/setAsideMessage/:messageId/retry',
    tag,
    summary: 'Send a message through the rules again: from the node where it failed, or from the start',
    access,
    params,
    query: { from: z.enum(['NODE', 'START']) },
    reply: 'empty',
  }),
  deleteSetAsideMessage: route({
    method: 'DELETE',
    path: '/api/setAsideMessage/:messageId',
    tag,
    summary: 'Drop a message that was set aside',
    access,
    params,
    reply: 'empty',
  }),
};
