import { type EventFilter, eventRoutes } from '@signalbox/contract/event';
import { call } from './client.ts';
import type { EntityRef } from './entity-ref.ts';

/** A page of a list that is newest first and limited in time. */
export interface TimedPage {
  page: number;
  pageSize: number;
  /** epoch ms */
  startTime: number;
  endTime: number;
}

export function getEvents(entity: EntityRef, tenantId: string, filter: EventFilter, page: TimedPage) {
  return call(
    eventRoutes.findEvents,
    {
      params: { entityType: entity.entityType, entityId: entity.id },
      query: { ...page, sortProperty: 'createdTime', sortOrder: 'DESC', tenantId },
      body: filter,
    },
    { ignoreErrors: true, ignoreLoading: true },
  );
}
