import './texts/texts.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, type Question } from '../app/dialogs.ts';
import { useLeaveQuestion } from '../app/leave-guard.ts';

const unsavedQuestion = (t: TFunction): Question => ({
  title: t('unsaved.title'),
  content: t('unsaved.text'),
  confirmLabel: t('unsaved.leave'),
  cancelLabel: t('unsaved.stay'),
  destructive: true,
});

/** Asks whether unsaved changes may be lost. */
export function askToLeave(t: TFunction): Promise<boolean> {
  return ask(unsavedQuestion(t));
}

/**
 * Asks before unsaved changes are left, by navigation or by closing the page.
 * @param onlyOtherPages another query is still the same page
 */
export function useUnsavedGuard(dirty: boolean, onlyOtherPages = false): void {
  const { t } = useTranslation();
  useLeaveQuestion(
    useMemo(() => (dirty ? unsavedQuestion(t) : undefined), [dirty, t]),
    onlyOtherPages,
  );
}
