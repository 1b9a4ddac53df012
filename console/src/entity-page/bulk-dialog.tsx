import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, LinearProgress } from '@mui/material';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../i18n/format.ts';
import { type BulkProgress, runBulk } from './bulk.ts';

export interface BulkJob<Row> {
  title: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  work: (row: Row) => Promise<unknown>;
}

/** Runs a bulk job in view: a bar with numbers, cancel, and at the end what failed with a retry. */
export function BulkDialog<Row>({ job, onClose }: { job: BulkJob<Row>; onClose: () => void }) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<BulkProgress<Row>>();
  const abort = useRef<AbortController>(undefined);
  const close = useRef(onClose);
  close.current = onClose;

  const run = useCallback(
    async (rows: readonly Row[]) => {
      const controller = new AbortController();
      abort.current = controller;
      const result = await runBulk(rows, job.work, setProgress, controller.signal);
      if (result.failed.length === 0 && !result.cancelled) close.current();
    },
    [job],
  );
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void run(job.rows);
  }, [run, job.rows]);

  if (!progress) return null;
  const { total, done, failed, running } = progress;
  const seconds = progress.left === undefined ? undefined : Math.ceil(progress.left / 1000);
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="bulk-title" onClose={() => !running && onClose()}>
      <DialogTitle id="bulk-title">{job.title}</DialogTitle>
      <DialogContent>
        <LinearProgress
          variant="determinate"
          aria-label={job.title}
          value={total === 0 ? 100 : (done / total) * 100}
          sx={{ height: 6, borderRadius: '3px', mb: 2 }}
        />
        <Box className="num" aria-live="polite" sx={{ color: 'text.secondary' }}>
          {t('bulk.progress', { done: formatNumber(done), total: formatNumber(total) })}
          {running && seconds !== undefined && ` · ${t('bulk.left', { seconds: formatNumber(seconds) })}`}
          {!running && progress.cancelled && ` · ${t('bulk.cancelled')}`}
        </Box>
        {failed.length > 0 && (
          <Box sx={{ mt: 4 }}>
            <Box component="p" sx={{ m: 0, fontWeight: 580, color: 'var(--critical)' }}>
              {t('bulk.failed', { count: failed.length })}
            </Box>
            <Box component="ul" sx={{ m: 0, pl: 5, maxHeight: 220, overflow: 'auto', fontSize: 13 }}>
              {failed.map(({ row, reason }) => (
                <li key={job.nameOf(row)}>
                  <b>{job.nameOf(row)}</b>: {reason}
                </li>
              ))}
            </Box>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        {running ? (
          <Button onClick={() => abort.current?.abort()}>{t('action.cancel')}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('action.close')}</Button>
            {failed.length > 0 && (
              <Button variant="contained" color="primary" onClick={() => void run(failed.map(({ row }) => row))}>
                {t('bulk.retry')}
              </Button>
            )}
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
