import type { PageLink } from '@signalbox/contract/page';
import {
  type DashboardReports,
  MAX_REPORTS,
  type Report,
  type ReportInput,
  type ReportPage,
} from '@signalbox/contract/report';
import { badRequest, entityNotFound } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { nextRun } from './next-run.ts';
import type { ReportStore } from './report-store.ts';

export interface ReportServiceParts {
  store: ReportStore;
  /** @throws ApiError when the caller may not read the dashboard */
  requireDashboard: (user: SecurityUser, id: string) => Promise<unknown>;
  /** Why this server cannot draw; null when it can. */
  unavailable: () => Promise<string | null>;
  /** It may be the turn of a report. */
  wake: () => void;
}

const dueOf = ({ isEnabled, schedule }: ReportInput): number | null =>
  isEnabled ? nextRun(schedule, Date.now()) : null;

/** Reports of dashboards, as their tenant's administrators set them up. */
export function createReportService({ store, requireDashboard, unavailable, wake }: ReportServiceParts) {
  async function require(user: SecurityUser, id: string): Promise<Report> {
    const report = await store.find(user.tenantId, id);
    if (!report) throw entityNotFound('Report', id);
    return report;
  }

  return {
    async list(user: SecurityUser, dashboardId: string): Promise<DashboardReports> {
      await requireDashboard(user, dashboardId);
      return { unavailable: await unavailable(), reports: await store.list(user.tenantId, dashboardId) };
    },

    get: require,

    /** Of all dashboards: administrators of a tenant may read each of them. */
    async page(user: SecurityUser, link: PageLink): Promise<ReportPage> {
      const page = await store.page(user.tenantId, link);
      return { ...page, unavailable: await unavailable() };
    },

    async create(user: SecurityUser, dashboardId: string, content: ReportInput): Promise<Report> {
      await requireDashboard(user, dashboardId);
      const { tenantId, userId } = user;
      const id = await store.add({ tenantId, userId, content, due: dueOf(content) }, dashboardId, MAX_REPORTS);
      if (!id) throw badRequest(`There are ${MAX_REPORTS} reports of this tenant already.`);
      return require(user, id);
    },

    async update(user: SecurityUser, id: string, content: ReportInput): Promise<Report> {
      const { dashboardId } = await require(user, id);
      await requireDashboard(user, dashboardId);
      await store.update(id, { tenantId: user.tenantId, userId: user.userId, content, due: dueOf(content) });
      return require(user, id);
    },

    async switch(user: SecurityUser, id: string, isEnabled: boolean): Promise<Report> {
      const report = await require(user, id);
      await store.switch(user.tenantId, id, isEnabled, dueOf({ ...report, isEnabled }));
      return require(user, id);
    },

    async send(user: SecurityUser, id: string): Promise<Report> {
      await require(user, id);
      const reason = await unavailable();
      if (reason) throw badRequest(reason);
      await store.setDue(user.tenantId, id, Date.now());
      wake();
      return require(user, id);
    },

    async delete(user: SecurityUser, id: string): Promise<void> {
      if (!(await store.delete(user.tenantId, id))) throw entityNotFound('Report', id);
    },
  };
}

export type ReportService = ReturnType<typeof createReportService>;
