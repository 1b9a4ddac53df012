import { Box, LinearProgress } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { EmptyState, useDelayed } from '../controls/states.tsx';
import { useSession } from './session.ts';

/** While the first page is on its way; says so when that is because the server does not answer. */
export function WaitingPage() {
  const { t } = useTranslation();
  const { isServerAway } = useSession();
  const late = useDelayed(true, 400);
  if (!isServerAway && !late) return null;
  return (
    <Box component="main" sx={{ height: '100dvh', display: 'flex' }}>
      <LinearProgress aria-label={t('common.loading')} sx={{ position: 'fixed', insetInline: 0, top: 0 }} />
      {isServerAway && (
        <Box role="alert" sx={{ m: 'auto' }}>
          <EmptyState icon="warning" title={t('error.unableToConnect')} text={t('error.unableToConnectText')} />
        </Box>
      )}
    </Box>
  );
}
