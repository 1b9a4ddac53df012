import type { Dashboard, DashboardInfo } from '@signalbox/contract/dashboard';
import { entityId } from '@signalbox/contract/id';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { asJson } from '../../storage/json-column.ts';
import type { SortColumns } from '../../storage/paging.ts';
import type { DashboardTable } from '../../storage/schema.ts';

/** A row of `dashboard` without what it shows. */
export type DashboardInfoRow = Omit<Selectable<DashboardTable>, 'configuration'>;

/** Properties that lists of dashboards can be sorted by. @param row what SQL calls the row */
export const dashboardOrders = (row: string): SortColumns => ({
  createdTime: sql.ref(`${row}.created_time`),
  title: sql`lower(${sql.ref(`${row}.title`)})`,
  name: sql`lower(${sql.ref(`${row}.title`)})`,
  mobileHide: sql.ref(`${row}.mobile_hide`),
  mobileOrder: sql.ref(`${row}.mobile_order`),
});

/** Columns of DashboardInfoRow. @param row what SQL calls the row */
export const dashboardInfoColumns = (row: string) =>
  sql.join(
    ['id', 'created_time', 'tenant_id', 'title', 'image', 'assigned_customers', 'mobile_hide', 'mobile_order'].map(
      (column) => sql.ref(`${row}.${column}`),
    ),
  );

/** A row as lists show it. */
export function toDashboardInfo(row: DashboardInfoRow): DashboardInfo {
  return {
    id: entityId('DASHBOARD', row.id),
    createdTime: row.created_time,
    tenantId: entityId('TENANT', row.tenant_id),
    title: row.title,
    image: row.image,
    assignedCustomers: row.assigned_customers,
    mobileHide: row.mobile_hide,
    mobileOrder: row.mobile_order,
    name: row.title,
  };
}

/** A row with what it shows. */
export function toDashboard(row: Selectable<DashboardTable>): Dashboard {
  const { name, ...info } = toDashboardInfo(row);
  return { ...info, configuration: row.configuration, name };
}

export async function insertDashboard(db: Database, dashboard: Dashboard): Promise<void> {
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
}
