import type { EdgeEvent, EdgeEventAction, EdgeEventType } from '@signalbox/contract/edge';
import { entityId } from '@signalbox/contract/id';
import type { PageData, TimePageLink } from '@signalbox/contract/page';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { contains, rowOrder, type SortColumns } from '../../storage/paging.ts';
import { selectNearer } from '../nearer-pages.ts';

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

const ORDERS: SortColumns = { createdTime: sql`e.created_time` };

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
    sql<SqlBool>`e.tenant_id = ${tenantId} AND e.edge_id = ${edgeId} AND e.action <> 'TIMESERIES_UPDATED'`,
    contains(sql.ref('e.type'), textSearch),
    ...(startTime ? [sql<SqlBool>`e.created_time >= ${startTime}`] : []),
    ...(endTime ? [sql<SqlBool>`e.created_time <= ${endTime}`] : []),
  ];
  const page = await selectNearer<EventRow>(db, link, {
    tenantId,
    table: sql`edge_event`,
    select: sql`e.*`,
    where: sql<SqlBool>`${sql.join(conditions, sql` AND `)}`,
    isNarrow: true,
    order: rowOrder(link, ORDERS),
  });
  return { ...page, data: page.data.map(toEvent) };
}
