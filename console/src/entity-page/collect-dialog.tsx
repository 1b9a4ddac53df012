import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, LinearProgress } from '@mui/material';
import type { PageData } from '@signalbox/contract/page';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../app/dialogs.ts';
import { errorText } from '../controls/error-text.ts';
import { formatNumber } from '../i18n/format.ts';
import { type Collected, collectAll } from './collect.ts';
import type { Identified } from './entity-action.ts';

type LoadPage<Row> = (page: { page: number; pageSize: number }) => Promise<PageData<Row>>;

function CollectDialog<Row extends Identified>(props: {
  total: number;
  load: LoadPage<Row>;
  close: (rows?: Row[]) => void;
}) {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<Collected>({ found: 0, total: props.total });
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(props);
  latest.current = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over
  useEffect(() => {
    const controller = new AbortController();
    collectAll<Row>((page) => latest.current.load(page), setProgress, controller.signal).then(
      (rows) => controller.signal.aborted || latest.current.close(rows),
      (reason) => controller.signal.aborted || setError(reason),
    );
    return () => controller.abort();
  }, [attempt]);

  const { found, total } = progress;
  return (
    <Dialog open maxWidth="xs" fullWidth aria-labelledby="collect-title" onClose={() => props.close()}>
      <DialogTitle id="collect-title">{t('list.collecting')}</DialogTitle>
      <DialogContent>
        <LinearProgress
          variant="determinate"
          aria-label={t('list.collecting')}
          value={total === 0 ? 100 : Math.min(100, (found / total) * 100)}
          sx={{ height: 6, borderRadius: '3px', mb: 2 }}
        />
        <Box className="num" sx={{ color: 'text.secondary' }}>
          {t('bulk.progress', { done: formatNumber(found), total: formatNumber(total) })}
        </Box>
        {error !== undefined && <Alert severity="error">{errorText(error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={() => props.close()}>
          {t('action.cancel')}
        </Button>
        {error !== undefined && (
          <Button
            variant="contained"
            color="primary"
            onClick={() => {
              setError(undefined);
              setAttempt(attempt + 1);
            }}
          >
            {t('action.retry')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** Reads all rows that a list finds, in view of the person; undefined when that was cancelled. */
export function collectInView<Row extends Identified>(total: number, load: LoadPage<Row>): Promise<Row[] | undefined> {
  return openDialog<Row[]>((close) => <CollectDialog total={total} load={load} close={close} />);
}
