import type { Dashboard, DashboardInfo } from '@signalbox/contract/dashboard';
import type { DashboardContent } from '@signalbox/contract/dashboard-version';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { asJson } from '../../storage/json-column.ts';
import { contains, orderBy, selectPage } from '../../storage/paging.ts';
import { deleteRow, replaceRow } from '../../storage/replace-row.ts';
import type { DashboardTable } from '../../storage/schema.ts';
import type { DocumentVersions } from '../versions/document-versions.ts';
import type { Author, VersionStep } from '../versions/version-kind.ts';
import { contentOf, toKept } from './dashboard-content.ts';
import {
  type DashboardInfoRow,
  dashboardInfoColumns,
  dashboardOrders,
  insertDashboard,
  toDashboard,
  toDashboardInfo,
} from './dashboard-rows.ts';
import type { DeletedDashboards } from './deleted-dashboards.ts';

type Row = Selectable<DashboardTable>;

/** Rows of `dashboard`. Every method takes the tenant it may look into. */
export function createDashboardStore(
  db: Database,
  versions: DocumentVersions,
  deleted: Pick<DeletedDashboards, 'note'>,
) {
  const ofTenant = (tenantId: string, id: string) => sql<SqlBool>`tenant_id = ${tenantId} AND id = ${id}`;

  /** Replaces what clients own; assignments stay. */
  async function replace(
    transaction: Database,
    tenantId: string,
    id: string,
    content: DashboardContent,
  ): Promise<{ before: Dashboard; after: Dashboard } | undefined> {
    const row = await replaceRow(transaction, 'dashboard', ofTenant(tenantId, id), {
      title: content.title,
      image: content.image,
      mobile_hide: content.mobileHide,
      mobile_order: content.mobileOrder,
      configuration: asJson(content.configuration),
    });
    if (!row) return undefined;
    const before = toDashboard(row);
    return { before, after: { ...before, ...content, name: content.title } };
  }

  async function keep(
    transaction: Database,
    before: Dashboard | undefined,
    after: Dashboard,
    step: VersionStep,
  ): Promise<void> {
    const change = { before: before && toKept(before), after: toKept(after) };
    await versions.write(transaction, after.tenantId.id, [change], step);
  }

  async function find(from: Database, tenantId: string, id: string, held = sql``): Promise<Dashboard | undefined> {
    const { rows } = await sql<Row>`SELECT * FROM dashboard WHERE ${ofTenant(tenantId, id)} ${held}`.execute(from);
    return rows[0] && toDashboard(rows[0]);
  }

  return {
    find: (tenantId: string, id: string): Promise<Dashboard | undefined> => find(db, tenantId, id),

    async findInfo(tenantId: string, id: string): Promise<DashboardInfo | undefined> {
      const { rows } = await sql<DashboardInfoRow>`SELECT ${dashboardInfoColumns('dashboard')} FROM dashboard
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
      const order = orderBy(link, dashboardOrders('dashboard'), 'dashboard');
      const page = await selectPage<DashboardInfoRow>(db, link, {
        select: dashboardInfoColumns('dashboard'),
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

    async insert(dashboard: Dashboard, author: Author): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        await insertDashboard(transaction, dashboard);
        await keep(transaction, undefined, dashboard, { author, cause: 'SAVED' });
      });
    },

    /**
     * Replaces what clients own, and keeps it as a version; assignments stay.
     * @returns the dashboard as it was right before; undefined when it is gone
     */
    async update(dashboard: Dashboard, author: Author): Promise<Dashboard | undefined> {
      return db.transaction().execute(async (transaction) => {
        const { tenantId, id } = dashboard;
        const saved = await replace(transaction, tenantId.id, id.id, contentOf(dashboard));
        if (saved) await keep(transaction, saved.before, saved.after, { author, cause: 'SAVED' });
        return saved?.before;
      });
    },

    /**
     * Makes of a dashboard what a version of it was; assignments stay.
     * @param check throws when what is stored must not be replaced
     * @returns the dashboard as it was right before, and as it is; undefined when it is gone
     */
    async restoreVersion(
      tenantId: string,
      id: string,
      content: DashboardContent,
      step: VersionStep,
      check: (stored: Dashboard) => void,
    ): Promise<{ before: Dashboard; after: Dashboard } | undefined> {
      return db.transaction().execute(async (transaction) => {
        const saved = await replace(transaction, tenantId, id, content);
        if (!saved) return undefined;
        check(saved.before);
        await keep(transaction, saved.before, saved.after, step);
        return saved;
      });
    },

    /** Keeps what a dashboard is as its first version, if it was stored before versions were kept. */
    async beginVersions(tenantId: string, id: string): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        const stored = await find(transaction, tenantId, id, sql`FOR UPDATE`);
        if (stored) await versions.begin(transaction, toKept(stored));
      });
    },

    /** Deletes the dashboard, which can be restored for some time; returns it as it was, undefined when it is gone. */
    async delete(tenantId: string, id: string, author: Author): Promise<Dashboard | undefined> {
      return db.transaction().execute(async (transaction) => {
        const row = await deleteRow(transaction, 'dashboard', ofTenant(tenantId, id));
        if (!row) return undefined;
        const dashboard = toDashboard(row);
        await deleted.note(transaction, dashboard, author);
        return dashboard;
      });
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
