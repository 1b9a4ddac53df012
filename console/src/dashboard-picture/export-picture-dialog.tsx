import './texts/texts.ts';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  LinearProgress,
  MenuItem,
  Switch,
} from '@mui/material';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../controls/error-text.ts';
import { saveFile } from '../controls/save-file.ts';
import { SelectInput } from '../controls/select-input.tsx';
import { useThemeMode } from '../theme/mode.ts';
import { exportDashboard } from './export-dashboard.ts';
import { PAPERS, type PdfLayout } from './pdf-pages.ts';

const FORMATS = ['png', 'pdf'] as const;

/** Lets the page draw itself in another theme. */
const themed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400));

/** Saves a dashboard as it is on the screen, also what is scrolled away, as a picture or a PDF. */
export default function ExportPictureDialog(props: {
  /** Holds the dashboard. */
  dashboard: () => HTMLElement | null;
  title: string;
  /** The time that the dashboard shows, in words. */
  timeText: string;
  close: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const { mode, choice, setMode } = useThemeMode();
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('png');
  const [layout, setLayout] = useState<PdfLayout>({ paper: 'a4', orientation: 'landscape', pages: 'pages' });
  const [isLight, setIsLight] = useState(true);
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [error, setError] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);
  const isRunning = progress !== undefined;
  // The page is light again from the next render on; what it was is known here.
  const isDark = mode === 'dark';

  async function run() {
    const dashboard = props.dashboard();
    if (!dashboard) return;
    const controller = new AbortController();
    abort.current = controller;
    setError(undefined);
    setProgress({ done: 0, total: 0 });
    const changes = isDark && isLight;
    try {
      if (changes) {
        setMode('light');
        await themed();
      }
      const { name, content } = await exportDashboard(dashboard, {
        format,
        layout,
        title: props.title,
        timeText: props.timeText,
        signal: controller.signal,
        onProgress: (done, total) => setProgress({ done, total }),
      });
      saveFile(name, content);
      props.close();
    } catch (failure) {
      if (!controller.signal.aborted) setError(errorText(failure));
      setProgress(undefined);
    } finally {
      if (changes) setMode(choice);
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
        <DialogTitle id={titleId}>{t('dashboardPicture.export')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <Box sx={{ color: 'text.secondary' }}>{t('dashboardPicture.exportText')}</Box>
          <SelectInput
            label={t('dashboardPicture.format')}
            value={format}
            disabled={isRunning}
            onChange={(value) => setFormat(value as typeof format)}
          >
            {FORMATS.map((one) => (
              <MenuItem key={one} value={one}>
                {t(`dashboardPicture.formats.${one}`)}
              </MenuItem>
            ))}
          </SelectInput>
          {format === 'pdf' && (
            <>
              <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: '1fr 1fr' }}>
                <SelectInput
                  label={t('dashboardPicture.paper')}
                  value={layout.paper}
                  disabled={isRunning}
                  onChange={(paper) => setLayout({ ...layout, paper: paper as PdfLayout['paper'] })}
                >
                  {Object.keys(PAPERS).map((one) => (
                    <MenuItem key={one} value={one}>
                      {t(`dashboardPicture.papers.${one}`)}
                    </MenuItem>
                  ))}
                </SelectInput>
                <SelectInput
                  label={t('dashboardPicture.orientation')}
                  value={layout.orientation}
                  disabled={isRunning}
                  onChange={(value) => setLayout({ ...layout, orientation: value as PdfLayout['orientation'] })}
                >
                  <MenuItem value="landscape">{t('dashboardPicture.landscape')}</MenuItem>
                  <MenuItem value="portrait">{t('dashboardPicture.portrait')}</MenuItem>
                </SelectInput>
              </Box>
              <SelectInput
                label={t('dashboardPicture.pages')}
                value={layout.pages}
                disabled={isRunning}
                onChange={(pages) => setLayout({ ...layout, pages: pages as PdfLayout['pages'] })}
              >
                <MenuItem value="pages">{t('dashboardPicture.severalPages')}</MenuItem>
                <MenuItem value="long">{t('dashboardPicture.longPage')}</MenuItem>
              </SelectInput>
            </>
          )}
          {isDark && (
            <FormControlLabel
              control={<Switch checked={isLight} onChange={(_, value) => setIsLight(value)} disabled={isRunning} />}
              label={t('dashboardPicture.light')}
            />
          )}
          <Box sx={{ minHeight: 32 }}>
            {isRunning && (
              <>
                <LinearProgress
                  aria-label={t('dashboardPicture.export')}
                  {...(progress.total > 0
                    ? { variant: 'determinate', value: (progress.done / progress.total) * 100 }
                    : {})}
                  sx={{ height: 6, borderRadius: '3px', mb: 2 }}
                />
                <Box className="num" aria-live="polite" sx={{ color: 'text.secondary' }}>
                  {progress.total > 0 && t('dashboardPicture.progress', progress)}
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
            {t('dashboardPicture.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
