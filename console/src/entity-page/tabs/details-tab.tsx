import { Box, Button } from '@mui/material';
import { Fragment, type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../../app/actions.ts';
import { notifySuccess } from '../../app/notices.ts';
import { Instant } from '../../controls/ago.tsx';
import { CopyIconButton } from '../../controls/copy-button.tsx';
import { Fact } from '../../controls/fact.tsx';
import type { Identified } from '../entity-action.ts';
import { FieldWords, useFieldWords } from '../field-words.tsx';
import type { EntityForm, FormField, FormValues } from '../form.ts';
import { FormFields } from '../form-fields.tsx';
import { FormProblemList } from '../form-problem-list.tsx';
import { saveForm } from '../save-form.tsx';
import { askToLeave, useUnsavedGuard } from '../unsaved-guard.ts';
import { useForm } from '../use-form.ts';

type Entity = Identified & { createdTime: number };

/** Saves the body of a form. @param basedOn the state of the entity that was changed: 409 when it has another one */
export type SaveEntity<Body> = (body: Body, basedOn?: string) => Promise<unknown>;

function FieldFact({
  field,
  values,
  onEdit,
}: {
  field: FormField;
  values: FormValues;
  onEdit: (() => void) | undefined;
}) {
  const value = values[field.name] ?? null;
  const words = useFieldWords(field, value);
  return (
    <Fact label={field.label} onEdit={field.readOnly ? undefined : onEdit}>
      <FieldWords field={field} value={value} />
      {field.copies && words && <CopyIconButton text={words} name={field.label} />}
    </Fact>
  );
}

/** The form of an entity being edited in place: Save, Cancel, Ctrl+S, Escape. */
function Editor<Row extends Entity, Body>(props: {
  entity: Row;
  form: EntityForm<Row, Body>;
  save: SaveEntity<Body>;
  /** Reads it as it is now. */
  reload: () => Promise<Row>;
  onEnd: () => void;
  /** Name of the field to begin in; absent: the first one. */
  focus: string | undefined;
  after?: ReactNode;
}) {
  const { t } = useTranslation();
  const { entity, onEnd } = props;
  // As stored when editing began: changes made elsewhere do not overwrite what is being typed.
  const [{ stored, initial }, setOrigin] = useState(() => ({ stored: entity, initial: props.form.values(entity) }));
  const form = useForm(props.form, initial, stored);
  useUnsavedGuard(form.dirty);

  const submit = async () => {
    if (!form.dirty) return onEnd();
    const result = await saveForm({
      form,
      described: props.form,
      stored,
      save: (body, _, basedOn) => props.save(body, basedOn),
      reload: props.reload,
    });
    if (!result) return;
    if (result.since) {
      const values = props.form.values(result.since.stored);
      setOrigin({ stored: result.since.stored, initial: values });
      form.rebase(result.sent, values);
    } else onEnd();
    notifySuccess(t('details.saved'));
  };
  // The actions stay registered while one types and run the latest handlers.
  const latest = useRef(submit);
  latest.current = submit;
  // Neither a key press nor a click discards what was typed.
  const leave = useRef(async () => {});
  leave.current = async () => {
    if (!form.dirty || (await askToLeave(t))) onEnd();
  };
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
          inFields: true,
          run: () => void leave.current(),
        },
      ],
      [t],
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
      style={{ flex: 1, display: 'flex', flexDirection: 'column' }}
    >
      <FormFields fields={props.form.fields} form={form} focus={props.focus ?? props.form.fields[0]?.name} />
      {props.after}
      <Box
        data-form-foot
        sx={{
          // At the foot of the panel, however long the form is.
          mt: 'auto',
          position: 'sticky',
          bottom: -14,
          mb: '-14px',
          mx: { xs: '-12px', sm: '-18px' },
          px: { xs: '12px', sm: '18px' },
          py: 3,
          background: 'var(--surface)',
          borderTop: '1px solid var(--line)',
        }}
      >
        <FormProblemList fields={props.form.fields} form={form} />
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
          <Button type="submit" variant="contained" color="primary" loading={form.busy}>
            {t('action.save')}
          </Button>
          <Button onClick={() => void leave.current()}>{t('action.cancel')}</Button>
          {form.dirty && <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{t('unsaved.hint')}</Box>}
        </Box>
      </Box>
    </form>
  );
}

/** Fields with those beside them that have the same heading, in order. */
function sectionsOf(fields: readonly FormField[]): { heading: string | undefined; fields: FormField[] }[] {
  const sections: { heading: string | undefined; fields: FormField[] }[] = [];
  for (const field of fields) {
    const last = sections.at(-1);
    if (last && last.heading === field.section) last.fields.push(field);
    else sections.push({ heading: field.section, fields: [field] });
  }
  return sections;
}

/** Whether the first tab is being edited, kept by the panel, whose header begins it. */
export interface Editing {
  /** Absent: it is only read. `field` names the one to begin in. */
  current: { field?: string } | undefined;
  begin: (field?: string) => void;
  end: () => void;
}

/** The first tab of every entity: read first, changed in place. */
export function DetailsTab<Row extends Entity, Body>(props: {
  entity: Row;
  form: EntityForm<Row, Body> | undefined;
  /** Absent: this user may only read. */
  save?: SaveEntity<Body> | undefined;
  /** Reads it as it is now. */
  reload: () => Promise<Row>;
  editing: Editing;
  /** Below the facts and below the form: what cannot be changed here. */
  after?: ReactNode;
}) {
  const { t } = useTranslation();
  const { entity, form, save, editing } = props;
  if (editing.current && form && save) {
    const { field } = editing.current;
    return (
      <Editor
        entity={entity}
        form={form}
        save={save}
        reload={props.reload}
        onEnd={editing.end}
        focus={field}
        after={props.after}
      />
    );
  }
  const values = form?.values(entity) ?? {};
  const fields = form?.fields ?? [];
  return (
    <>
      {sectionsOf(fields.filter((field) => field.shown?.(values) ?? true)).map(({ heading, fields: own }) => (
        <Fragment key={own[0]?.name}>
          {heading !== undefined && (
            <Box component="h3" sx={{ typography: 'h3', fontSize: 14, fontWeight: 580, m: '18px 0 2px' }}>
              {heading}
            </Box>
          )}
          <Box component="dl" sx={{ m: 0 }}>
            {own.map((field) => (
              <FieldFact
                key={field.name}
                field={field}
                values={values}
                onEdit={save ? () => editing.begin(field.name) : undefined}
              />
            ))}
          </Box>
        </Fragment>
      ))}
      <Box component="dl" sx={{ m: fields.some(({ section }) => section !== undefined) ? '18px 0 0' : 0 }}>
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
