import type { Dashboard } from '@signalbox/contract/dashboard';
import type { DashboardContent, DeletedDashboard } from '@signalbox/contract/dashboard-version';
import { entityId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { Database } from '../../storage/database.ts';
import { createDeletedDocuments } from '../versions/deleted-documents.ts';
import type { DocumentVersions } from '../versions/document-versions.ts';
import { toDeleted } from '../versions/version-answers.ts';
import type { Author } from '../versions/version-kind.ts';
import { toKept } from './dashboard-content.ts';
import { insertDashboard } from './dashboard-rows.ts';

interface About {
  /** epoch ms */
  createdTime: number;
  /** How many it was assigned to. */
  customers: number;
}

/** Dashboards that were deleted and can be restored. */
export function createDeletedDashboards(db: Database, versions: DocumentVersions) {
  const documents = createDeletedDocuments<DashboardContent, About>(db, versions, 'DASHBOARD');

  return {
    /** Notes a dashboard that is deleted in the transaction. */
    note(transaction: Database, dashboard: Dashboard, author: Author): Promise<void> {
      const { createdTime, assignedCustomers } = dashboard;
      const about = { createdTime, customers: assignedCustomers?.length ?? 0 };
      return documents.note(transaction, toKept(dashboard), about, author);
    },

    async list(tenantId: string, link: PageLink): Promise<PageData<DeletedDashboard>> {
      const page = await documents.list(tenantId, link);
      const data = page.data.map((row) => ({
        id: entityId('DASHBOARD', row.id),
        ...toDeleted(row),
        customers: row.about.customers,
      }));
      return { ...page, data };
    },

    /** Title of a deleted dashboard; undefined when it cannot be restored. */
    findTitle: async (tenantId: string, id: string): Promise<string | undefined> =>
      (await documents.find(tenantId, id))?.name,

    /** Restores a dashboard under its id, for no customer; undefined when it cannot be restored. */
    restore: (tenantId: string, id: string, author: Author): Promise<Dashboard | undefined> =>
      documents.restore(tenantId, id, author, async (transaction, { content, about }) => {
        const dashboard: Dashboard = {
          id: entityId('DASHBOARD', id),
          createdTime: about.createdTime,
          tenantId: entityId('TENANT', tenantId),
          ...content,
          assignedCustomers: null,
          name: content.title,
        };
        await insertDashboard(transaction, dashboard);
        return { document: toKept(dashboard), result: dashboard };
      }),

    forget: documents.forget,
    sweep: documents.sweep,
  };
}

export type DeletedDashboards = ReturnType<typeof createDeletedDashboards>;
