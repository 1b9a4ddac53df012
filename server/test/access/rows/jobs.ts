import type { AccessRow } from '../access-row.ts';

/** A job that nobody has: those who may have jobs learn that it is not there. */
const missing: AccessRow = { params: { jobId: '7d6b1c50-0000-1000-8000-000000000000' }, letIn: [404] };

/** Jobs. Everybody has their own; `jobs.integration.test.ts` shows that nobody sees those of others. */
export const jobsRows: Record<string, AccessRow | AccessRow[]> = {
  createJob: [
    {
      body: () => ({ entityType: 'USER', action: 'DELETE', ids: ['7d6b1c50-0000-1000-8000-000000000000'] }),
      alsoDenied: ['customerUser', 'otherCustomerUser', 'publicVisitor'],
    },
    {
      body: () => ({ entityType: 'ALARM', action: 'CLEAR', ids: ['7d6b1c50-0000-1000-8000-000000000000'] }),
      alsoDenied: ['systemAdministrator', 'publicVisitor'],
    },
  ],
  getJobs: {},
  getJob: missing,
  getJobFailures: missing,
  cancelJob: missing,
  retryJob: missing,
  deleteJob: missing,
};
