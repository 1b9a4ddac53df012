import { type Report, type ReportInput, type ReportPage, reportRoutes as routes } from '@signalbox/contract/report';
import { call } from './client.ts';
import type { ListQuery } from './list-query.ts';

const quiet = { ignoreErrors: true, ignoreLoading: true } as const;

/** A report as lists and details have their rows. */
export type ReportRow = Omit<Report, 'id'> & { id: { id: string } };

export const toReportRow = (report: Report): ReportRow => ({ ...report, id: { id: report.id } });

/** A page of the reports of all dashboards. */
export async function getReports(query: ListQuery): Promise<Omit<ReportPage, 'data'> & { data: ReportRow[] }> {
  const page = await call(routes.getReports, { query: { ...query } }, quiet);
  return { ...page, data: page.data.map(toReportRow) };
}

export async function getReport(reportId: string): Promise<ReportRow> {
  return toReportRow(await call(routes.getReport, { params: { reportId } }, quiet));
}

/** Pauses a report, or lets it go on. */
export function switchReport(reportId: string, isEnabled: boolean): Promise<Report> {
  return call(routes.switchReport, { params: { reportId }, body: { isEnabled } }, quiet);
}

/** The mails by which a dashboard is sent, and whether the server can draw it. */
export function getDashboardReports(dashboardId: string) {
  return call(routes.getDashboardReports, { params: { dashboardId } }, quiet);
}

/** @param reportId of the one that is changed */
export function saveReport(dashboardId: string, reportId: string | undefined, body: ReportInput) {
  return reportId
    ? call(routes.updateReport, { params: { reportId }, body }, quiet)
    : call(routes.createReport, { params: { dashboardId }, body }, quiet);
}

/** Makes it the turn of a report. */
export function sendReport(reportId: string) {
  return call(routes.sendReport, { params: { reportId } }, quiet);
}

export function deleteReport(reportId: string) {
  return call(routes.deleteReport, { params: { reportId } }, quiet);
}
