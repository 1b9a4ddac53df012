import { reportRoutes as routes } from '@signalbox/contract/report';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { ReportService } from './report-service.ts';

/** Answers the routes of reports. */
export function reportRoutes(reports: ReportService): RouteImplementation[] {
  return [
    implement(routes.getDashboardReports, ({ user, params }) => reports.list(user, params.dashboardId)),
    implement(routes.getReports, ({ user, query }) => reports.page(user, query)),
    implement(routes.getReport, ({ user, params }) => reports.get(user, params.reportId)),
    implement(routes.createReport, ({ user, params, body }) => reports.create(user, params.dashboardId, body)),
    implement(routes.updateReport, ({ user, params, body }) => reports.update(user, params.reportId, body)),
    implement(routes.switchReport, ({ user, params, body }) => reports.switch(user, params.reportId, body.isEnabled)),
    implement(routes.sendReport, ({ user, params }) => reports.send(user, params.reportId)),
    implement(routes.deleteReport, async ({ user, params }) => {
      await reports.delete(user, params.reportId);
      return undefined;
    }),
  ];
}
