import type { PageData } from '@signalbox/contract/page';
import { http } from './client.ts';
import type { EntityRef } from './entity-ref.ts';

export const EVENT_TYPES = ['ERROR', 'LC_EVENT', 'STATS', 'DEBUG_RULE_NODE', 'DEBUG_RULE_CHAIN'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface EntityEvent {
  id: { id: string };
  createdTime: number;
  type: EventType;
  body: Readonly<Record<string, unknown>>;
}

/** A page of a list that is newest first and limited in time. */
export interface TimedPage {
  page: number;
  pageSize: number;
  /** epoch ms */
  startTime: number;
  endTime: number;
}

export function getEvents(entity: EntityRef, tenantId: string, type: EventType, page: TimedPage) {
  return http.request(
    {
      method: 'POST',
      path: `/api/events/${entity.entityType}/${entity.id}`,
      query: { ...page, sortProperty: 'createdTime', sortOrder: 'DESC', tenantId },
      body: { eventType: type },
      reply: 'json',
    },
    { ignoreErrors: true, ignoreLoading: true },
  ) as Promise<PageData<EntityEvent>>;
}
