import { EVENT_TYPES, type EventType } from '@signalbox/contract/event';
import { type EntityId, type EntityType, entityId } from '@signalbox/contract/id';
import { type PageData, pageData, type TimePageLink } from '@signalbox/contract/page';
import { type SqlBool, sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { LivingEntities } from '../access/living-entities.ts';
import { isTransient } from '../config/transient-error.ts';
import { badRequest } from '../http/errors.ts';
import { newEntityId } from '../storage/ids.ts';
import { walkOf } from '../storage/list-walk.ts';
import { containsPattern } from '../storage/paging.ts';
import { storableJson } from '../storage/storable-text.ts';
import type { TimelineTotals } from '../storage/timeline-totals.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { EventFilter, EventStore, NewEvent, StoredEvent } from './event-store.ts';

/** How long events wait while the database is away, in ms. */
const RETRY_AFTER = 1000;
/** How long events wait for others to be written with, in ms. */
const FLUSH_AFTER = 50;
/** Maximum number of events in one statement. */
const BATCH_SIZE = 1000;
/** Maximum number of waiting events. Callers never wait: if the database cannot keep up, the oldest are dropped. */
const MAX_WAITING = 100_000;

/** So many events are passed over as quickly as they are counted. */
const NEAR = 1_000;
/** ms for which events may have waited without being older than others that have been counted for good. */
const ON_TIME = 20_000;

/** Texts of a filter → members of the body they look into. */
const TEXT_FILTERS: Record<string, string> = {
  server: 'server',
  msgDirectionType: 'type',
  dataSearch: 'data',
  metadataSearch: 'metadata',
  entityName: 'entityName',
  relationType: 'relationType',
  entityId: 'entityId',
  msgType: 'msgType',
  errorStr: 'error',
  method: 'method',
  event: 'event',
};
/** Which of them a type of event has. */
const DEBUG_FILTERS = [
  'msgDirectionType',
  'server',
  'dataSearch',
  'metadataSearch',
  'entityName',
  'relationType',
  'entityId',
  'msgType',
  'errorStr',
];
const FILTERS_OF: Record<EventType, readonly string[]> = {
  DEBUG_RULE_NODE: DEBUG_FILTERS,
  DEBUG_RULE_CHAIN: DEBUG_FILTERS,
  ERROR: ['server', 'method', 'errorStr'],
  LC_EVENT: ['server', 'event', 'errorStr'],
  STATS: ['server'],
};

interface EventRow {
  id: string;
  created_time: number;
  tenant_id: string;
  entity_type: EntityType;
  entity_id: string;
  type: string;
  uid: string;
  body: Record<string, unknown>;
}

/** An event on its way into the table. */
interface WaitingEvent {
  id: string;
  /** epoch ms */
  createdTime: number;
  event: NewEvent;
}

function withId(event: NewEvent): WaitingEvent {
  const { id, createdTime } = newEntityId();
  return { id, createdTime: event.createdTime ?? createdTime, event };
}

function toEvent(row: EventRow): StoredEvent {
  return {
    id: { id: row.id },
    createdTime: row.created_time,
    tenantId: entityId('TENANT', row.tenant_id),
    type: row.type,
    uid: row.uid,
    entityId: entityId(row.entity_type, row.entity_id),
    body: row.body,
  };
}

/** Conditions of a filter on the body; `add` takes a value and returns its place in the statement. */
function bodyConditions(filter: EventFilter, add: (value: unknown) => string): string[] {
  const { eventType } = filter;
  if (!eventType) return [];
  const conditions: string[] = [];
  for (const name of FILTERS_OF[eventType]) {
    const text = filter[name];
    if (typeof text !== 'string' || text === '') continue;
    conditions.push(`lower(body ->> '${TEXT_FILTERS[name]}') LIKE ${add(containsPattern(text))}`);
  }
  if (eventType.startsWith('DEBUG_') && filter.isError === true) conditions.push(`body ->> 'error' IS NOT NULL`);
  if (eventType === 'LC_EVENT' && typeof filter.status === 'string' && filter.status !== '') {
    conditions.push(`(body ->> 'success')::boolean = ${add(/^success$/i.test(filter.status))}`);
  }
  if (eventType === 'STATS') {
    for (const name of ['messagesProcessed', 'errorsOccurred'] as const) {
      const least = filter[name];
      if (typeof least === 'number' && least > 0) conditions.push(`(body ->> '${name}')::numeric >= ${add(least)}`);
    }
  }
  return conditions;
}

export interface EventStoreOptions {
  /** Events of deleted entities are left out; absent: all entities exist. */
  living?: LivingEntities;
  /** Pages up to so many events from the start are read without knowing the total. */
  near?: number;
  /** Remembers how many events of the past there are; absent: all are counted each time. */
  totals?: Pick<TimelineTotals, 'of' | 'forget'>;
}

/** EventStore on the table `event`: writes many at a time, shortly after they were handed over. */
export function createEventStore(
  pool: pg.Pool,
  log: Logger,
  { living, near = NEAR, totals }: EventStoreOptions = {},
): EventStore {
  let waiting: WaitingEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let dropped = 0;
  let closed = false;

  async function insert(client: Pick<pg.ClientBase, 'query'>, all: readonly WaitingEvent[]): Promise<void> {
    const gone = living
      ? await living.missing(
          all.map(({ event }) => event.entityId),
          client,
        )
      : new Set();
    const batch = gone.size === 0 ? all : all.filter(({ event }) => !gone.has(event.entityId.id));
    if (batch.length === 0) return;
    await client.query({
      name: 'event insert',
      text: `INSERT INTO event (id, created_time, tenant_id, entity_type, entity_id, type, uid, body)
        SELECT id, created_time, tenant_id, entity_type, entity_id, type, id::text, body::jsonb
        FROM unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::text[])
          AS new_event (id, created_time, tenant_id, entity_type, entity_id, type, body)`,
      values: [
        batch.map(({ id }) => id),
        batch.map(({ createdTime }) => createdTime),
        batch.map(({ event }) => event.tenantId),
        batch.map(({ event }) => event.entityId.entityType),
        batch.map(({ event }) => event.entityId.id),
        batch.map(({ event }) => event.type),
        batch.map(({ event }) => storableJson(event.body)),
      ],
    });
  }

  async function write(): Promise<void> {
    // What comes meanwhile has its own time, so that it is not written one by one, unless there will be none.
    for (let due = waiting.length; waiting.length > 0 && (due > 0 || closed); ) {
      const batch = waiting.splice(0, BATCH_SIZE);
      due -= batch.length;
      try {
        // In a transaction, whose outcome is looked up when the reply is lost: no event is stored twice.
        await inTransaction(
          pool,
          ({ client }) => insert(client, batch),
          () => closed,
        );
        if (batch.some(({ createdTime }) => Date.now() - createdTime > ON_TIME)) totals?.forget();
      } catch (error) {
        if (isTransient(error) && !closed) {
          // They wait for the database with those that come.
          waiting = [...batch, ...waiting];
          timer ??= setTimeout(() => void flush(), RETRY_AFTER);
          return;
        }
        log.error({ err: error, events: batch.length }, 'events could not be written');
      }
    }
    if (dropped > 0) {
      log.warn({ events: dropped }, 'events were dropped because the database could not keep up');
      dropped = 0;
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (writing) await writing;
    if (waiting.length === 0) return;
    writing = write();
    await writing;
    writing = undefined;
  }

  return {
    append(events) {
      for (const event of events) waiting.push(withId(event));
      if (waiting.length > MAX_WAITING) dropped += waiting.splice(0, waiting.length - MAX_WAITING).length;
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER);
    },

    store: (unit, events) => insert(unit.client, events.map(withId)),

    async list(tenantId, id: EntityId, link: TimePageLink, filter): Promise<PageData<StoredEvent>> {
      if (link.sortProperty && link.sortProperty !== 'createdTime') {
        throw badRequest(`Unsupported sort property '${link.sortProperty}'! Only createdTime is allowed.`);
      }
      // What was just reported is part of the answer.
      await flush();
      const values: unknown[] = [];
      const add = (value: unknown): string => `$${values.push(value)}`;
      const conditions = [
        `entity_id = ${add(id.id)}`,
        `entity_type = ${add(id.entityType)}`,
        `tenant_id = ${add(tenantId)}`,
        ...(link.startTime ? [`created_time >= ${add(link.startTime)}`] : []),
        ...(link.endTime ? [`created_time <= ${add(link.endTime)}`] : []),
        ...bodyConditions(filter, add),
      ];
      const text = filter.eventType ? '' : (link.textSearch ?? '').toLowerCase();
      const types = filter.eventType
        ? [filter.eventType]
        : EVENT_TYPES.filter((type) => type.toLowerCase().includes(text));
      if (types.length === 0) return pageData([], 0, link);
      const where = conditions.join(' AND ');
      const typed = types.map((type) => `${where} AND type = ${add(type)}`);
      const counted = values.slice();
      const isWhole = !link.startTime && !link.endTime && bodyConditions(filter, () => '').length === 0;
      const count = async (): Promise<number> => {
        if (totals && isWhole) {
          const where = sql<SqlBool>`entity_id = ${id.id} AND entity_type = ${id.entityType} AND tenant_id = ${tenantId}
            AND type = ANY(${types}::text[])`;
          return (await totals.of(tenantId, where)).total;
        }
        const parts = typed.map((one) => `(SELECT count(*) FROM event WHERE ${one})`);
        const result = await pool.query<{ total: number }>(`SELECT (${parts.join(' + ')})::integer AS total`, counted);
        return result.rows[0]?.total ?? 0;
      };
      const isOldestFirst = Boolean(link.sortProperty) && link.sortOrder !== 'DESC';
      const walk = walkOf(link);
      if (walk) {
        const direction = isOldestFirst ? 'ASC' : 'DESC';
        const parts = typed.map((one) => `SELECT * FROM event WHERE ${one}`);
        const text = `${parts.join(' UNION ALL ')} ORDER BY created_time ${direction}, id ${direction}`;
        const rows = await walk.next<EventRow>(() => ({ text, values: counted }));
        return pageData(rows.map(toEvent), 0, link);
      }
      /** The events of each type are in the order of their index, which has them found without reading them, and merged. */
      const read = async (isAscending: boolean, limit: number, skip: number): Promise<StoredEvent[]> => {
        const direction = isAscending ? 'ASC' : 'DESC';
        const order = `ORDER BY created_time ${direction}, id ${direction}`;
        const parts = typed.map((one) => `(SELECT id, type, created_time FROM event WHERE ${one} ${order})`);
        const { rows } = await pool.query<EventRow>(
          `SELECT event.* FROM (
             SELECT merged.*, row_number() OVER () AS place FROM (
               SELECT * FROM (${parts.join(' UNION ALL ')}) AS typed ${order}
               LIMIT $${counted.length + 1} OFFSET $${counted.length + 2}
             ) AS merged
           ) AS page
           JOIN event ON event.entity_id = $1 AND event.type = page.type AND event.created_time = page.created_time
             AND event.id = page.id
           ORDER BY page.place`,
          [...counted, limit, skip],
        );
        return rows.map(toEvent);
      };
      const offset = link.page * link.pageSize;
      if (offset > near) {
        // Read from the end that is nearer.
        const total = await count();
        const limit = Math.min(link.pageSize, total - offset);
        if (limit <= 0) return pageData([], total, link);
        const behind = total - offset - limit;
        const isFromEnd = behind < offset;
        const data = await read(isOldestFirst !== isFromEnd, limit, isFromEnd ? behind : offset);
        return pageData(isFromEnd ? data.reverse() : data, total, link);
      }
      const data = await read(isOldestFirst, link.pageSize, offset);
      const isLastPage = data.length < link.pageSize && (data.length > 0 || offset === 0);
      return pageData(data, isLastPage ? offset + data.length : await count(), link);
    },

    flush,

    async close() {
      closed = true;
      await flush();
    },
  };
}
