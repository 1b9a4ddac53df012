import './texts/texts.ts';
import { Box } from '@mui/material';
import type { Report } from '@signalbox/contract/report';
import { useTranslation } from 'react-i18next';
import { Ago } from '../controls/ago.tsx';

type Sent = Pick<Report, 'isDue' | 'isEnabled' | 'lastTime' | 'lastError'>;

/** What became of a report the last time, in a line without the reason. */
export function LastOutcome({ report, maySend = true }: { report: Sent; maySend?: boolean }) {
  const { isDue, lastTime, lastError, isEnabled } = report;
  const { t } = useTranslation();
  const quiet = { color: 'text.secondary' };
  const paused = isEnabled || isDue ? '' : ` · ${t('dashboardReport.off')}`;
  if (isDue) {
    return (
      <Box component="span" sx={quiet}>
        {t(maySend ? 'dashboardReport.sending' : 'dashboardReport.waits')}
      </Box>
    );
  }
  if (lastTime === null) {
    return (
      <Box component="span" sx={quiet}>
        {paused ? t('dashboardReport.off') : t('dashboardReport.never')}
      </Box>
    );
  }
  return (
    <span title={lastError ?? undefined}>
      <Box component="span" sx={{ color: lastError === null ? 'var(--ok)' : 'var(--critical)' }}>
        {t(lastError === null ? 'dashboardReport.sent' : 'dashboardReport.notSent')} · <Ago ts={lastTime} />
      </Box>
      {paused}
    </span>
  );
}
