import './texts/texts.ts';
import { Box, CircularProgress } from '@mui/material';
import { isUnderWay, type Job } from '@signalbox/contract/job';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteJob } from '../api/jobs.ts';
import { notify, notifySuccess } from '../app/notices.ts';
import { queryClient } from '../app/query-client.ts';
import { DialogPopover } from '../controls/dialog-popover.tsx';
import { Icon } from '../controls/icon.tsx';
import { countThings } from '../entity-page/things.ts';
import { formatNumber } from '../i18n/format.ts';
import { JobCard } from './job-card.tsx';
import { openJobReport } from './job-report.tsx';
import { doingWords, doneWords, thingsOf } from './job-words.ts';
import { hideJob, isStartedHere } from './start-job.ts';

/** For so long only the page that began a job takes it off the server, in ms: another one would take its news away. */
const NEWS_LAST = 60_000;

/** Nothing is left to say of it. */
const hasSucceeded = (job: Job): boolean => job.state === 'DONE' && job.failed === 0;

/** Whether this page may take a job that succeeded off the server, or leaves that to the one that began it. */
const mayForget = (job: Job): boolean => isStartedHere(job) || Date.now() - (job.endedTime ?? 0) > NEWS_LAST;

/** ms between two readings of what is on the screen while jobs change it. */
const REFRESH_INTERVAL = 5000;

/** Work on many may have changed anything that is shown. */
function refreshAll(): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'jobs' });
}

/** Says that a job has ended. One that succeeded is over with that; others stay until they are dismissed. */
function announce(job: Job, t: ReturnType<typeof useTranslation>['t']): void {
  if (hasSucceeded(job)) {
    notifySuccess(doneWords(job));
    if (!mayForget(job)) return;
    hideJob(job.id);
    deleteJob(job.id).catch(() => undefined);
    return;
  }
  if (job.state === 'CANCELLED') return;
  const message = job.reason ?? t('job.failures', { things: countThings(thingsOf(job), job.failed) });
  notify({
    message: `${doingWords(job)}: ${message}`,
    type: 'error',
    duration: 10_000,
    action: { label: t('job.report'), run: () => openJobReport(job) },
  });
}

/** Announces each job that ends once, and keeps the page true while jobs change what it shows. */
function useNews(jobs: readonly Job[]): void {
  const { t } = useTranslation();
  /** Ended jobs that were announced, or had failed before this page was opened. */
  const known = useRef<Set<string>>(undefined);
  const refreshed = useRef({ at: 0, done: 0 });
  useEffect(() => {
    const isFirst = known.current === undefined;
    known.current ??= new Set();
    const ended = jobs.filter((job) => !isUnderWay(job));
    const fresh = ended.filter(({ id }) => !known.current?.has(id));
    known.current = new Set(ended.map(({ id }) => id));
    const news = fresh.filter((job) => !isFirst || isStartedHere(job));
    for (const job of fresh) {
      if ((hasSucceeded(job) && mayForget(job)) || news.includes(job)) announce(job, t);
    }
    const done = jobs.filter(isUnderWay).reduce((sum, job) => sum + job.done, 0);
    const isDue = done !== refreshed.current.done && Date.now() - refreshed.current.at > REFRESH_INTERVAL;
    if (news.length === 0 && !isDue) return;
    refreshed.current = { at: Date.now(), done };
    refreshAll();
  }, [jobs, t]);
}

/** Percentage of what has been worked on. */
const percentOf = ({ total, done, failed }: Job): number => (total === 0 ? 0 : ((done + failed) / total) * 100);

/** In the toolbar: the progress of work on many, and what became of it; opens the list of jobs. */
export function JobsStatus({ jobs: all }: { jobs: readonly Job[] }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useNews(all);
  const jobs = all.filter((job) => !hasSucceeded(job));
  const underWay = jobs.filter(isUnderWay);
  const [shown] = underWay.length > 0 ? underWay : jobs;
  // The last one was dismissed.
  useEffect(() => {
    if (!shown) setAnchor(null);
  }, [shown]);
  if (!shown) return null;
  const isRunning = underWay.length > 0;
  const title =
    underWay.length > 1
      ? t('job.some', { count: underWay.length })
      : !isRunning && shown.failed > 0
        ? t('job.failures', { things: countThings(thingsOf(shown), shown.failed) })
        : doingWords(shown);
  const percent = Math.floor(percentOf(shown));
  const label = isRunning ? `${title}, ${t('job.percent', { percent: formatNumber(percent) })}` : t('job.jobs');
  return (
    <>
      <Box
        component="button"
        type="button"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={label}
        title={label}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          height: 36,
          minWidth: 36,
          maxWidth: { md: 300 },
          px: { xs: 2, md: 2.5 },
          border: { xs: 0, md: '1px solid var(--line)' },
          borderRadius: '8px',
          font: 'inherit',
          fontSize: 13,
          color: isRunning ? 'inherit' : 'var(--critical)',
          background: 'none',
          cursor: 'pointer',
        }}
      >
        {isRunning ? (
          <CircularProgress
            size={16}
            thickness={6}
            variant={shown.state === 'RUNNING' && percent > 0 ? 'determinate' : 'indeterminate'}
            value={percent}
            aria-hidden="true"
          />
        ) : (
          <Icon name="warning" size={16} />
        )}
        <Box
          component="span"
          className="num"
          sx={{
            display: { xs: 'none', md: 'inline' },
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {title}
        </Box>
      </Box>
      <DialogPopover
        label={t('job.jobs')}
        anchor={anchor}
        onClose={() => setAnchor(null)}
        sx={{ width: 380, maxWidth: 'calc(100vw - 32px)', maxHeight: '70vh', overflowY: 'auto' }}
      >
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {jobs.map((job) => (
            <JobCard key={job.id} job={job} onReport={() => setAnchor(null)} />
          ))}
        </Box>
      </DialogPopover>
    </>
  );
}
