import * as z from 'zod/mini';
import { uuidSchema } from './id.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';
import { storedText, text } from './text.ts';
import { isTimeZone } from './time-zone.ts';

/** Reports of a tenant. */
export const MAX_REPORTS = 100;
/** People a report goes to. */
export const MAX_REPORT_RECIPIENTS = 20;

export const REPORT_FORMATS = ['PDF', 'PNG'] as const;
export const REPORT_PERIODS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export const REPORT_PAPERS = ['a4', 'a3', 'letter'] as const;
export const REPORT_ORIENTATIONS = ['landscape', 'portrait'] as const;

/** When a report is sent, by the clock of its time zone. */
export const reportScheduleSchema = z.object({
  period: z.enum(REPORT_PERIODS),
  /** Minutes after midnight; of an hourly report, minutes after the full hour (what is above 59 of it does not count). */
  minute: z.int().check(z.gte(0), z.lte(1439)),
  /** Days of a weekly report, Monday is 1. */
  weekdays: z.array(z.int().check(z.gte(1), z.lte(7))).check(z.maxLength(7)),
  /** Day of a monthly report; the last one of a month that is shorter. */
  monthDay: z.int().check(z.gte(1), z.lte(31)),
  timeZone: z
    .string()
    .check(
      z.maxLength(64, { error: 'is not a known time zone' }),
      z.refine(isTimeZone, { error: 'is not a known time zone' }),
    ),
});
export type ReportSchedule = z.infer<typeof reportScheduleSchema>;

/** A mail address without a name. */
export const MAIL_ADDRESS = /^[^\s<>,;:@"()[\]\\]+@[^\s<>,;:@"()[\]\\]+$/;

/** What can be said of a report. */
export const reportInputSchema = z.object({
  /** Subject of the mail and name of the file. */
  name: text().check(
    z.refine((name) => name.trim() !== '', { error: 'should be specified!' }),
    z.refine((name) => !/[\r\n]/.test(name), { error: 'must be one line' }),
  ),
  format: z.enum(REPORT_FORMATS),
  /** Of a PDF. */
  paper: z.enum(REPORT_PAPERS),
  orientation: z.enum(REPORT_ORIENTATIONS),
  /** How the dashboard is opened: the parameters of its address for state, time window and entities. */
  view: storedText(4000),
  recipients: z
    .array(
      storedText(255).check(
        z.refine((address) => MAIL_ADDRESS.test(address), { error: 'must be mail addresses without names' }),
      ),
    )
    .check(
      z.minLength(1, { error: 'should be specified!' }),
      z.maxLength(MAX_REPORT_RECIPIENTS, { error: `must not be more than ${MAX_REPORT_RECIPIENTS}` }),
    ),
  schedule: reportScheduleSchema.check(
    z.refine(({ period, weekdays }) => period !== 'WEEK' || weekdays.length > 0, {
      error: 'should have at least one day',
      path: ['weekdays'],
    }),
  ),
  isEnabled: z.boolean(),
});
export type ReportInput = z.infer<typeof reportInputSchema>;

/** Times in epoch ms. */
export const reportSchema = z.extend(reportInputSchema, {
  id: uuidSchema,
  createdTime: z.number(),
  dashboardId: uuidSchema,
  dashboardTitle: z.string(),
  /** Whose rights it is drawn with: who saved it last. */
  userId: uuidSchema,
  userName: z.string(),
  /** null: not enabled. */
  nextTime: z.nullable(z.number()),
  /** Whether it is its turn now. */
  isDue: z.boolean(),
  lastTime: z.nullable(z.number()),
  /** Why it was not sent the last time; null when it was. */
  lastError: z.nullable(z.string()),
});
export type Report = z.infer<typeof reportSchema>;

export const dashboardReportsSchema = z.object({
  /** Why this server can send no reports; null when it can. */
  unavailable: z.nullable(z.string()),
  reports: z.array(reportSchema),
});
export type DashboardReports = z.infer<typeof dashboardReportsSchema>;

/** A page of all reports of a tenant. */
export const reportPageSchema = z.extend(pageOf(reportSchema), {
  /** Why this server can send no reports; null when it can. */
  unavailable: z.nullable(z.string()),
});
export type ReportPage = z.infer<typeof reportPageSchema>;

const tag = 'dashboard';
const access = ['TENANT_ADMIN'] as const;
const dashboardId = { dashboardId: uuidSchema };
const reportId = { reportId: uuidSchema };

/** Not in 3.3.2. Dashboards that are sent by mail at fixed times. */
export const reportRoutes = {
  getDashboardReports: route({
    method: 'GET',
    path: '/api/dashboard/:dashboardId/reports',
    tag,
    summary: 'List the mails by which a dashboard is sent, by name',
    access,
    params: dashboardId,
    reply: dashboardReportsSchema,
  }),
  getReports: route({
    method: 'GET',
    path: '/api/reports',
    tag,
    summary: 'List the mails by which dashboards of the tenant are sent; searched by name, dashboard and recipients',
    access,
    query: pageQuery,
    reply: reportPageSchema,
  }),
  getReport: route({
    method: 'GET',
    path: '/api/reports/:reportId',
    tag,
    summary: 'Read a report and what became of it the last time',
    access,
    params: reportId,
    reply: reportSchema,
  }),
  createReport: route({
    method: 'POST',
    path: '/api/dashboard/:dashboardId/reports',
    tag,
    summary: 'Let a dashboard be sent by mail at fixed times',
    access,
    params: dashboardId,
    body: reportInputSchema,
    reply: reportSchema,
  }),
  updateReport: route({
    method: 'POST',
    path: '/api/reports/:reportId',
    tag,
    summary: 'Change what is sent, when and to whom; it is drawn with the rights of the caller from then on',
    access,
    params: reportId,
    body: reportInputSchema,
    reply: reportSchema,
  }),
  switchReport: route({
    method: 'POST',
    path: '/api/reports/:reportId/switch',
    tag,
    summary: 'Pause a report, or let it go on; whose rights it is drawn with stays',
    access,
    params: reportId,
    body: z.object({ isEnabled: z.boolean() }),
    reply: reportSchema,
  }),
  sendReport: route({
    method: 'POST',
    path: '/api/reports/:reportId/send',
    tag,
    summary: 'Send a report as soon as it is its turn, beside its schedule',
    access,
    params: reportId,
    reply: reportSchema,
  }),
  deleteReport: route({
    method: 'DELETE',
    path: '/api/reports/:reportId',
    tag,
    summary: 'Delete a report',
    access,
    params: reportId,
    reply: 'empty',
  }),
};
