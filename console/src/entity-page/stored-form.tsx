import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import { notifySuccess } from '../app/notices.ts';
import type { EntityForm } from './form.ts';
import { FormFields } from './form-fields.tsx';
import { FormProblemList } from './form-problem-list.tsx';
import { useUnsavedGuard } from './unsaved-guard.ts';
import { useForm } from './use-form.ts';

/** What a form gives to what stands beside its fields. */
export type StoredFormState = ReturnType<typeof useForm>;

/**
 * A form that stands on a page and changes something stored: saves with its button or Ctrl+S, and asks before unsaved
 * changes are left. Mount it with another key when something else is stored.
 */
export function StoredForm<Stored, Body>(props: {
  /** Stable while the same thing is edited. */
  described: EntityForm<Stored, Body>;
  stored: Stored;
  /** Heading of Ctrl+S in the list of shortcuts; absent where another form of the page has that key. */
  group?: string;
  save: (body: Body) => Promise<unknown>;
  /** Above the fields. */
  before?: (form: StoredFormState) => ReactNode;
  /** Beside the buttons, and below them. */
  beside?: (form: StoredFormState) => ReactNode;
  after?: (form: StoredFormState) => ReactNode;
}) {
  const { t } = useTranslation();
  const { described, stored, group, save } = props;
  const initial = useMemo(() => described.values(stored), [described, stored]);
  const form = useForm(described, initial, stored);
  useUnsavedGuard(form.dirty);

  const submit = async () => {
    const isSaved = await form.submit((values) => save(described.body(values, stored)));
    if (isSaved) notifySuccess(t('details.saved'));
  };
  const latest = useRef(submit);
  latest.current = submit;
  useActions(
    useMemo<Action[]>(() => {
      const run = () => void latest.current();
      return group ? [{ id: 'save', label: t('action.save'), group, icon: 'check', keys: 'Ctrl+S', run }] : [];
    }, [t, group]),
  );
  return (
    <form
      ref={form.element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {props.before?.(form)}
      <FormFields fields={described.fields} form={form} />
      <FormProblemList fields={described.fields} form={form} sx={{ mt: 4 }} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 5, alignItems: 'center' }}>
        <Button type="submit" variant="contained" color="primary" loading={form.busy}>
          {t('action.save')}
        </Button>
        {props.beside?.(form)}
        {form.dirty && (
          <>
            <Button onClick={() => form.reset(initial)}>{t('action.cancel')}</Button>
            <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{t('unsaved.hint')}</Box>
          </>
        )}
      </Box>
      {props.after?.(form)}
    </form>
  );
}
