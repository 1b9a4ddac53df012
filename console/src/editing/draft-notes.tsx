import './texts/texts.ts';
import { Alert, Button } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../i18n/format.ts';

/** What the notes need to know of what is edited. */
interface KeptEditing {
  isDirty: boolean;
  restoredFrom: number | undefined;
  isDraftKept: boolean;
  isOtherTabEditing: boolean;
  revert: (label: string) => void;
}

interface DraftWords {
  /** That changes of that time are still here. */
  restored: (at: string) => string;
  /** The step that takes them back. */
  revert: string;
  tooLarge: string;
  otherTab: string;
}

/** Says that what is edited was kept from before, until it is taken notice of. */
function RestoredNote({ edited, words }: { edited: KeptEditing; words: DraftWords }) {
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
          <Button size="small" onClick={() => edited.revert(words.revert)}>
            {t('editing.draft.discard')}
          </Button>
          <Button size="small" onClick={() => setOpen(false)}>
            {t('editing.draft.keep')}
          </Button>
        </>
      }
    >
      {words.restored(formatDateTime(restoredFrom))}
    </Alert>
  );
}

/** What became of changes that are not saved, and what may cost somebody the work while it does not yet. */
export function DraftNotes(props: { edited: KeptEditing; readOnly: boolean; words: DraftWords }) {
  const { edited, readOnly, words } = props;
  return (
    <>
      <RestoredNote edited={edited} words={words} />
      {!readOnly && !edited.isDraftKept && <Alert severity="warning">{words.tooLarge}</Alert>}
      {!readOnly && edited.isDirty && edited.isOtherTabEditing && <Alert severity="warning">{words.otherTab}</Alert>}
    </>
  );
}
