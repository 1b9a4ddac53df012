import { listDashboards, listDashboardsOfTenant, readDashboardInfo } from '../api/dashboards.ts';
import type { Choice } from '../controls/entity-picker.tsx';

/** Whose dashboards can be chosen: of a customer, of a tenant as its system administrator sees it, or of the own tenant. */
export interface DashboardScope {
  customerId?: string | undefined;
  tenantId?: string | undefined;
}

/** The part of a picker field that finds dashboards by title. */
export function dashboardPicker({ customerId, tenantId }: DashboardScope) {
  return {
    kind: 'picker' as const,
    async load(textSearch: string): Promise<Choice[]> {
      const link = { pageSize: 10, page: 0, textSearch, sortProperty: 'title', sortOrder: 'ASC' as const };
      const page = await (tenantId ? listDashboardsOfTenant(link, tenantId) : listDashboards(link, customerId));
      return page.data.map((dashboard) => ({ id: dashboard.id.id, label: dashboard.title }));
    },
    labelOf: async (id: string) => (await readDashboardInfo(id)).title,
  };
}
