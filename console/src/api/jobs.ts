import { type Job, type JobFailure, type JobInput, jobRoutes } from '@signalbox/contract/job';
import type { PageData } from '@signalbox/contract/page';
import { call } from './client.ts';

const QUIET = { ignoreErrors: true, ignoreLoading: true };

/** The jobs of the person who is signed in, those under way first. */
export function getJobs(): Promise<Job[]> {
  return call(jobRoutes.getJobs, {}, QUIET);
}

export function createJob(input: JobInput): Promise<Job> {
  return call(jobRoutes.createJob, { body: input }, { ignoreErrors: true });
}

export function getJobFailures(jobId: string, pageSize: number): Promise<PageData<JobFailure>> {
  return call(jobRoutes.getJobFailures, { params: { jobId }, query: { pageSize, page: 0 } }, { ignoreErrors: true });
}

export function cancelJob(jobId: string): Promise<Job> {
  return call(jobRoutes.cancelJob, { params: { jobId } }, { ignoreErrors: true });
}

export function retryJob(jobId: string): Promise<Job> {
  return call(jobRoutes.retryJob, { params: { jobId } }, { ignoreErrors: true });
}

/** Forgets a job that has ended; it may be forgotten already. */
export function deleteJob(jobId: string): Promise<undefined> {
  return call(jobRoutes.deleteJob, { params: { jobId } }, QUIET);
}
