import './texts/texts.ts';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  MenuItem,
} from '@mui/material';
import type { ExportFormat } from '@signalbox/contract/list-export';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../controls/error-text.ts';
import { fileNameOf, saveFile } from '../controls/save-file.ts';
import { SelectInput } from '../controls/select-input.tsx';
import { formatNumber } from '../i18n/format.ts';

const FORMATS: readonly ExportFormat[] = ['xlsx', 'csv'];
const MEGABYTE = 1024 * 1024;

/** Asks for the kind of file, fetches a table that the server writes, and saves it. */
export function FileDialog(props: {
  title: string;
  /** What the file holds. */
  text: string;
  /** Beginning of the name of the file. */
  name: string;
  /** Fetches the file. */
  fetch: (format: ExportFormat, options: { signal: AbortSignal; onBytes: (bytes: number) => void }) => Promise<Blob>;
  /** Further choices. @param isRunning they cannot be changed any more */
  choices?: (isRunning: boolean) => ReactNode;
  close: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [received, setReceived] = useState<number>();
  const [error, setError] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const isRunning = received !== undefined;

  async function run() {
    const controller = new AbortController();
    abort.current = controller;
    setError(undefined);
    setReceived(0);
    try {
      const content = await props.fetch(format, { signal: controller.signal, onBytes: setReceived });
      saveFile(`${fileNameOf(props.name, 'data')}-${new Date().toISOString().slice(0, 10)}.${format}`, content);
      props.close();
    } catch (failure) {
      if (!controller.signal.aborted) setError(errorText(failure));
      setReceived(undefined);
    }
  }

  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      aria-labelledby={titleId}
      onClose={(_event, reason) => reason !== 'backdropClick' && !isRunning && props.close()}
    >
      <form
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <DialogTitle id={titleId}>{props.title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{props.text}</Box>
          {props.choices?.(isRunning)}
          <SelectInput
            label={t('export.format')}
            value={format}
            disabled={isRunning}
            onChange={(value) => setFormat(value as ExportFormat)}
          >
            {FORMATS.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`export.formats.${one}`)}
              </MenuItem>
            ))}
          </SelectInput>
          <Box sx={{ minHeight: 32 }}>
            {isRunning && (
              <>
                <LinearProgress aria-label={props.title} sx={{ height: 6, borderRadius: '3px', mb: 2 }} />
                <Box className="num" aria-live="polite" sx={{ color: 'text.secondary' }}>
                  {t('export.received', { megabytes: formatNumber(Math.round((received / MEGABYTE) * 10) / 10) })}
                </Box>
              </>
            )}
            {error && (
              <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, overflowWrap: 'anywhere' }}>
                {error}
              </Box>
            )}
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => (isRunning ? abort.current?.abort() : props.close())}>{t('action.cancel')}</Button>
          <Button type="submit" variant="contained" color="primary" loading={isRunning} autoFocus>
            {t('export.run')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
