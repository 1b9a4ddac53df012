import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataRow, settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { cameraProblem, fittedSize, nextCamera } from './camera.ts';
import { FieldNote, InsteadOfForm, type Note } from './field-note.tsx';
import { numberSetting } from './read-settings.ts';
import { saveTo, type Target, targetProblem } from './save-target.ts';
import { useSave } from './use-save.ts';

const FORMATS = ['image/jpeg', 'image/png', 'image/webp'];

/** Takes a picture with the camera of this machine and saves it. */
export function CameraForm(props: WidgetProps) {
  const { t } = useTranslation();
  const [row] = props.data.rows;
  if (!row) return <InsteadOfForm>{t('input.noKey')}</InsteadOfForm>;
  const target: Target = row.dataKey.type === 'timeseries' ? 'timeseries' : 'SERVER_SCOPE';
  const problem = targetProblem(row, target, t);
  if (problem) return <InsteadOfForm>{problem}</InsteadOfForm>;
  return <Camera key={row.entity.id} {...props} row={row} target={target} />;
}

interface Live {
  stream: MediaStream;
  /** Id of the camera that it is from. */
  camera: string | undefined;
  others: readonly string[];
}

/** The camera while it is on. */
function useCamera() {
  const [live, setLive] = useState<Live>();
  const current = useRef<MediaStream>(undefined);
  const isGone = useRef(false);
  const stop = () => {
    for (const track of current.current?.getTracks() ?? []) track.stop();
    current.current = undefined;
    setLive(undefined);
  };
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      for (const track of current.current?.getTracks() ?? []) track.stop();
    };
  }, []);
  return {
    live,
    stop,
    /** @throws DOMException */
    async start(camera?: string): Promise<void> {
      stop();
      const video = camera === undefined ? true : { deviceId: { exact: camera } };
      const stream = await navigator.mediaDevices.getUserMedia({ video, audio: false });
      if (isGone.current) {
        for (const track of stream.getTracks()) track.stop();
        return;
      }
      current.current = stream;
      const devices = await navigator.mediaDevices.enumerateDevices();
      const others = devices.filter(({ kind }) => kind === 'videoinput').map(({ deviceId }) => deviceId);
      setLive({ stream, camera: stream.getVideoTracks()[0]?.getSettings().deviceId, others });
    },
  };
}

function Camera({ widget, row, target }: WidgetProps & { row: DataRow; target: Target }) {
  const { t } = useTranslation();
  const settings = settingsOf(widget);
  const { live, start, stop } = useCamera();
  const [taken, setTaken] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const { state, save, clear } = useSave();
  const video = useRef<HTMLVideoElement>(null);
  const stored = row.data[0]?.[1];
  const last = typeof stored === 'string' && stored.startsWith('data:image/') ? stored : undefined;

  useEffect(() => {
    if (video.current && live) video.current.srcObject = live.stream;
  }, [live]);

  const turnOn = async (camera?: string) => {
    setProblem(undefined);
    clear();
    setTaken(undefined);
    if (!navigator.mediaDevices) return setProblem(t('input.camera.insecure'));
    try {
      await start(camera);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setProblem(t(`input.camera.${cameraProblem(error)}`, { reason }));
    }
  };
  const take = () => {
    const picture = video.current;
    if (!picture || picture.videoWidth === 0) return;
    const size = fittedSize(
      { width: picture.videoWidth, height: picture.videoHeight },
      { width: numberSetting(settings.maxWidth) ?? 640, height: numberSetting(settings.maxHeight) ?? 480 },
    );
    const canvas = Object.assign(document.createElement('canvas'), size);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, size.width, size.height);
    const format = FORMATS.find((name) => name === settings.imageFormat) ?? 'image/png';
    setTaken(canvas.toDataURL(format, numberSetting(settings.imageQuality) ?? 0.92));
    stop();
  };
  const store = async () => {
    if (taken === undefined) return;
    const isSaved = await save(() => saveTo(row.entity, target, { [row.dataKey.name]: taken }));
    // Another one may have been taken meanwhile.
    if (isSaved) setTaken((now) => (now === taken ? undefined : now));
  };
  const note = (): Note | undefined => {
    if (problem) return { text: problem, tone: 'error' };
    if (state.kind === 'failed') return { text: state.text, tone: 'error' };
    return state.kind === 'saved' ? { text: t('input.saved'), tone: 'done' } : undefined;
  };
  const other = live && nextCamera(live.others, live.camera);
  const shown = taken ?? last;
  const fill = { width: '100%', height: '100%', objectFit: 'contain', display: 'block' } as const;
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', gap: 1 }}>
      <Box
        sx={{
          ...{ flex: 1, minHeight: 40, borderRadius: '6px', overflow: 'hidden' },
          ...{ background: 'var(--surface-2)', display: 'grid', placeItems: 'center', fontSize: 13 },
        }}
      >
        {live ? (
          <Box
            component="video"
            ref={video}
            autoPlay
            playsInline
            muted
            aria-label={t('input.camera.live')}
            sx={{ ...fill, position: 'relative', minHeight: 0 }}
          />
        ) : shown ? (
          <Box
            component="img"
            src={shown}
            alt={t(taken ? 'input.camera.taken' : 'input.camera.last')}
            sx={{ ...fill, minHeight: 0 }}
          />
        ) : (
          <Box sx={{ color: 'text.secondary' }}>{t('input.camera.empty')}</Box>
        )}
      </Box>
      <FieldNote id={`camera-${widget.id}`} note={note()} />
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
        {live ? (
          <>
            <Button size="small" variant="text" onClick={stop}>
              {t('input.camera.cancel')}
            </Button>
            {other && (
              <Button size="small" onClick={() => void turnOn(other)}>
                {t('input.camera.other')}
              </Button>
            )}
            <Button size="small" variant="contained" color="primary" onClick={take}>
              {t('input.camera.take')}
            </Button>
          </>
        ) : (
          <>
            <Button size="small" onClick={() => void turnOn()}>
              {t(taken ? 'input.camera.retake' : 'input.camera.start')}
            </Button>
            {taken && (
              <Button
                size="small"
                variant="contained"
                color="primary"
                disabled={state.kind === 'saving'}
                onClick={() => void store()}
              >
                {t('input.save')}
              </Button>
            )}
          </>
        )}
      </Box>
    </Box>
  );
}
