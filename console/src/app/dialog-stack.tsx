import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '../controls/text-input.tsx';
import { answerDialog, type DialogRequest, useDialogs } from './dialogs.ts';

function AskDialog({ dialog }: { dialog: DialogRequest }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const titleId = `dialog-${dialog.id}`;
  const confirm = () => {
    if (dialog.typed !== undefined && typed.trim() !== dialog.typed.trim()) setRefused(true);
    else answerDialog(dialog.id, true);
  };
  return (
    <Dialog open onClose={() => answerDialog(dialog.id, false)} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm();
        }}
      >
        <DialogTitle id={titleId}>{dialog.title}</DialogTitle>
        <DialogContent sx={{ color: 'text.secondary', whiteSpace: 'pre-line' }}>
          {dialog.content}
          {dialog.typed !== undefined && (
            <TextInput
              label={t('dialog.typeToConfirm', { text: dialog.typed })}
              value={typed}
              autoFocus
              error={refused ? t('dialog.typedDiffers', { text: dialog.typed }) : undefined}
              onChange={(event) => setTyped(event.target.value)}
              sx={{ mt: 3 }}
            />
          )}
        </DialogContent>
        <DialogActions>
          {dialog.cancelLabel !== undefined && (
            <Button
              onClick={() => answerDialog(dialog.id, false)}
              autoFocus={dialog.destructive === true && !dialog.typed}
            >
              {dialog.cancelLabel}
            </Button>
          )}
          <Button
            type="submit"
            variant="contained"
            color={dialog.destructive ? 'error' : 'primary'}
            autoFocus={!dialog.destructive}
          >
            {dialog.confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** All questions that wait for an answer. */
export function DialogStack() {
  const dialogs = useDialogs();
  return dialogs.map((dialog) => <AskDialog key={dialog.id} dialog={dialog} />);
}
