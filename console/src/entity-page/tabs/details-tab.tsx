import { Alert, Box, Button } from '@mui/material';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../../app/actions.ts';
import { notifySuccess } from '../../app/notices.ts';
import { CopyIconButton } from '../../controls/copy-button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { type FormField, type FormValues, valueWords } from '../form.ts';
import { FormFields } from '../form-fields.tsx';
import { useUnsavedGuard } from '../unsaved-guard.ts';
import { useForm } from '../use-form.ts';

/** A line of a description list. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: '140px 1fr',
        gap: 3,
        minHeight: 38,
        alignItems: 'center',
        borderBottom: '1px solid var(--line-2)',
        fontSize: 13,
        py: 1,
      }}
    >
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box
        component="dd"
        sx={{
          m: 0,
          minWidth: 0,
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-line',
          display: 'flex',
          alignItems: 'center',
          gap: 1,
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

/** The form of an entity: read first, changed in place. */
export function DetailsTab(props: {
  id: string;
  createdTime: number;
  fields: readonly FormField[];
  values: FormValues;
  /** Absent: this user may only read. */
  save?: ((values: FormValues) => Promise<unknown>) | undefined;
  /** Above the facts: what can be done with it. */
  children?: ReactNode;
  /** Below the facts and below the form: what cannot be changed here. */
  after?: ReactNode;
}) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const { fields, values: stored } = props;
  const form = useForm(fields, stored);
  useUnsavedGuard(editing && form.dirty);
  const { save } = props;

  const submit = async () => {
    if (!save) return;
    if (await form.submit(save)) {
      setEditing(false);
      notifySuccess(t('details.saved'));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key saves what is typed now
  const actions = useMemo<Action[]>(
    () =>
      editing
        ? [
            {
              id: 'save',
              label: t('action.save'),
              group: t('keys.details'),
              icon: 'check',
              keys: 'Ctrl+S',
              run: () => void submit(),
            },
          ]
        : save
          ? [
              {
                id: 'edit',
                label: t('action.edit'),
                group: t('keys.details'),
                icon: 'edit',
                keys: 'E',
                run: () => {
                  form.reset(stored);
                  setEditing(true);
                },
              },
            ]
          : [],
    [editing, form.values, save, stored, t],
  );
  useActions(actions);

  if (editing) {
    return (
      <form
        ref={form.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <FormFields
          fields={fields}
          values={form.values}
          errors={form.errors}
          onChange={form.change}
          onBlur={form.blur}
          focusFirst
        />
        {props.after}
        {form.failure && (
          <Alert severity="error" sx={{ mt: 4 }}>
            {form.failure}
          </Alert>
        )}
        <Box
          sx={{ display: 'flex', gap: 2, mt: 5, position: 'sticky', bottom: -14, py: 3, background: 'var(--surface)' }}
        >
          <Button type="submit" variant="contained" color="primary" loading={form.busy}>
            {t('action.save')}
          </Button>
          <Button
            onClick={() => {
              form.reset(stored);
              setEditing(false);
            }}
          >
            {t('action.cancel')}
          </Button>
        </Box>
      </form>
    );
  }
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        {save && (
          <Button
            startIcon={<Icon name="edit" size={16} />}
            onClick={() => {
              form.reset(stored);
              setEditing(true);
            }}
          >
            {t('action.edit')}
          </Button>
        )}
        {props.children}
      </Box>
      <Box component="dl" sx={{ m: 0 }}>
        {fields
          .filter((field) => field.shown?.(stored) ?? true)
          .map((field) => {
            const value = stored[field.name] ?? null;
            const words = field.kind === 'switch' ? t(value === true ? 'common.yes' : 'common.no') : valueWords(value);
            return (
              <Fact key={field.name} label={field.label}>
                {words || (
                  <Box component="span" sx={{ color: 'text.disabled' }}>
                    —
                  </Box>
                )}
              </Fact>
            );
          })}
        <Fact label={t('details.created')}>{formatDateTime(props.createdTime)}</Fact>
        <Fact label={t('details.id')}>
          <Box component="code" sx={{ fontSize: 12 }}>
            {props.id}
          </Box>
          <CopyIconButton text={props.id} name={t('details.id')} />
        </Fact>
      </Box>
      {props.after}
    </>
  );
}
