import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

/** A dialog that asks for a choice: what there is to choose, a way out, and a button that takes it. */
export function ChooseFrame(props: {
  title: string;
  confirmLabel: string;
  /** A picker is what it begins with. */
  withPicker?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onConfirm();
  };
  return (
    <Dialog open onClose={props.onCancel} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={titleId}>{props.title}</DialogTitle>
        <DialogContent
          // Room for the choices of a picker, so that they do not cover the buttons.
          sx={{ display: 'grid', gap: 3, alignContent: 'start', minHeight: props.withPicker ? 340 : 0 }}
        >
          {props.children}
        </DialogContent>
        <DialogActions>
          <Button onClick={props.onCancel}>{t('action.cancel')}</Button>
          <Button type="submit" variant="contained" color="primary">
            {props.confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
