import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../controls/text-input.tsx';
import type { Question } from './dialogs.ts';
import { isTypedAs } from './typed-text.ts';

/** Asks, or shows what is to be read. */
export function QuestionDialog({ question, close }: { question: Question; close: (confirmed: boolean) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const titleId = useId();
  const confirm = () => {
    if (question.typed !== undefined && !isTypedAs(typed, question.typed)) setRefused(true);
    else close(true);
  };
  return (
    <Dialog open onClose={() => close(false)} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
          {question.title}
        </DialogTitle>
        <DialogContent sx={{ color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {question.content}
          {question.typed !== undefined && (
            <TextInput
              label={t('dialog.typeToConfirm', { text: question.typed })}
              value={typed}
              autoFocus
              autoComplete="off"
              error={refused ? t('dialog.typedDiffers', { text: question.typed }) : undefined}
              onChange={(event) => {
                setTyped(event.target.value);
                setRefused(false);
              }}
              sx={{ mt: 3, color: 'text.primary' }}
            />
          )}
        </DialogContent>
        <DialogActions>
          {question.cancelLabel !== undefined && (
            <Button onClick={() => close(false)} autoFocus={question.destructive === true && !question.typed}>
              {question.cancelLabel}
            </Button>
          )}
          <Button
            type="submit"
            variant="contained"
            color={question.destructive ? 'error' : 'primary'}
            autoFocus={!question.destructive}
          >
            {question.confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
