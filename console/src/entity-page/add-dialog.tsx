import { Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { type ReactNode, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import type { Identified } from './entity-action.ts';
import type { EntityForm, FormValues } from './form.ts';
import { FormFields } from './form-fields.tsx';
import { FormProblemList } from './form-problem-list.tsx';
import { askToLeave, useUnsavedGuard } from './unsaved-guard.ts';
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
    if (!form.dirty || (await askToLeave(t))) props.close();
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
          <FormFields fields={props.form.fields} form={form} focus={props.form.fields[0]?.name} />
          {typeof props.children === 'function' ? props.children(form.values) : props.children}
        </DialogContent>
        <FormProblemList fields={props.form.fields} form={form} sx={{ px: 6, pt: 3 }} />
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
