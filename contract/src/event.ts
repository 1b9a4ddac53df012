import * as z from 'zod/mini';
import { entityIdSchema, entityTypeSchema, plainIdSchema, typedId, uuidSchema } from './id.ts';
import { pageOf, timePageQuery } from './page.ts';
import { route } from './route.ts';

export const EVENT_TYPES = ['ERROR', 'LC_EVENT', 'STATS', 'DEBUG_RULE_NODE', 'DEBUG_RULE_CHAIN'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Something that happened to an entity; the members of `body` depend on `type`. */
export const eventSchema = z.object({
  id: plainIdSchema,
  createdTime: z.number(),
  tenantId: typedId('TENANT'),
  type: z.string(),
  uid: z.string(),
  entityId: entityIdSchema,
  body: z.record(z.string(), z.unknown()),
});
export type Event = z.infer<typeof eventSchema>;

const filterText = z.optional(z.nullable(z.string()));
const minimum = z.optional(z.nullable(z.number()));

/** Which events to list; texts match as case-insensitive "contains", empty ones match everything. */
export const eventFilterSchema = z.object({
  eventType: z.enum(EVENT_TYPES),
  server: filterText,
  // debug events
  msgDirectionType: filterText,
  dataSearch: filterText,
  metadataSearch: filterText,
  entityName: filterText,
  relationType: filterText,
  entityId: filterText,
  msgType: filterText,
  /** Only events with an error. */
  isError: z.optional(z.nullable(z.boolean())),
  errorStr: filterText,
  // errors
  method: filterText,
  // life cycle; status is `Success` or anything else for failures
  event: filterText,
  status: filterText,
  // statistics: minimum counts; 0 is no limit
  messagesProcessed: minimum,
  errorsOccurred: minimum,
});
export type EventFilter = z.infer<typeof eventFilterSchema>;

const anyAuthority = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const tag = 'event';
const entity = { entityType: entityTypeSchema, entityId: uuidSchema };
const query = { ...timePageQuery, tenantId: uuidSchema };

export const eventRoutes = {
  getEventsOfType: route({
    method: 'GET',
    path: '/api/events/:entityType/:entityId/:eventType',
    tag,
    summary: 'List the events of one type of an entity',
    access: anyAuthority,
    params: { ...entity, eventType: z.enum(EVENT_TYPES) },
    query,
    reply: pageOf(eventSchema),
  }),
  getEvents: route({
    method: 'GET',
    path: '/api/events/:entityType/:entityId',
    tag,
    summary: 'List all events of an entity; `textSearch` searches their type',
    access: anyAuthority,
    params: entity,
    query,
    reply: pageOf(eventSchema),
  }),
  findEvents: route({
    method: 'POST',
    path: '/api/events/:entityType/:entityId',
    tag,
    summary: 'List the events of an entity that match a filter',
    access: anyAuthority,
    params: entity,
    query,
    body: eventFilterSchema,
    reply: pageOf(eventSchema),
  }),
};
