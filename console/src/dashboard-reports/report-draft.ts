import { MAIL_ADDRESS, MAX_REPORT_RECIPIENTS, type Report, type ReportInput } from '@signalbox/contract/report';
import type { TFunction } from 'i18next';
import { clockText } from '../controls/clock-text.ts';
import { formatList, formatWeekday } from '../i18n/format.ts';

/** Names of the fields, in their order on the form. */
export const REPORT_FIELDS = ['name', 'recipients', 'period', 'weekdays', 'monthDay', 'minute', 'timeZone'] as const;
export type ReportField = (typeof REPORT_FIELDS)[number];

/** What a new report begins with: workdays at eight, as a document on paper. */
export function newReport(title: string, timeZone: string): ReportInput {
  return {
    name: title,
    format: 'PDF',
    paper: 'a4',
    orientation: 'landscape',
    view: '',
    recipients: [],
    schedule: { period: 'WEEK', minute: 8 * 60, weekdays: [1, 2, 3, 4, 5], monthDay: 1, timeZone },
    isEnabled: true,
  };
}

/** What can be said of a stored report. */
export function inputOf(report: Report): ReportInput {
  const { name, format, paper, orientation, view, recipients, schedule, isEnabled } = report;
  return { name, format, paper, orientation, view, recipients, schedule, isEnabled };
}

/** What is wrong with a report, by field. */
export function problemsOf({ name, recipients, schedule }: ReportInput, t: TFunction) {
  const problems: Partial<Record<ReportField, string>> = {};
  const problem = (key: string, values: Record<string, string | number> = {}) =>
    t(`dashboardReport.problem.${key}`, values);
  if (name.trim() === '') problems.name = problem('name');
  const wrong = recipients.find((address) => !MAIL_ADDRESS.test(address));
  if (recipients.length === 0) problems.recipients = problem('recipients');
  else if (wrong !== undefined) problems.recipients = problem('address', { address: wrong });
  else if (recipients.length > MAX_REPORT_RECIPIENTS)
    problems.recipients = problem('tooMany', { count: MAX_REPORT_RECIPIENTS });
  const { period, weekdays, monthDay, minute } = schedule;
  const isWithin = (value: number, from: number, to: number) => Number.isInteger(value) && value >= from && value <= to;
  if (period === 'WEEK' && weekdays.length === 0) problems.weekdays = problem('weekdays');
  if (period === 'MONTH' && !isWithin(monthDay, 1, 31)) problems.monthDay = problem('monthDay');
  if (period === 'HOUR' && !isWithin(minute, 0, 59)) problems.minute = problem('minute');
  return problems;
}

/** Recipients that are named in a line. */
const NAMED = 3;

/** Who a report goes to: of many, the first ones and how many more. */
export function recipientsText({ recipients }: Pick<ReportInput, 'recipients'>, t: TFunction): string {
  const more = recipients.length - NAMED;
  // One more is named instead of counted.
  if (more <= 1) return formatList([...recipients], 'conjunction');
  return formatList([...recipients.slice(0, NAMED), t('dashboardReport.others', { count: more })], 'conjunction');
}

/** When a report is sent, in words. */
export function scheduleText({ schedule }: Pick<ReportInput, 'schedule'>, t: TFunction): string {
  const { period, minute, weekdays, monthDay } = schedule;
  return t(`dashboardReport.when.${period}`, {
    time: clockText(minute),
    minute: String(minute % 60).padStart(2, '0'),
    day: monthDay,
    days: formatList(
      weekdays.map((day) => formatWeekday(day)),
      'conjunction',
    ),
  });
}
