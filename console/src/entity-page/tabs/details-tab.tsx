import { Box, Button, Link as TextLink } from '@mui/material';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Action, useActions } from '../../app/actions.ts';
import { notifySuccess } from '../../app/notices.ts';
import { Instant } from '../../controls/ago.tsx';
import { CopyIconButton } from '../../controls/copy-button.tsx';
import { Fact } from '../../controls/fact.tsx';
import { Icon } from '../../controls/icon.tsx';
import type { Identified } from '../entity-action.ts';
import { type EntityForm, type FormField, type FormValues, valueWords } from '../form.ts';
import { FormFields, useNamedChoice } from '../form-fields.tsx';
import { useUnsavedGuard } from '../unsaved-guard.ts';
import { useForm } from '../use-form.ts';

type Entity = Identified & { createdTime: number };

function FieldFact({ field, values }: { field: FormField; values: FormValues }) {
  const { t } = useTranslation();
  const value = values[field.name] ?? null;
  const choice = useNamedChoice(field, value);
  const words = choice
    ? choice.label
    : field.kind === 'switch'
      ? t(value === true ? 'common.yes' : 'common.no')
      : valueWords(field, value);
  const address = choice && field.addressOf?.(choice.id);
  return (
    <Fact label={field.label}>
      {address ? (
        <TextLink component={Link} to={address} color="var(--accent-text)" sx={{ lineHeight: '24px' }}>
          {words}
        </TextLink>
      ) : (
        words || (
          <Box component="span" sx={{ color: 'text.disabled' }}>
            —
          </Box>
        )
      )}
    </Fact>
  );
}

/** The form of an entity being edited in place: Save, Cancel, Ctrl+S, Escape. */
function Editor<Row extends Entity, Body>(props: {
  entity: Row;
  form: EntityForm<Row, Body>;
  save: (body: Body) => Promise<unknown>;
  onEnd: () => void;
  after?: ReactNode;
}) {
  const { t } = useTranslation();
  const { entity, onEnd } = props;
  // What was stored when editing began: news from elsewhere does not overwrite what is being typed.
  const [stored] = useState(entity);
  const [initial] = useState(() => props.form.values(stored));
  const form = useForm(props.form, initial, stored);
  useUnsavedGuard(form.dirty);

  const submit = async () => {
    if (!form.dirty) return onEnd();
    if (!(await form.submit((values) => props.save(props.form.body(values, entity))))) return;
    onEnd();
    notifySuccess(t('details.saved'));
  };
  // The actions stay the same while one types; they run what is newest.
  const latest = useRef(submit);
  latest.current = submit;
  const dirty = useRef(form.dirty);
  dirty.current = form.dirty;
  useActions(
    useMemo<Action[]>(
      () => [
        {
          id: 'save',
          label: t('action.save'),
          group: t('keys.details'),
          icon: 'check',
          keys: 'Ctrl+S',
          run: () => void latest.current(),
        },
        {
          id: 'cancel-edit',
          label: t('details.cancelEdit'),
          group: t('keys.details'),
          icon: 'undo',
          keys: 'Escape',
          // What was typed is not lost to a key: then the button says it.
          run: () => dirty.current || onEnd(),
        },
      ],
      [t, onEnd],
    ),
  );

  return (
    <form
      ref={form.element}
      noValidate
      aria-label={t('action.edit')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormFields fields={props.form.fields} form={form} focusFirst />
      {props.after}
      <Box
        sx={{
          display: 'flex',
          gap: 2,
          alignItems: 'center',
          mt: 5,
          position: 'sticky',
          bottom: -14,
          py: 3,
          background: 'var(--surface)',
          borderTop: '1px solid var(--line-2)',
        }}
      >
        <Button type="submit" variant="contained" color="primary" loading={form.busy}>
          {t('action.save')}
        </Button>
        <Button onClick={onEnd}>{t('action.cancel')}</Button>
        {form.dirty && <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{t('unsaved.hint')}</Box>}
      </Box>
    </form>
  );
}

/** The first tab of every entity: read first, changed in place. */
export function DetailsTab<Row extends Entity, Body>(props: {
  entity: Row;
  form: EntityForm<Row, Body>;
  /** Absent: this user may only read. */
  save?: ((body: Body) => Promise<unknown>) | undefined;
  /** Above the facts: what can be done with it. */
  children?: ReactNode;
  /** Below the facts and below the form: what cannot be changed here. */
  after?: ReactNode;
}) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const { entity, form, save } = props;
  const mayEdit = save !== undefined && form.fields.length > 0;
  useActions(
    useMemo<Action[]>(
      () =>
        mayEdit && !editing
          ? [
              {
                id: 'edit',
                label: t('action.edit'),
                group: t('keys.details'),
                icon: 'edit',
                keys: 'E',
                run: () => setEditing(true),
              },
            ]
          : [],
      [mayEdit, editing, t],
    ),
  );
  const [end] = useState(() => () => {
    setEditing(false);
    requestAnimationFrame(() => edit.current?.focus());
  });

  if (editing && save) return <Editor entity={entity} form={form} save={save} onEnd={end} after={props.after} />;
  const values = form.values(entity);
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        {mayEdit && (
          <Button ref={edit} startIcon={<Icon name="edit" size={16} />} onClick={() => setEditing(true)}>
            {t('action.edit')}
          </Button>
        )}
        {props.children}
      </Box>
      <Box component="dl" sx={{ m: 0 }}>
        {form.fields
          .filter((field) => field.shown?.(values) ?? true)
          .map((field) => (
            <FieldFact key={field.name} field={field} values={values} />
          ))}
        <Fact label={t('details.created')}>
          <Instant ts={entity.createdTime} />
        </Fact>
        <Fact label={t('details.id')}>
          <Box component="code" sx={{ fontSize: 12 }}>
            {entity.id.id}
          </Box>
          <CopyIconButton text={entity.id.id} name={t('details.id')} />
        </Fact>
      </Box>
      {props.after}
    </>
  );
}
