import './texts/texts.ts';
import { Alert, Box, Button, Link } from '@mui/material';
import type { Trace } from '@signalbox/contract/recorder';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { formatDateTime, formatNumber } from '../i18n/format.ts';

/** What became of a message besides its way: where it is set aside or waits, and when it was sent again. */
export function TraceFate({ trace }: { trace: Trace }) {
  const { t } = useTranslation();
  const { setAside, waiting, laterRuns } = trace;
  return (
    <>
      {setAside.map(({ id, time, reason }) => (
        <Alert
          key={id}
          severity="warning"
          sx={{ mx: 4, mb: 2, '& .MuiAlert-message': { overflowWrap: 'anywhere' } }}
          action={
            <Button size="small" color="inherit" component={RouterLink} to={`/setAsideMessages/${id}`}>
              {t('trace.openSetAside')}
            </Button>
          }
        >
          {t('trace.setAside', { time: formatDateTime(time), reason })}
        </Alert>
      ))}
      {waiting.map(({ queueName: queue, attempts, due, since }) => (
        <Alert key={`${queue} ${since} ${attempts}`} severity="info" sx={{ mx: 4, mb: 2 }}>
          {attempts > 0 && due !== null
            ? t('trace.retries', {
                queue,
                count: attempts,
                formatted: formatNumber(attempts),
                time: formatDateTime(due),
              })
            : t('trace.waits', { queue, time: formatDateTime(since) })}
        </Alert>
      ))}
      {laterRuns.length > 0 && (
        <Alert severity="info" sx={{ mx: 4, mb: 2 }}>
          {t('trace.runs')}
          {laterRuns.map(({ place, createdTime }) => (
            <Box key={place} component="span" sx={{ marginInlineStart: 2 }}>
              <Link component={RouterLink} to={`/recorder/${place}`} color="var(--accent-text)">
                {formatDateTime(createdTime)}
              </Link>
            </Box>
          ))}
        </Alert>
      )}
    </>
  );
}
