import { Box, Button } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { FailureState } from '../controls/states.tsx';

/** In place of a page that broke: what happened and what to do. The shell around it goes on. */
export function PageFailure() {
  const error = useRouteError();
  const { t } = useTranslation();
  return (
    <Box sx={{ flex: 1, display: 'grid', placeItems: 'center', p: 6 }}>
      <FailureState error={error} title={t('error.pageFailed')}>
        <Button onClick={() => window.location.reload()}>{t('action.reload')}</Button>
      </FailureState>
    </Box>
  );
}
