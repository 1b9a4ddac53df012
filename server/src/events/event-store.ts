import type { EntityId } from '@signalbox/contract/id';
import type { PageData, TimePageLink } from '@signalbox/contract/page';
import type { UnitOfWork } from '../storage/transaction.ts';

/** Kinds of event that an entity can have (rest-entities.md §4.13). */
export type EventType = 'ERROR' | 'LC_EVENT' | 'STATS' | 'DEBUG_RULE_NODE' | 'DEBUG_RULE_CHAIN';

/** An event before it is stored. */
export interface NewEvent {
  tenantId: string;
  entityId: EntityId;
  type: EventType;
  /** epoch ms; now when absent */
  createdTime?: number;
  body: Record<string, unknown>;
}

/** An event as it travels. */
export interface StoredEvent {
  id: { id: string };
  createdTime: number;
  tenantId: EntityId<'TENANT'>;
  type: string;
  uid: string;
  entityId: EntityId;
  body: Record<string, unknown>;
}

/** Filter of POST /api/events/…; texts match as case-insensitive "contains". */
export type EventFilter = Record<string, unknown> & { eventType?: EventType };

export interface EventStore {
  /** Takes events to be written soon, in batches; never blocks or fails its caller. */
  append(events: NewEvent[]): void;
  /** Writes events as a part of a unit of work. */
  store(unit: Pick<UnitOfWork, 'client'>, events: readonly NewEvent[]): Promise<void>;
  list(tenantId: string, entityId: EntityId, link: TimePageLink, filter: EventFilter): Promise<PageData<StoredEvent>>;
  /** Writes what is waiting. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
