import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Painting } from './paint.ts';

/** Words that are painted. */
export function usePaintedWords(): Painting['words'] {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      chainNode: t('rules.chainNode'),
      unknownKind: t('rules.unknownKind'),
      unresolved: t('rules.unresolved'),
      input: t('rules.input'),
      messagesIn: t('rules.messagesIn'),
    }),
    [t],
  );
}
