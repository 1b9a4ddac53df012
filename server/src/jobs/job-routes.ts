import { jobRoutes as routes } from '@signalbox/contract/job';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { JobService } from './job-service.ts';

/** Answers the routes of jobs. */
export function jobRoutes(jobs: JobService): RouteImplementation[] {
  return [
    implement(routes.createJob, ({ user, body }) => jobs.create(user, body)),
    implement(routes.getJobs, ({ user }) => jobs.list(user)),
    implement(routes.getJob, ({ user, params }) => jobs.get(user, params.jobId)),
    implement(routes.getJobFailures, ({ user, params, query }) => jobs.failures(user, params.jobId, query)),
    implement(routes.cancelJob, ({ user, params }) => jobs.cancel(user, params.jobId)),
    implement(routes.retryJob, ({ user, params }) => jobs.retry(user, params.jobId)),
    implement(routes.deleteJob, async ({ user, params }) => {
      await jobs.delete(user, params.jobId);
      return undefined;
    }),
  ];
}
