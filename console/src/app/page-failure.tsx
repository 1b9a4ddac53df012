import { Box, Button } from '@mui/material';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { sessionStore } from '../api/browser-storage.ts';
import { isMissingPart } from '../api/failure.ts';
import { FailureState } from '../controls/failure-state.tsx';
import { EmptyState } from '../controls/states.tsx';

/** Between two checks whether the server is back, in ms. */
const INTERVAL = 3000;
/** In the session storage: when a page was last reloaded because a part of it was missing, epoch ms. */
const RELOADED_KEY = 'signalbox-reloaded';

/** Reloads the page once the server answers: it was away, or has a newer console, which is not tried twice in a row. */
function useReloadWhenBack(enabled: boolean) {
  useEffect(() => {
    if (!enabled) return;
    const look = async () => {
      const answered = await fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (!answered || Date.now() - Number(sessionStore.getItem(RELOADED_KEY)) < 10 * INTERVAL) return;
      sessionStore.setItem(RELOADED_KEY, String(Date.now()));
      window.location.reload();
    };
    void look();
    const timer = setInterval(() => void look(), INTERVAL);
    return () => clearInterval(timer);
  }, [enabled]);
}

/** In place of a page that broke: what happened and what to do. The shell around it goes on. */
export function PageFailure() {
  const error = useRouteError();
  const { t } = useTranslation();
  const isMissing = isMissingPart(error);
  useReloadWhenBack(isMissing);
  const reload = <Button onClick={() => window.location.reload()}>{t('action.reload')}</Button>;
  return (
    <Box sx={{ flex: 1, display: 'grid', placeItems: 'center', p: 6 }}>
      {isMissing ? (
        <Box role="alert">
          <EmptyState icon="warning" title={t('error.unableToConnect')} text={t('error.pageWaits')}>
            {reload}
          </EmptyState>
        </Box>
      ) : (
        <FailureState error={error} title={t('error.pageFailed')}>
          {reload}
        </FailureState>
      )}
    </Box>
  );
}
