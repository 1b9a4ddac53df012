import type { EdgeEvent, EdgeEventAction, EdgeEventType } from '@signalbox/contract/edge';
import { entityId } from '@signalbox/contract/id';
import { type PageData, pageData, type TimePageLink } from '@signalbox/contract/page';
import { type SqlBool, sql } from 'kysely';
import type { ListPlaces } from '../../storage/list-places.ts';
import { walkOf } from '../../storage/list-walk.ts';
import { contains, orderBy, rowOrder, type SortColumns, selectPage } from '../../storage/paging.ts';
import {
  createTimelinePages,
  inWindow,
  type LinePlace,
  TIMELINE_PAGE_SIZES,
  type TimelineList,
  type TimelinePageSizes,
  whereOf,
} from '../../storage/timeline-pages.ts';
import { createTimelineTotals, type TimelineParts } from '../../storage/timeline-totals.ts';

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

/** What edges have to be told, by time and kind, as people read it: without time series. */
export function createEdgeEvents(
  { db, deletedTenants }: Pick<TimelineParts, 'db' | 'deletedTenants'>,
  places: ListPlaces<LinePlace>,
  { remembered, ...sizes }: Partial<TimelinePageSizes> & { remembered?: number } = {},
) {
  const lines = { db, table: 'edge_event', deletedTenants };
  const totals = createTimelineTotals(lines, Date.now, remembered);
  const pages = createTimelinePages<EventRow>(lines, totals, places, { ...TIMELINE_PAGE_SIZES, ...sizes });
  return {
    async list(tenantId: string, edgeId: string, link: TimePageLink): Promise<PageData<EdgeEvent>> {
      const { textSearch } = link;
      const list: TimelineList = {
        tenantId,
        scope: sql<SqlBool>`tenant_id = ${tenantId} AND edge_id = ${edgeId} AND action <> 'TIMESERIES_UPDATED'`,
        ...(textSearch ? { narrowed: contains(sql.ref('type'), textSearch) } : {}),
      };
      const window = { startTime: link.startTime || undefined, endTime: link.endTime || undefined };
      if (walkOf(link)) {
        const page = await selectPage<EventRow>(db, link, {
          select: sql`*`,
          from: sql`edge_event`,
          where: inWindow(whereOf(list), window),
          orderBy: orderBy(link, ORDERS, 'edge_event'),
        });
        return { ...page, data: page.data.map(toEvent) };
      }
      const { isNewestFirst } = rowOrder(link, ORDERS);
      const slice = { offset: link.page * link.pageSize, limit: link.pageSize, isNewestFirst };
      const { rows, total } = await pages.read(list, window, slice);
      return pageData(rows.map(toEvent), total, link);
    },

    /** Old ones have been deleted. */
    forget(): void {
      totals.forget();
      pages.forget();
    },
  };
}

export type EdgeEvents = ReturnType<typeof createEdgeEvents>;
