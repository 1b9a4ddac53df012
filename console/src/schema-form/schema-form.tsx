import './texts/texts.ts';
import { Box } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isFieldShown, problemsIn } from './check-settings.ts';
import { settingsInForce } from './default-settings.ts';
import { Disclosure } from './disclosure.tsx';
import { FieldGrid } from './field-view.tsx';
import { FormContext, type FormState } from './form-context.ts';
import { type FieldGroup, fieldGroups } from './form-fields.ts';
import { LargeForm } from './large-form.tsx';
import { withMember } from './members.ts';
import { isObject, type SettingsSchema } from './settings-schema.ts';

const same = (text: string) => text;
const NOTHING: Readonly<Record<string, string>> = {};

function Group({ group, isFirst, form }: { group: FieldGroup; isFirst: boolean; form: FormState }) {
  const { t } = useTranslation();
  const fields = group.fields.filter((field) => isFieldShown(field, form.inForce, []));
  // A group of fields that are all away is away itself.
  if (fields.length === 0) return null;
  if (group.title === undefined) return <FieldGrid fields={fields} places={[]} />;
  const wrong = Object.keys(problemsIn(fields, form.model, form.inForce)).length;
  return (
    <Disclosure
      title={form.translate(group.title)}
      isOpenFirst={isFirst}
      note={wrong > 0 ? t('schemaForm.wrong', { count: wrong }) : undefined}
    >
      <FieldGrid fields={fields} places={[]} />
    </Disclosure>
  );
}

/**
 * The form for the settings of a widget type, as its schema describes it (widgets.md §1.2). It changes nothing by itself:
 * each change of a field changes that member alone, members that no field shows stay, and an emptied field takes its
 * member out.
 */
export function SchemaForm(props: {
  schema: SettingsSchema;
  /** The settings: an object, or nothing yet. */
  value: Readonly<Record<string, unknown>> | null | undefined;
  onChange: (next: Record<string, unknown>) => void;
  /** Says also what is missing in fields that nobody has been to. */
  isChecked?: boolean;
  readOnly?: boolean;
  /** What else is wrong, in words, by the path of the setting. */
  wrong?: Readonly<Record<string, string>>;
  /** What it is called over the whole screen; absent: it has no button for that. */
  largeTitle?: string;
  /** Titles as the user is to read them, for types that have translations of their own. */
  translate?: (title: string) => string;
}) {
  const { schema, value, onChange, isChecked = false, readOnly = false, translate = same, wrong = NOTHING } = props;
  const groups = useMemo(() => fieldGroups(schema), [schema]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const model = value ?? {};
  const inForce = useMemo(() => settingsInForce(schema, model), [schema, model]);
  const problems = useMemo(
    () =>
      problemsIn(
        groups.flatMap(({ fields }) => fields),
        model,
        inForce,
      ),
    [groups, model, inForce],
  );
  const form: FormState = {
    model,
    inForce,
    problems,
    wrong,
    readOnly,
    translate,
    change: (path, member) => {
      const next = withMember(model, path, member);
      onChange(isObject(next) ? next : {});
    },
    isChecked: (name) => isChecked || left.has(name),
    onLeave: (name) => setLeft((before) => (before.has(name) ? before : new Set([...before, name]))),
  };
  const all = groups.map((group, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: types of strangers may have two groups of one name
    <Group key={at} group={group} isFirst={at === 0} form={form} />
  ));
  return (
    <FormContext value={form}>
      <Box data-schema-form sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
        {props.largeTitle !== undefined && all.length > 0 ? <LargeForm title={props.largeTitle}>{all}</LargeForm> : all}
      </Box>
    </FormContext>
  );
}
