import { Box } from '@mui/material';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import { InsteadOfForm, type Note } from './field-note.tsx';
import { FormField } from './form-field.tsx';
import { InputForm, SaveButtons } from './input-form.tsx';
import { type Draft, draftOf, enteredValue, problemOf } from './input-value.ts';
import { LocationButton } from './location-button.tsx';
import { alignmentOf } from './read-settings.ts';
import { saveTo, targetProblem } from './save-target.ts';
import { fieldsOf, locationKeys, SIMPLE_FORMS, type SimpleField, type SimpleForm } from './simple-forms.ts';
import { useDrafts } from './use-drafts.ts';
import { useSave } from './use-save.ts';

/** The component of a simple form by the alias of its widget type. */
export const simpleForms: Readonly<Record<string, ComponentType<WidgetProps>>> = Object.fromEntries(
  Object.entries(SIMPLE_FORMS).map(([alias, form]) => [
    alias,
    (props: WidgetProps) => <SimpleFormWidget key={props.data.entities[0]?.id ?? ''} {...props} form={form} />,
  ]),
);

/** The form, or why there can be none. */
function SimpleFormWidget(props: WidgetProps & { form: SimpleForm }) {
  const { t } = useTranslation();
  const { form, data } = props;
  const settings = settingsOf(props.widget);
  const fields = fieldsOf(form, settings, data.rows, t);
  if (form.kind === 'location' && fields.length < 2) {
    return <InsteadOfForm>{t('input.noKeys', { keys: locationKeys(settings).join(', ') })}</InsteadOfForm>;
  }
  const [first] = fields;
  if (!first) return <InsteadOfForm>{t('input.noKey')}</InsteadOfForm>;
  const problem = fields.map(({ row }) => targetProblem(row, form.target, t)).find(Boolean);
  if (problem) return <InsteadOfForm>{problem}</InsteadOfForm>;
  return <Form {...props} fields={fields} first={first} />;
}

function Form({
  form,
  widget,
  fields,
  first,
}: WidgetProps & { form: SimpleForm; fields: readonly SimpleField[]; first: SimpleField }) {
  const { t } = useTranslation();
  const settings = settingsOf(widget);
  const stored = new Map(
    fields.map(({ spec, row }): [string, Draft] => [spec.id, draftOf(spec.kind, row.data[0]?.[1])]),
  );
  const drafts = useDrafts(stored);
  const { state, save, clear } = useSave();
  const [locationProblem, setLocationProblem] = useState<string>();
  const dirty = fields.filter(({ spec }) => drafts.isDirty(spec.id));
  const problems = new Map(
    fields.map(({ spec }): [string, string | undefined] => [spec.id, problemOf(spec, drafts.shown(spec.id), t)]),
  );
  const hasProblem = [...problems.values()].some(Boolean);
  // A switch shows off where nothing is stored: that can be saved as it is.
  const isUnsaid = form.kind === 'boolean' && first.row.data.length === 0;
  const canSave = (dirty.length > 0 || isUnsaid) && !hasProblem && state.kind !== 'saving';

  const submit = async () => {
    if (!canSave) return;
    const entered = fields.map(({ spec, row }) => {
      const draft = drafts.shown(spec.id);
      const value = enteredValue(spec, draft);
      return { id: spec.id, key: row.dataKey.name, draft, value, becomes: draftOf(spec.kind, value) };
    });
    const values = Object.fromEntries(entered.map(({ key, value }) => [key, value]));
    const ids = entered.map(({ id }) => id);
    drafts.noteSent(ids, true);
    if (await save(() => saveTo(first.row.entity, form.target, values))) {
      drafts.noteSaved(new Map(entered.map(({ id, draft, becomes }) => [id, { draft, becomes }])));
    } else drafts.noteSent(ids, false);
  };
  const restore = () => {
    clear();
    setLocationProblem(undefined);
    drafts.restore(fields.map(({ spec }) => spec.id));
  };
  const edit = (id: string, draft: Draft) => {
    clear();
    drafts.edit(id, draft);
  };
  const noteOf = (id: string, isFirst: boolean): Note | undefined => {
    const problem = drafts.isDirty(id) ? problems.get(id) : undefined;
    if (problem) return { text: problem, tone: 'error' };
    if (!isFirst) return undefined;
    if (locationProblem) return { text: locationProblem, tone: 'error' };
    if (state.kind === 'failed') return { text: state.text, tone: 'error' };
    if (state.kind === 'saved' && settings.showResultMessage !== false) return { text: t('input.saved'), tone: 'done' };
    return undefined;
  };
  const alignment = form.kind === 'location' ? alignmentOf(settings.inputFieldsAlignment, 'column') : 'column';
  return (
    <InputForm onSave={() => void submit()} onRestore={restore} isDirty={dirty.length > 0}>
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', display: 'flex', p: '3px' }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, m: 'auto', width: '100%' }}>
          <Box
            sx={{
              flex: 1,
              minWidth: 0,
              display: 'grid',
              gap: alignment === 'row' ? 3 : 0,
              gridTemplateColumns: alignment === 'row' ? 'repeat(auto-fit, minmax(100px, 1fr))' : 'minmax(0, 1fr)',
            }}
          >
            {fields.map(({ spec }, index) => (
              <FormField
                key={spec.id}
                spec={spec}
                value={drafts.shown(spec.id)}
                changedTo={drafts.changedTo(spec.id)}
                note={noteOf(spec.id, index === 0)}
                onChange={(draft) => edit(spec.id, draft)}
              />
            ))}
          </Box>
          <Box sx={{ display: 'flex', pt: first.spec.showLabel && form.kind !== 'boolean' ? '24px' : 0 }}>
            {form.kind === 'location' && settings.showGetLocation !== false && (
              <LocationButton
                isAccurate={settings.enableHighAccuracy === true}
                onProblem={setLocationProblem}
                onLocation={(...place) => {
                  for (const [index, degrees] of place.entries()) {
                    const field = fields[index];
                    if (field) edit(field.spec.id, String(degrees));
                  }
                }}
              />
            )}
            <SaveButtons canSave={canSave} isDirty={dirty.length > 0} onRestore={restore} />
          </Box>
        </Box>
      </Box>
    </InputForm>
  );
}
