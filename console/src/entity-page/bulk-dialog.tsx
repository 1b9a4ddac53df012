import './texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, LinearProgress } from '@mui/material';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveQuestion } from '../app/leave-guard.ts';
import { formatNumber, formatRoughDuration } from '../i18n/format.ts';
import { type BulkProgress, runBulk } from './bulk.ts';
import type { Identified } from './entity-action.ts';
import { countThings, type Things } from './things.ts';

export interface BulkJob<Row> {
  title: string;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  things: Things;
  work: (row: Row) => Promise<unknown>;
}

/** Failures that are listed; the others are only counted. */
const LISTED = 200;

/** What failed, by name, and why. */
function Failures<Row extends Identified>(props: {
  failed: BulkProgress<Row>['failed'];
  nameOf: (row: Row) => string;
  things: Things;
}) {
  const { t } = useTranslation();
  const words = t('bulk.failed', { things: countThings(props.things, props.failed.length) });
  return (
    <Box sx={{ mt: 4 }}>
      <Box component="p" sx={{ m: 0, fontWeight: 580, color: 'var(--critical)' }}>
        {words}
      </Box>
      <Box
        component="ul"
        // Long reports can be scrolled by keyboard.
        tabIndex={0}
        aria-label={words}
        sx={{
          m: 0,
          paddingInlineStart: '20px',
          maxHeight: 220,
          overflow: 'auto',
          fontSize: 13,
          overflowWrap: 'anywhere',
        }}
      >
        {props.failed.slice(0, LISTED).map(({ row, reason }) => (
          <li key={row.id.id}>
            <b>{props.nameOf(row)}</b>: {reason}
          </li>
        ))}
        {props.failed.length > LISTED && (
          <li>{t('list.andMore', { formatted: formatNumber(props.failed.length - LISTED) })}</li>
        )}
      </Box>
    </Box>
  );
}

/** Runs a bulk job in view: a bar with numbers, cancel, and at the end what failed or was left out, with a retry. */
export function BulkDialog<Row extends Identified>(props: {
  job: BulkJob<Row>;
  /** With the words of what was done; without any when not all was. */
  onClose: (done?: string) => void;
}) {
  const { t } = useTranslation();
  const { job } = props;
  const [progress, setProgress] = useState<BulkProgress<Row>>();
  const abort = useRef<AbortController>(undefined);
  const close = useRef(props.onClose);
  close.current = props.onClose;

  const run = useCallback(
    async (rows: readonly Row[]) => {
      const controller = new AbortController();
      abort.current = controller;
      const result = await runBulk(rows, job.work, setProgress, controller.signal);
      if (result.failed.length === 0 && result.left.length === 0) {
        close.current(t('bulk.done', { things: countThings(job.things, result.done) }));
      }
    },
    [job, t],
  );
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void run(job.rows);
  }, [run, job.rows]);
  // Without the dialog nobody would see its progress.
  useEffect(() => () => abort.current?.abort(), []);
  const isRunning = progress?.running === true;
  useLeaveQuestion(
    useMemo(
      () =>
        isRunning
          ? {
              title: t('bulk.leaveTitle'),
              content: t('bulk.leaveText'),
              confirmLabel: t('bulk.leave'),
              cancelLabel: t('unsaved.stay'),
              destructive: true,
            }
          : undefined,
      [isRunning, t],
    ),
  );

  if (!progress) return null;
  const { total, done, failed, left, running, remaining } = progress;
  const again = [...failed.map(({ row }) => row), ...left];
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="bulk-title" onClose={() => !running && props.onClose()}>
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
          {running && remaining !== undefined && ` · ${t('bulk.left', { time: formatRoughDuration(remaining) })}`}
          {!running && left.length > 0 && ` · ${t('bulk.cancelled')}`}
        </Box>
        {failed.length > 0 && <Failures failed={failed} nameOf={job.nameOf} things={job.things} />}
      </DialogContent>
      <DialogActions>
        {running ? (
          <Button autoFocus onClick={() => abort.current?.abort()}>
            {t('action.cancel')}
          </Button>
        ) : (
          <>
            <Button onClick={() => props.onClose()}>{t('action.close')}</Button>
            {again.length > 0 && (
              <Button variant="contained" color="primary" autoFocus onClick={() => void run(again)}>
                {t(failed.length > 0 ? 'bulk.retry' : 'bulk.continue')}
              </Button>
            )}
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}
