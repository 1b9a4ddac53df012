import type { SecurityUser } from '../http/security-user.ts';
import type { ComposedMail } from '../mail/mail.ts';
import type { DrawnReport } from './report-renderer.ts';
import type { DueReport } from './report-store.ts';

interface ReportMailParts {
  /** Of the dashboard. */
  title: string;
  user: SecurityUser;
  drawn: DrawnReport;
  /** Where people reach the console. */
  base: string;
}

/** The mail that brings a report. */
export function reportMail(
  { content, dashboardId }: DueReport,
  { title, user, drawn, base }: ReportMailParts,
): ComposedMail {
  const time = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: content.schedule.timeZone,
  }).format(Date.now());
  const parameters = new URLSearchParams(content.view).toString();
  const lines = [
    `The dashboard "${title}" as it was on ${time} (${content.schedule.timeZone}) is attached.`,
    '',
    `Open it: ${base}/dashboards/${dashboardId}${parameters ? `?${parameters}` : ''}`,
    '',
    `${user.email} has set up this report. Ask them to change it or to take you off its list.`,
  ];
  return {
    from: null,
    to: content.recipients,
    cc: [],
    bcc: [],
    subject: content.name,
    body: lines.join('\n'),
    isHtml: false,
    images: [],
    attachments: [{ filename: drawn.fileName, contentType: drawn.contentType, content: drawn.file }],
  };
}
