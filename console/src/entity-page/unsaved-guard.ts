import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ask } from '../app/dialogs.ts';

/** Asks whether what was changed may be lost. */
export function askToLeave(t: TFunction): Promise<boolean> {
  return ask({
    title: t('unsaved.title'),
    content: t('unsaved.text'),
    confirmLabel: t('unsaved.leave'),
    cancelLabel: t('unsaved.stay'),
    destructive: true,
  });
}

/** Asks before unsaved changes are left, by navigation or by closing the page. */
export function useUnsavedGuard(dirty: boolean): void {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search &&
      nextLocation.pathname !== '/login',
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void askToLeave(t).then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker, t]);
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}
