import { Box, Button } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { FieldNote, InsteadOfForm, type Note } from './field-note.tsx';
import { FormField } from './form-field.tsx';
import { InputForm } from './input-form.tsx';
import { type Draft, draftOf, problemOf } from './input-value.ts';
import { type FieldGroup, fieldGroups, isDisabled, type MultipleField, savedValue } from './multiple-fields.ts';
import { alignmentOf, numberSetting, textSetting } from './read-settings.ts';
import { useDrafts } from './use-drafts.ts';
import { useFieldSaving } from './use-field-saving.ts';

/** px */
const NARROWEST_FIELD = 110;
const GAP = 12;

/** A form with several fields of one or more entities. */
export function MultipleForm(props: WidgetProps) {
  const { t } = useTranslation();
  const groups = fieldGroups(props.data.rows, settingsOf(props.widget), t);
  const fields = groups.flatMap((group) => group.fields);
  if (fields.length === 0) return <InsteadOfForm>{t('input.noKey')}</InsteadOfForm>;
  const problem = fields.every((field) => field.problem) ? fields[0]?.problem : undefined;
  if (problem) return <InsteadOfForm>{problem}</InsteadOfForm>;
  return <Form {...props} groups={groups} />;
}

function Form({ widget, width, groups }: WidgetProps & { groups: readonly FieldGroup[] }) {
  const { t } = useTranslation();
  const settings = settingsOf(widget);
  const hasButtons = settings.showActionButtons !== false;
  const isAll = hasButtons && settings.updateAllValues === true;
  const fields = groups.flatMap((group) => group.fields);
  const drafts = useDrafts(
    new Map(fields.map(({ spec, row }): [string, Draft] => [spec.id, draftOf(spec.kind, row.data[0]?.[1])])),
  );
  const saving = useFieldSaving(drafts);
  /** The person has tried to save: everything that is missing is said. */
  const [isTried, setTried] = useState(false);
  /** Counts attempts, after each of which the first field with a problem gets the focus. */
  const [attempts, setAttempts] = useState(0);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts > 0) content.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);
  const dirty = fields.filter(({ spec }) => drafts.isDirty(spec.id));
  const disabled = new Set(
    groups.flatMap((group) =>
      group.fields.filter((field) => isDisabled(field, group, drafts.shown)).map(({ spec }) => spec.id),
    ),
  );
  const problemIn = ({ spec, isHidden }: MultipleField, draft: Draft) =>
    isHidden || disabled.has(spec.id) || spec.access === 'readonly' ? undefined : problemOf(spec, draft, t);
  const canSave = (isAll || dirty.length > 0) && !saving.isBusy;

  const submit = () => {
    if (!canSave) return;
    setTried(true);
    setAttempts((count) => count + 1);
    if (fields.some((field) => problemIn(field, drafts.shown(field.spec.id)))) return;
    const saved = fields.filter(({ spec, row, problem }) => {
      if (problem) return false;
      const isNothing = row.data.length === 0 && drafts.shown(spec.id) === '';
      return drafts.isDirty(spec.id) || (isAll && !isNothing);
    });
    setTried(false);
    saving.save(
      saved.map((field) => {
        const draft = drafts.shown(field.spec.id);
        return { field, draft, value: savedValue(field, draft, drafts.isDirty(field.spec.id)) };
      }),
    );
  };
  const saveAtOnce = (field: MultipleField, draft: Draft) => {
    const isEdited = !drafts.isStored(field.spec.id, draft) && !field.problem;
    if (!isEdited || field.spec.access === 'readonly' || problemIn(field, draft)) return;
    saving.save([{ field, draft, value: savedValue(field, draft, true) }]);
  };
  const restore = () => {
    saving.clear();
    setTried(false);
    drafts.restore(fields.map(({ spec }) => spec.id));
  };
  const noteOf = (field: MultipleField): Note | undefined => {
    const { spec, target, row } = field;
    if (field.problem) return { text: field.problem, tone: 'plain' };
    const isDirty = drafts.isDirty(spec.id);
    const draft = drafts.shown(spec.id);
    const problem = isTried || isDirty ? problemIn(field, draft) : undefined;
    const text = problem ?? saving.errors.get(spec.id);
    if (text) return { text, tone: 'error' };
    if (isDirty && draft === '' && target === 'timeseries' && row.data.length > 0) {
      return { text: t('input.deletesAll'), tone: 'plain' };
    }
    return undefined;
  };
  const columns =
    alignmentOf(settings.fieldsAlignment, 'row') === 'column'
      ? 1
      : Math.max(
          1,
          Math.min(
            Math.floor(numberSetting(settings.fieldsInRow) ?? 2),
            Math.floor((width + GAP) / (NARROWEST_FIELD + GAP)),
          ),
        );
  const outcome: Note | undefined =
    saving.isSaved && settings.showResultMessage !== false ? { text: t('input.saved'), tone: 'done' } : undefined;
  return (
    <InputForm onSave={submit} onRestore={restore} isDirty={dirty.length > 0}>
      <Box ref={content} sx={{ flex: 1, minHeight: 0, overflow: 'auto', p: '3px' }}>
        {groups.map((group) => (
          <Box key={group.id} role="group" aria-label={group.title} sx={{ mb: 1 }}>
            {settings.showGroupTitle === true && (
              <Box component="h3" sx={{ m: 0, py: 1, fontSize: 13, fontWeight: 580, color: 'text.secondary' }}>
                {group.title}
              </Box>
            )}
            <Box
              sx={{ display: 'grid', gap: `2px ${GAP}px`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {group.fields
                .filter(({ isHidden }) => !isHidden)
                .map((field) => (
                  <FormField
                    key={field.spec.id}
                    spec={disabled.has(field.spec.id) ? { ...field.spec, access: 'disabled' } : field.spec}
                    value={drafts.shown(field.spec.id)}
                    changedTo={drafts.changedTo(field.spec.id)}
                    note={noteOf(field)}
                    onChange={(draft) => {
                      saving.clear(field.spec.id);
                      drafts.edit(field.spec.id, draft);
                    }}
                    {...(hasButtons ? {} : { onDone: (draft) => saveAtOnce(field, draft) })}
                  />
                ))}
            </Box>
          </Box>
        ))}
      </Box>
      {(hasButtons || settings.showResultMessage !== false) && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, pt: 1, minHeight: 24 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <FieldNote id={`form-${widget.id}`} note={outcome} />
          </Box>
          {hasButtons && (
            <>
              <Button size="small" disabled={dirty.length === 0} onClick={restore}>
                {textSetting(settings.resetButtonLabel) || t('input.restore')}
              </Button>
              <Button size="small" type="submit" variant="contained" color="primary" disabled={!canSave}>
                {textSetting(settings.saveButtonLabel) || t('input.save')}
              </Button>
            </>
          )}
        </Box>
      )}
    </InputForm>
  );
}
