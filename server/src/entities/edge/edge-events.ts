import type { EdgeEvent, EdgeEventAction, EdgeEventType } from '@signalbox/contract/edge';
import { entityId } from '@signalbox/contract/id';
import type { PageData, TimePageLink } from '@signalbox/contract/page';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { contains, orderBy, type SortColumns, selectPage } from '../../storage/paging.ts';

interface EventRow {
  id: string;
  created_time: number;
  tenant_id: string;
  edge_id: string;
  action: EdgeEventAction;
  type: EdgeEventType;
  entity_id: string | null;
  body: unknown;
}

const ORDERS: SortColumns = { createdTime: sql`edge_event.created_time` };

const toEvent = (row: EventRow): EdgeEvent => ({
  id: { id: row.id },
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  edgeId: entityId('EDGE', row.edge_id),
  action: row.action,
  entityId: row.entity_id,
  uid: row.id,
  type: row.type,
  body: row.body ?? null,
});

/** What an edge has to be told, by time and kind, as people read it: without time series. */
export async function listEdgeEvents(
  db: Database,
  tenantId: string,
  edgeId: string,
  link: TimePageLink,
): Promise<PageData<EdgeEvent>> {
  const { startTime, endTime, textSearch } = link;
  const conditions = [
    sql<SqlBool>`tenant_id = ${tenantId} AND edge_id = ${edgeId} AND action <> 'TIMESERIES_UPDATED'`,
    contains(sql.ref('type'), textSearch),
    ...(startTime ? [sql<SqlBool>`created_time >= ${startTime}`] : []),
    ...(endTime ? [sql<SqlBool>`created_time <= ${endTime}`] : []),
  ];
  const page = await selectPage<EventRow>(db, link, {
    select: sql`*`,
    from: sql`edge_event`,
    where: sql<SqlBool>`${sql.join(conditions, sql` AND `)}`,
    orderBy: orderBy(link, ORDERS, 'edge_event'),
  });
  return { ...page, data: page.data.map(toEvent) };
}
