import type { AccessRow } from '../access-row.ts';
import { only } from '../access-row.ts';

/** A report that nobody has: those who may have reports learn that it is not there. */
const missing: AccessRow = { params: { reportId: '7d6b1c50-0000-1000-8000-000000000000' }, letIn: [404] };

const body = () => ({
  name: 'Weekly',
  format: 'PDF',
  paper: 'a4',
  orientation: 'landscape',
  view: '',
  recipients: ['somebody@example.com'],
  schedule: { period: 'DAY', minute: 480, weekdays: [], monthDay: 1, timeZone: 'UTC' },
  isEnabled: false,
});

/** Reports of dashboards; `reports.integration.test.ts` shows that no tenant sees those of others. */
export const reportsRows: Record<string, AccessRow | AccessRow[]> = {
  getDashboardReports: only('dashboard', 'READ'),
  getReports: {},
  getReport: missing,
  createReport: { ...only('dashboard', 'READ'), body },
  updateReport: { ...missing, body },
  switchReport: { ...missing, body: () => ({ isEnabled: false }) },
  sendReport: missing,
  deleteReport: missing,
};
