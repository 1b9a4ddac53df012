import { Box, Tooltip } from '@mui/material';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { liveSocket } from '../api/client.ts';
import { formatDateTime, formatTime } from '../i18n/format.ts';

const COLORS = {
  live: 'var(--ok)',
  connecting: 'var(--minor)',
  delayed: 'var(--minor)',
  offline: 'var(--critical)',
  idle: 'var(--text-3)',
} as const;

/** Says whether what is on the screen is live, and since when. Hidden while nothing on the page is. */
export function LiveDot() {
  const { t } = useTranslation();
  const { status, since } = useSyncExternalStore(liveSocket.state.subscribe, liveSocket.state.get);
  if (status === 'idle') return null;
  const when = t('live.since', { time: formatDateTime(since) });
  return (
    <Tooltip title={`${t(`live.${status}Text`)} ${when}`}>
      <Box
        role="status"
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5, fontSize: 12, color: COLORS[status], px: 1 }}
      >
        <Box sx={{ width: 8, height: 8, borderRadius: '50%', background: 'currentColor' }} aria-hidden="true" />
        <Box component="span" sx={{ display: { xs: status === 'live' ? 'none' : 'inline', sm: 'inline' } }}>
          {status === 'offline' ? t('live.offlineSince', { time: formatTime(since) }) : t(`live.${status}`)}
        </Box>
      </Box>
    </Tooltip>
  );
}
