import { Alert } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DraftNotes } from '../editing/draft-notes.tsx';
import { formatNumber } from '../i18n/format.ts';
import { refuseCounts } from './model/limits.ts';
import type { EditedChain } from './use-chain.ts';

/** What may cost somebody the work, while it does not yet. */
export function EditorWarnings({ edited, readOnly }: { edited: EditedChain; readOnly: boolean }) {
  const { t } = useTranslation();
  const { chain } = edited;
  const refusal = useMemo(() => refuseCounts(chain), [chain]);
  return (
    <>
      <DraftNotes
        edited={edited}
        readOnly={readOnly}
        words={{
          restored: (at) => t('rules.draft.text', { at }),
          revert: t('rules.step.revert'),
          tooLarge: t('rules.draft.tooLarge'),
          otherTab: t('rules.draft.otherTab'),
        }}
      />
      {!readOnly && refusal && (
        <Alert severity="warning">
          {t(`rules.${refusal.key}`, { formatted: formatNumber(refusal.count), most: formatNumber(refusal.most) })}
        </Alert>
      )}
    </>
  );
}
