import './texts/texts.ts';
import { Box, Button, LinearProgress } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../controls/error-text.ts';
import { formatRoughDuration } from '../../i18n/format.ts';
import { formatSize } from '../../i18n/format-size.ts';
import type { Upload, UploadState } from './upload.ts';

/** How far an upload is: a bar with numbers, speed and what is left, and the buttons that pause and stop it. */
export function UploadProgress(props: { name: string; state: UploadState; upload: Upload }) {
  const { t } = useTranslation();
  const { state, upload } = props;
  const { phase, sent, total, speed } = state;
  const facts = [
    t('otaUpdates.sent', { sent: formatSize(sent), total: formatSize(total) }),
    ...(speed === undefined || phase !== 'sending'
      ? []
      : [
          t('otaUpdates.speed', { speed: formatSize(speed) }),
          t('otaUpdates.left', { time: formatRoughDuration(((total - sent) * 1000) / Math.max(speed, 1)) }),
        ]),
    ...(phase === 'paused' ? [t('otaUpdates.paused')] : []),
    ...(phase === 'done' ? [t('otaUpdates.checking')] : []),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 2, mt: 4 }}>
      <LinearProgress
        variant="determinate"
        value={total === 0 ? 0 : Math.floor((sent * 100) / total)}
        aria-label={t('otaUpdates.progress', { name: props.name })}
      />
      <Box className="tabular" sx={{ fontSize: 13, color: 'text.secondary' }}>
        {facts.join(' · ')}
      </Box>
      {phase === 'failed' && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13 }}>
          {t('otaUpdates.brokenOff', { reason: errorText(state.error) })}
        </Box>
      )}
      {phase !== 'done' && (
        <Box sx={{ display: 'flex', gap: 2 }}>
          {phase === 'sending' ? (
            <Button size="small" variant="outlined" onClick={upload.pause}>
              {t('otaUpdates.pause')}
            </Button>
          ) : (
            <Button size="small" variant="outlined" onClick={upload.resume}>
              {t('otaUpdates.resume')}
            </Button>
          )}
          <Button size="small" onClick={upload.stop}>
            {t('otaUpdates.stop')}
          </Button>
        </Box>
      )}
    </Box>
  );
}
