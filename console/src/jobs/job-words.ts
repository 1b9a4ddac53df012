import './texts/texts.ts';
import type { Job } from '@signalbox/contract/job';
import i18next from 'i18next';
import { countThings, type Things } from '../entity-page/things.ts';

/** The kind of a job's entities, as sentences count them. */
export function thingsOf({ entityType }: Job): Things {
  return entityType.toLowerCase() as Things;
}

function words(job: Job, form: 'doing' | 'done', count: number): string {
  const things = countThings(thingsOf(job), count);
  return i18next.t(`job.${form}.${job.action}`, { things, target: job.targetName ?? '' });
}

/** "Deleting 230 devices". */
export const doingWords = (job: Job): string => words(job, 'doing', job.total);

/** "230 devices deleted". */
export const doneWords = (job: Job): string => words(job, 'done', job.done);
