import './texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDashboard, saveDashboard } from '../api/dashboards.ts';
import { storedState } from '../api/stored-state.ts';
import { notifySuccess } from '../app/notices.ts';
import { errorText } from '../controls/error-text.ts';
import { FileButton } from '../controls/file-button.tsx';
import { Icon } from '../controls/icon.tsx';
import { NumberInput } from '../controls/number-input.tsx';
import { boundedDataUrl, type Crop, cropProblem, drawCropped, NO_CROP } from './crop.ts';
import { photographDashboard } from './photograph.ts';

const SIDES = ['top', 'left', 'right', 'bottom'] as const;

/** What the picture is made of: a photograph, or a file. */
type Source = HTMLCanvasElement | HTMLImageElement;

async function readImage(content: Blob | string): Promise<HTMLImageElement> {
  const image = new Image();
  const address = typeof content === 'string' ? content : URL.createObjectURL(content);
  image.src = address;
  try {
    await image.decode();
  } finally {
    if (typeof content !== 'string') URL.revokeObjectURL(address);
  }
  return image;
}

/** The picture by which lists show a dashboard: of what is on the screen or of a file, cut to what matters. */
export default function OwnPictureDialog(props: {
  dashboardId: string;
  /** Holds the dashboard. */
  dashboard: () => HTMLElement | null;
  close: () => void;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const client = useQueryClient();
  const preview = useRef<HTMLCanvasElement>(null);
  const [source, setSource] = useState<Source | null>();
  const [crop, setCrop] = useState<Crop>(NO_CROP);
  const [isChanged, setChanged] = useState(false);
  const [isBusy, setBusy] = useState(true);
  const [error, setError] = useState<string>();
  const abort = useRef<AbortController>(undefined);
  const problem = cropProblem(crop);

  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    readDashboard(props.dashboardId)
      .then(async ({ image }) => (image ? await readImage(image).catch(() => null) : null))
      .then(
        (image) => setSource((known) => (known === undefined ? image : known)),
        (failure: unknown) => setError(errorText(failure)),
      )
      .finally(() => setBusy(false));
    return () => controller.abort();
  }, [props.dashboardId]);

  useEffect(() => {
    if (source && preview.current && !problem) drawCropped(preview.current, source, crop);
  }, [source, crop, problem]);

  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (failure) {
      if (!abort.current?.signal.aborted) setError(errorText(failure));
    } finally {
      setBusy(false);
    }
  }

  function take(next: Source | null) {
    setSource(next);
    setCrop(NO_CROP);
    setChanged(true);
  }

  const photograph = () =>
    attempt(async () => {
      const dashboard = props.dashboard();
      if (!dashboard) return;
      const { signal } = abort.current ?? new AbortController();
      const shot = await photographDashboard(dashboard, {
        viewOnly: true,
        signal,
        onProgress: () => undefined,
        frameLabel: t('dashboardPicture.frame'),
      });
      take(shot.canvas);
    });

  const choose = (file: File) =>
    attempt(async () => {
      const image = await readImage(file).catch(() => undefined);
      if (!image) throw new Error(t('dashboardPicture.unreadable'));
      take(image);
    });

  const save = () =>
    attempt(async () => {
      let image: string | null = null;
      if (source) {
        const canvas = document.createElement('canvas');
        drawCropped(canvas, source, crop);
        image = boundedDataUrl(canvas) ?? null;
        if (!image) throw new Error(t('dashboardPicture.tooLarge'));
      }
      const stored = await readDashboard(props.dashboardId);
      await saveDashboard({ ...stored, image }, storedState(stored));
      await client.invalidateQueries({ queryKey: ['dashboards'] });
      void client.invalidateQueries({ queryKey: ['dashboard', props.dashboardId] });
      notifySuccess(t('dashboardPicture.saved'));
      props.close();
    });

  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId} onClose={() => props.close()}>
      <form
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!problem) void save();
        }}
      >
        <DialogTitle id={titleId}>{t('dashboardPicture.own')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 4 }}>
          <Box sx={{ color: 'text.secondary' }}>{t('dashboardPicture.ownText')}</Box>
          <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
            <Button
              variant="outlined"
              startIcon={<Icon name="camera" size={16} />}
              loading={isBusy}
              onClick={() => void photograph()}
            >
              {t('dashboardPicture.take')}
            </Button>
            <FileButton
              label={t('dashboardPicture.choose')}
              accept="image/*"
              startIcon={<Icon name="upload" size={16} />}
              onFile={(file) => void choose(file)}
            />
            {source && <Button onClick={() => take(null)}>{t('dashboardPicture.remove')}</Button>}
          </Box>
          <Box
            sx={{
              display: 'grid',
              placeItems: 'center',
              minHeight: 160,
              p: 2,
              border: '1px solid var(--line)',
              borderRadius: '8px',
              background: 'var(--bg)',
              color: 'text.secondary',
            }}
          >
            {source ? (
              <canvas
                ref={preview}
                role="img"
                aria-label={t('dashboardPicture.preview')}
                style={{ maxWidth: '100%', maxHeight: 260 }}
              />
            ) : (
              t('dashboardPicture.none')
            )}
          </Box>
          {source && (
            <Box
              component="fieldset"
              sx={{
                m: 0,
                p: 0,
                border: 0,
                minWidth: 0,
                display: 'grid',
                gap: 3,
                gridTemplateColumns: 'repeat(2, 1fr)',
              }}
            >
              <Box component="legend" sx={{ p: 0, mb: 2, fontSize: 13, fontWeight: 550 }}>
                {t('dashboardPicture.crop')}
              </Box>
              {SIDES.map((side) => (
                <NumberInput
                  key={side}
                  label={t(`dashboardPicture.sides.${side}`)}
                  value={crop[side]}
                  onChange={(value) => {
                    setCrop({ ...crop, [side]: value ?? 0 });
                    setChanged(true);
                  }}
                />
              ))}
            </Box>
          )}
          {(error || problem) && (
            <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, overflowWrap: 'anywhere' }}>
              {error ?? t(`dashboardPicture.problem.${problem}`)}
            </Box>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => props.close()}>{t('action.cancel')}</Button>
          <Button type="submit" variant="contained" color="primary" disabled={isBusy || !isChanged}>
            {t('action.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
