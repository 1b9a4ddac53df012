import './texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { Job } from '@signalbox/contract/job';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getJobFailures, retryJob } from '../api/jobs.ts';
import { openDialog } from '../app/dialogs.ts';
import { Loaded } from '../controls/loaded.tsx';
import { attempt } from '../entity-page/entity-action.ts';
import { countThings } from '../entity-page/things.ts';
import { formatNumber } from '../i18n/format.ts';
import { doingWords, thingsOf } from './job-words.ts';
import { showJob } from './start-job.ts';

/** Failures that are listed; the others are only counted. */
const LISTED = 200;

/** What a job failed on, by name, and why. */
function JobReport({ job, close }: { job: Job; close: () => void }) {
  const { t } = useTranslation();
  const failures = useQuery({
    queryKey: ['jobFailures', job.id, job.endedTime],
    queryFn: () => getJobFailures(job.id, LISTED),
  });
  const words = t('job.failures', { things: countThings(thingsOf(job), job.failed) });
  return (
    <Dialog open maxWidth="sm" fullWidth aria-labelledby="job-report-title" onClose={close}>
      <DialogTitle id="job-report-title">{doingWords(job)}</DialogTitle>
      <DialogContent>
        <Box component="p" sx={{ m: 0, mb: 2, fontWeight: 580, color: 'var(--critical)' }}>
          {words}
        </Box>
        <Loaded from={failures}>
          {({ data, totalElements }) => (
            <Box
              component="ul"
              // Long reports can be scrolled by keyboard.
              tabIndex={0}
              aria-label={words}
              sx={{
                m: 0,
                paddingInlineStart: '20px',
                maxHeight: 360,
                overflow: 'auto',
                fontSize: 13,
                overflowWrap: 'anywhere',
              }}
            >
              {data.map(({ entityId, name, reason }) => (
                <li key={entityId.id}>
                  <bdi>
                    <b>{name}</b>
                  </bdi>
                  : <bdi>{reason}</bdi>
                </li>
              ))}
              {totalElements > data.length && (
                <li>{t('job.andMore', { formatted: formatNumber(totalElements - data.length) })}</li>
              )}
            </Box>
          )}
        </Loaded>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={close}>
          {t('action.close')}
        </Button>
        <Button
          variant="contained"
          color="primary"
          onClick={() => {
            close();
            attempt(async () => showJob(await retryJob(job.id)));
          }}
        >
          {t('job.retry')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Shows what a job failed on, with a retry. */
export function openJobReport(job: Job): void {
  void openDialog((close) => <JobReport job={job} close={() => close()} />);
}
