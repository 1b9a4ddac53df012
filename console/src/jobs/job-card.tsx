import './texts/texts.ts';
import { Box, Button, LinearProgress } from '@mui/material';
import { isUnderWay, type Job } from '@signalbox/contract/job';
import type { TFunction } from 'i18next';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelJob, deleteJob, retryJob } from '../api/jobs.ts';
import { attempt } from '../entity-page/entity-action.ts';
import { formatNumber, formatRoughDuration } from '../i18n/format.ts';
import { openJobReport } from './job-report.tsx';
import { doingWords } from './job-words.ts';
import { hideJob, showJob } from './start-job.ts';

/** ms that a job still takes at the pace since it was first seen; undefined before there is one. */
function useRemaining({ done, failed, total }: Job): number | undefined {
  const worked = done + failed;
  const first = useRef({ at: Date.now(), worked });
  const since = worked - first.current.worked;
  return since > 0 ? ((Date.now() - first.current.at) / since) * (total - worked) : undefined;
}

/** How a job stands, in words. */
function statusWords(job: Job, remaining: number | undefined, t: TFunction): string {
  const [done, total, failed] = [job.done, job.total, job.failed].map(formatNumber);
  if (job.state === 'QUEUED') return t('job.waiting');
  if (job.state === 'RUNNING') {
    const progress = t('job.progress', { done: formatNumber(job.done + job.failed), total });
    return remaining === undefined
      ? progress
      : `${progress} · ${t('job.left', { time: formatRoughDuration(remaining) })}`;
  }
  if (job.state === 'FAILED') return t('job.stopped', { done, total, reason: job.reason ?? '' });
  if (job.failed > 0) return t('job.withFailures', { done, total, failed });
  return job.state === 'CANCELLED' ? t('job.cancelled', { done, total }) : t('job.progress', { done, total });
}

/** What is left of a job: what failed, or what was not begun. */
function retryWords(job: Job, t: TFunction): string | undefined {
  const isComplete = job.done + job.failed >= job.total;
  if (isComplete) return job.failed > 0 ? t('job.retry') : undefined;
  return t('job.continue');
}

/** Continues a job with what is left of it. */
const retry = (job: Job): void => attempt(async () => showJob(await retryJob(job.id)));

/** Forgets a job that has ended. */
const dismiss = (job: Job): void =>
  attempt(async () => {
    hideJob(job.id);
    await deleteJob(job.id);
  });

/** One job: how far it is, and what can be done about it. */
export function JobCard({ job, onReport }: { job: Job; onReport: () => void }) {
  const { t } = useTranslation();
  const remaining = useRemaining(job);
  const title = doingWords(job);
  const again = retryWords(job, t);
  return (
    <Box component="li" sx={{ p: '12px 16px', '& + &': { borderTop: '1px solid var(--line)' } }}>
      <Box sx={{ fontWeight: 580, overflowWrap: 'anywhere' }}>{title}</Box>
      {isUnderWay(job) && (
        <LinearProgress
          variant={job.state === 'RUNNING' ? 'determinate' : 'indeterminate'}
          aria-label={title}
          value={job.total === 0 ? 100 : ((job.done + job.failed) / job.total) * 100}
          sx={{ height: 6, borderRadius: '3px', my: 2 }}
        />
      )}
      <Box className="num" aria-live="polite" sx={{ fontSize: 13, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {statusWords(job, remaining, t)}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5, justifyContent: 'flex-end' }}>
        {isUnderWay(job) ? (
          <Button size="small" onClick={() => attempt(async () => showJob(await cancelJob(job.id)))}>
            {t('job.cancel')}
          </Button>
        ) : (
          <>
            <Button size="small" variant="text" onClick={() => dismiss(job)}>
              {t('job.dismiss')}
            </Button>
            {job.failed > 0 && (
              <Button
                size="small"
                onClick={() => {
                  onReport();
                  openJobReport(job);
                }}
              >
                {t('job.report')}
              </Button>
            )}
            {again && (
              <Button size="small" variant="contained" color="primary" onClick={() => retry(job)}>
                {again}
              </Button>
            )}
          </>
        )}
      </Box>
    </Box>
  );
}
