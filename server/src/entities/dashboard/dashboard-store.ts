import type { Dashboard, DashboardInfo } from '@signalbox/contract/dashboard';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { asJson } from '../../storage/json-column.ts';
import { contains, orderBy, selectPage } from '../../storage/paging.ts';
import { deleteRow, replaceRow } from '../../storage/replace-row.ts';
import type { DashboardTable } from '../../storage/schema.ts';
import { DASHBOARD_INFO_COLUMNS, DASHBOARD_ORDERS, type DashboardInfoRow, toDashboardInfo } from './dashboard-rows.ts';

type Row = Selectable<DashboardTable>;

function toDashboard(row: Row): Dashboard {
  const { name, ...info } = toDashboardInfo(row);
  return { ...info, configuration: row.configuration, name };
}

/** Rows of `dashboard`. Every method takes the tenant it may look into. */
export function createDashboardStore(db: Database) {
  const ofTenant = (tenantId: string, id: string) => sql<SqlBool>`tenant_id = ${tenantId} AND id = ${id}`;

  return {
    async find(tenantId: string, id: string): Promise<Dashboard | undefined> {
      const { rows } = await sql<Row>`SELECT * FROM dashboard WHERE ${ofTenant(tenantId, id)}`.execute(db);
      return rows[0] && toDashboard(rows[0]);
    },

    async findInfo(tenantId: string, id: string): Promise<DashboardInfo | undefined> {
      const { rows } = await sql<DashboardInfoRow>`SELECT ${DASHBOARD_INFO_COLUMNS} FROM dashboard
        WHERE ${ofTenant(tenantId, id)}`.execute(db);
      return rows[0] && toDashboardInfo(rows[0]);
    },

    /** Id of the dashboard with this title, of several the oldest; for a customer among those that are assigned to it. */
    async findIdByTitle(tenantId: string, title: string, customerId: string | undefined): Promise<string | undefined> {
      const assigned = customerId && JSON.stringify([{ customerId: { id: customerId } }]);
      const { rows } = await sql<{ id: string }>`SELECT id FROM dashboard
        WHERE tenant_id = ${tenantId} AND title = ${title}
          AND ${assigned ? sql<SqlBool>`assigned_customers @> ${assigned}::jsonb` : sql<SqlBool>`true`}
        ORDER BY created_time LIMIT 1`.execute(db);
      return rows[0]?.id;
    },

    /** A page of the tenant's dashboards, or of those that are assigned to a customer. */
    async list(
      tenantId: string,
      link: PageLink,
      filter: { customerId?: string | undefined; mobile?: boolean | undefined },
    ): Promise<PageData<DashboardInfo>> {
      const { customerId, mobile } = filter;
      const assigned = customerId && JSON.stringify([{ customerId: { id: customerId } }]);
      const order = orderBy(link, DASHBOARD_ORDERS, 'dashboard');
      const page = await selectPage<DashboardInfoRow>(db, link, {
        select: DASHBOARD_INFO_COLUMNS,
        from: sql`dashboard`,
        where: sql<SqlBool>`tenant_id = ${tenantId} AND ${contains(sql.ref('title'), link.textSearch)}
          AND ${assigned ? sql<SqlBool>`assigned_customers @> ${assigned}::jsonb` : sql<SqlBool>`true`}
          AND ${mobile ? sql<SqlBool>`NOT mobile_hide` : sql<SqlBool>`true`}`,
        orderBy: mobile ? sql`dashboard.mobile_order ASC NULLS LAST, ${order}` : order,
      });
      return { ...page, data: page.data.map(toDashboardInfo) };
    },

    /**
     * Filters of the entity aliases of dashboards that are assigned to the customer and let visitors call devices.
     * @param limit maximum number of dashboards to examine
     */
    async callableAliases(tenantId: string, customerId: string, limit: number): Promise<unknown[]> {
      const { rows } = await sql<{ aliases: unknown }>`
        SELECT configuration -> 'entityAliases' AS aliases FROM dashboard
        WHERE tenant_id = ${tenantId} AND assigned_customers @> ${JSON.stringify([{ customerId: { id: customerId } }])}::jsonb
          AND configuration #>> '{settings,visitorsMayCall}' = 'true'
        ORDER BY created_time DESC LIMIT ${limit}`.execute(db);
      return rows.flatMap(({ aliases }) =>
        Object.values((aliases ?? {}) as Record<string, { filter?: unknown } | null>).map((alias) => alias?.filter),
      );
    },

    async insert(dashboard: Dashboard): Promise<void> {
      await db
        .insertInto('dashboard')
        .values({
          id: dashboard.id.id,
          created_time: dashboard.createdTime,
          tenant_id: dashboard.tenantId.id,
          title: dashboard.title,
          image: dashboard.image,
          assigned_customers: asJson(dashboard.assignedCustomers),
          mobile_hide: dashboard.mobileHide,
          mobile_order: dashboard.mobileOrder,
          configuration: asJson(dashboard.configuration),
        })
        .execute();
    },

    /**
     * Replaces what clients own; assignments stay.
     * @returns the dashboard as it was right before; undefined when it is gone
     */
    async update(dashboard: Dashboard): Promise<Dashboard | undefined> {
      const before = await replaceRow(db, 'dashboard', ofTenant(dashboard.tenantId.id, dashboard.id.id), {
        title: dashboard.title,
        image: dashboard.image,
        mobile_hide: dashboard.mobileHide,
        mobile_order: dashboard.mobileOrder,
        configuration: asJson(dashboard.configuration),
      });
      return before && toDashboard(before);
    },

    /** Deletes the dashboard; returns it as it was, undefined when it is gone. */
    async delete(tenantId: string, id: string): Promise<Dashboard | undefined> {
      const row = await deleteRow(db, 'dashboard', ofTenant(tenantId, id));
      return row && toDashboard(row);
    },

    /** Is it the dashboard of a device profile? */
    async isUsedByProfiles(tenantId: string, id: string): Promise<boolean> {
      const { rows } = await sql`SELECT 1 FROM device_profile
        WHERE tenant_id = ${tenantId} AND default_dashboard_id = ${id} LIMIT 1`.execute(db);
      return rows.length > 0;
    },
  };
}

export type DashboardStore = ReturnType<typeof createDashboardStore>;
