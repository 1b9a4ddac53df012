import { Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import { ask } from '../app/dialogs.ts';
import type { Identified } from './entity-action.ts';
import type { EntityForm, FormValues } from './form.ts';
import { FormFields } from './form-fields.tsx';
import { useUnsavedGuard } from './unsaved-guard.ts';
import { useForm } from './use-form.ts';

/** Adds an entity with the same form as its details. */
export function AddDialog<Row, Body, Saved extends Identified>(props: {
  title: string;
  form: EntityForm<Row, Body>;
  /** Where the fields begin, when not as `form` says of a new one. */
  initial?: FormValues;
  /** Rejects with what is wrong. */
  save: (body: Body, values: FormValues) => Promise<Saved>;
  /** With what was saved; with nothing when it was cancelled. */
  close: (saved?: Saved) => void;
  /** Below the fields; by what they hold where that matters. */
  children?: ReactNode | ((values: FormValues) => ReactNode);
}) {
  const { t } = useTranslation();
  const titleId = useId();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const form = useForm(props.form, props.initial ?? props.form.values(undefined));
  const saved = useRef(false);
  useUnsavedGuard(form.dirty && !saved.current);

  async function submit() {
    await form.submit(async (values) => {
      const entity = await props.save(props.form.body(values, undefined), values);
      saved.current = true;
      props.close(entity);
    });
  }

  async function cancel() {
    const sure =
      !form.dirty ||
      (await ask({
        title: t('unsaved.title'),
        content: t('unsaved.text'),
        confirmLabel: t('unsaved.leave'),
        cancelLabel: t('unsaved.stay'),
        destructive: true,
      }));
    if (sure) props.close();
  }

  const latest = useRef(submit);
  latest.current = submit;
  useActions(
    useMemo<Action[]>(
      () => [
        {
          id: 'save-new',
          label: t('action.add'),
          group: t('keys.details'),
          keys: 'Ctrl+S',
          inDialogs: true,
          run: () => void latest.current(),
        },
      ],
      [t],
    ),
  );

  return (
    <Dialog open onClose={() => void cancel()} maxWidth="sm" fullWidth fullScreen={phone} aria-labelledby={titleId}>
      <form
        ref={form.element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        style={{ display: 'contents' }}
      >
        <DialogTitle id={titleId}>{props.title}</DialogTitle>
        <DialogContent>
          <FormFields fields={props.form.fields} form={form} focusFirst />
          {typeof props.children === 'function' ? props.children(form.values) : props.children}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => void cancel()}>{t('action.cancel')}</Button>
          <Button type="submit" variant="contained" color="primary" loading={form.busy}>
            {t('action.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
