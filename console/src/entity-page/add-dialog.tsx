import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../app/dialogs.ts';
import type { FormField, FormValues } from './form.ts';
import { FormFields } from './form-fields.tsx';
import { useForm } from './use-form.ts';

/** Adds an entity with the same fields as its details. */
export function AddDialog(props: {
  title: string;
  fields: readonly FormField[];
  initial: FormValues;
  save: (values: FormValues) => Promise<unknown>;
  onClose: () => void;
  /** Below the fields. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const form = useForm(props.fields, props.initial);

  async function close() {
    const sure =
      !form.dirty ||
      (await ask({
        title: t('unsaved.title'),
        content: t('unsaved.text'),
        confirmLabel: t('unsaved.leave'),
        cancelLabel: t('unsaved.stay'),
        destructive: true,
      }));
    if (sure) props.onClose();
  }

  return (
    <Dialog open onClose={() => void close()} maxWidth="sm" fullWidth fullScreen={phone} aria-labelledby="add-title">
      <form
        ref={form.form}
        noValidate
        onSubmit={async (event) => {
          event.preventDefault();
          await form.submit(props.save);
        }}
        style={{ display: 'contents' }}
      >
        <DialogTitle id="add-title">{props.title}</DialogTitle>
        <DialogContent>
          <FormFields
            fields={props.fields}
            values={form.values}
            errors={form.errors}
            onChange={form.change}
            onBlur={form.blur}
            focusFirst
          />
          {props.children}
          {form.failure && (
            <Alert severity="error" sx={{ mt: 4 }}>
              {form.failure}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => void close()}>{t('action.cancel')}</Button>
          <Button type="submit" variant="contained" color="primary" loading={form.busy}>
            {t('action.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
