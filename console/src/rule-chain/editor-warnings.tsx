import { Alert, Button } from '@mui/material';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '../i18n/format.ts';
import { refuseCounts } from './model/limits.ts';
import type { EditedChain } from './use-chain.ts';

/** Says that what is edited was kept from before, until it is taken notice of. */
function RestoredNote({ edited }: { edited: EditedChain }) {
  const { t } = useTranslation();
  const { restoredFrom, isDirty } = edited;
  const [isOpen, setOpen] = useState(restoredFrom !== undefined && isDirty);
  useEffect(() => {
    if (!isDirty) setOpen(false);
  }, [isDirty]);
  if (!isOpen) return null;
  return (
    <Alert
      severity="info"
      onClose={() => setOpen(false)}
      action={
        <>
          <Button size="small" onClick={() => edited.revert(t('rules.step.revert'))}>
            {t('rules.draft.discard')}
          </Button>
          <Button size="small" onClick={() => setOpen(false)}>
            {t('rules.draft.keep')}
          </Button>
        </>
      }
    >
      {t('rules.draft.text', { at: formatDateTime(restoredFrom) })}
    </Alert>
  );
}

/** What may cost somebody the work, while it does not yet. */
export function EditorWarnings({ edited, readOnly }: { edited: EditedChain; readOnly: boolean }) {
  const { t } = useTranslation();
  const { chain, isDirty } = edited;
  const refusal = useMemo(() => refuseCounts(chain), [chain]);
  return (
    <>
      <RestoredNote edited={edited} />
      {!readOnly && !edited.isDraftKept && <Alert severity="warning">{t('rules.draft.tooLarge')}</Alert>}
      {!readOnly && isDirty && edited.isOtherTabEditing && (
        <Alert severity="warning">{t('rules.draft.otherTab')}</Alert>
      )}
      {!readOnly && refusal && (
        <Alert severity="warning">
          {t(`rules.${refusal.key}`, { formatted: formatNumber(refusal.count), most: formatNumber(refusal.most) })}
        </Alert>
      )}
    </>
  );
}
