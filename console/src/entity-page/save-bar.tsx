import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import type { NamedField } from './form.ts';
import { FormProblemList } from './form-problem-list.tsx';
import type { useForm } from './use-form.ts';

/** Ctrl+S saves. @param group heading of the key in the list of shortcuts; absent: another form of the page has that key */
export function useSaveKey(group: string | undefined, save: () => Promise<void>): void {
  const { t } = useTranslation();
  const latest = useRef(save);
  latest.current = save;
  useActions(
    useMemo<Action[]>(() => {
      const run = () => void latest.current();
      return group ? [{ id: 'save', label: t('action.save'), group, icon: 'check', keys: 'Ctrl+S', run }] : [];
    }, [t, group]),
  );
}

/** The end of a form that stands on a page: what is wrong, the button that saves, and the one that takes changes back. */
export function SaveBar(props: {
  fields: readonly NamedField[];
  form: ReturnType<typeof useForm>;
  onCancel: () => void;
  /** Beside the button that saves. */
  beside?: ReactNode;
}) {
  const { t } = useTranslation();
  const { fields, form } = props;
  return (
    <>
      <FormProblemList fields={fields} form={form} sx={{ mt: 4 }} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 5, alignItems: 'center' }}>
        <Button type="submit" variant="contained" color="primary" loading={form.busy}>
          {t('action.save')}
        </Button>
        {props.beside}
        {form.dirty && (
          <>
            <Button onClick={props.onCancel}>{t('action.cancel')}</Button>
            <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{t('unsaved.hint')}</Box>
          </>
        )}
      </Box>
    </>
  );
}
