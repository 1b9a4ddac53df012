import { isUnderWay, type Job, type JobInput } from '@signalbox/contract/job';
import { createJob, getJobs } from '../api/jobs.ts';
import { queryClient } from '../app/query-client.ts';

const JOBS = ['jobs'] as const;

/** How often progress is read, in ms: often while a job is new, which short ones are until they end. */
const FIRST_INTERVAL = 250;
const INTERVAL = 1000;
const IS_NEW = 4000;

function intervalOf(jobs: readonly Job[] | undefined, now: number): number | false {
  const underWay = jobs?.filter(isUnderWay) ?? [];
  if (underWay.length === 0) return false;
  return underWay.some(({ createdTime }) => now - createdTime < IS_NEW) ? FIRST_INTERVAL : INTERVAL;
}

/** The query of the person's jobs: read once, and repeatedly while some are under way. */
export const jobsQuery = {
  queryKey: JOBS,
  queryFn: getJobs,
  refetchInterval: ({ state }: { state: { data: Job[] | undefined } }) => intervalOf(state.data, Date.now()),
};

/** A job has changed: shows it before the next reading. */
export function showJob(job: Job): void {
  queryClient.setQueryData<Job[]>(JOBS, (jobs = []) => [job, ...jobs.filter(({ id }) => id !== job.id)]);
}

export function hideJob(id: string): void {
  queryClient.setQueryData<Job[]>(JOBS, (jobs = []) => jobs.filter((job) => job.id !== id));
}

/** Jobs that were started since the page was loaded. */
const startedHere = new Set<string>();

/** Whether the person has seen a job begin; others may have ended long ago. */
export const isStartedHere = ({ id }: Job): boolean => startedHere.has(id);

/** Starts work on many entities; the toolbar shows its progress. */
export async function startJob(input: JobInput): Promise<void> {
  const job = await createJob(input);
  startedHere.add(job.id);
  showJob(job);
}
