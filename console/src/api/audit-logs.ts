import type { PageData } from '@signalbox/contract/page';
import { http } from './client.ts';
import type { EntityRef } from './entity-ref.ts';
import type { TimedPage } from './events.ts';

export interface AuditLog {
  id: { id: string };
  createdTime: number;
  entityName: string | null;
  userName: string;
  actionType: string;
  actionData: unknown;
  actionStatus: 'SUCCESS' | 'FAILURE';
  actionFailureDetails: string;
}

/** What was done to an entity. Customers and users have lists of their own that hold more. */
export function getAuditLogs(entity: EntityRef, page: TimedPage) {
  const below =
    entity.entityType === 'CUSTOMER'
      ? `customer/${entity.id}`
      : entity.entityType === 'USER'
        ? `user/${entity.id}`
        : `entity/${entity.entityType}/${entity.id}`;
  return http.request(
    {
      method: 'GET',
      path: `/api/audit/logs/${below}`,
      query: { ...page, sortProperty: 'createdTime', sortOrder: 'DESC' },
      reply: 'json',
    },
    { ignoreErrors: true, ignoreLoading: true },
  ) as Promise<PageData<AuditLog>>;
}
