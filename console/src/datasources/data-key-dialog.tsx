import './texts/texts.ts';
import { Box, Tab, Tabs } from '@mui/material';
import type { TFunction } from 'i18next';
import { type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ColorInput } from '../controls/color-input.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';
import { NumberInput } from '../controls/number-input.tsx';
import { SkeletonLines } from '../controls/states.tsx';
import { SuggestedInput } from '../controls/suggested-input.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import { TextInput } from '../controls/text-input.tsx';
import type { FormProblems } from '../entity-page/form.ts';
import { FormDialog } from '../entity-page/form-dialog.tsx';
import { useSubmission } from '../entity-page/use-submission.ts';
import type { DataKey, Settings, WidgetKind } from '../widgets/model.ts';
import { checkDataKey, withPostProcessing } from './check-data-key.ts';
import { KEY_FUNCTIONS, type KeyFunction } from './key-functions.ts';
import { hasPostProcessing } from './new-data-key.ts';

const FunctionInput = lazyPart(async () => (await import('../editors/function-input.tsx')).FunctionInput);

/** Runs a function of a key once, with examples. */
const run = async (t: TFunction, which: KeyFunction, body: string) =>
  (await import('./run-function.ts')).runFunction(t, which, body);

/** The functions of a key that count. */
const functionsOf = (kind: WidgetKind, key: DataKey): KeyFunction[] => [
  ...(key.type === 'function' ? (['funcBody'] as const) : []),
  ...(hasPostProcessing(kind, key) && key.usePostProcessing === true ? (['postFuncBody'] as const) : []),
];

/** What is wrong with its functions when they are run. */
async function functionProblems(t: TFunction, kind: WidgetKind, key: DataKey): Promise<FormProblems> {
  const problems = await Promise.all(
    functionsOf(kind, key).map(async (which) => {
      const body = key[which] ?? '';
      const fault = body.trim() === '' ? undefined : await run(t, which, body);
      return fault ? [[which, fault.message] as const] : [];
    }),
  );
  return Object.fromEntries(problems.flat());
}

export interface DataKeyDialogProps {
  dataKey: DataKey;
  /** Of the widget. */
  kind: WidgetKind;
  /** Names in use of this type of key. */
  names?: (() => Promise<readonly string[]>) | undefined;
  /** Names them in the cache. */
  namesOf?: string | undefined;
  /** The form of the type's settings for keys; absent: it has none. */
  advanced?: ((value: Settings, onChange: (value: Settings) => void) => ReactNode) | undefined;
  /** Takes the key; the dialog is closed by its owner. */
  onSave: (key: DataKey) => void;
  onClose: () => void;
}

const problemsOf = (fields: ReturnType<typeof checkDataKey>): FormProblems =>
  Object.fromEntries(fields.flatMap(({ name, problem }) => (problem ? [[name, problem]] : [])));

interface FieldsProps {
  value: DataKey;
  onChange: (key: DataKey) => void;
  problems: FormProblems;
}

function NameField({
  value,
  onChange,
  problems,
  names,
  namesOf,
}: FieldsProps & Pick<DataKeyDialogProps, 'names' | 'namesOf'>) {
  const { t } = useTranslation();
  if (value.type === 'function') return null;
  return (
    <Box data-field="name">
      <SuggestedInput
        label={t('dataKey.name')}
        kind={`names ${namesOf ?? ''}`}
        required
        disabled={value.type === 'count'}
        value={value.name}
        error={problems.name}
        load={names ?? (() => Promise.resolve([]))}
        onChange={(name) => onChange({ ...value, name })}
      />
    </Box>
  );
}

function FunctionFields({ value, onChange, problems, kind }: FieldsProps & Pick<DataKeyDialogProps, 'kind'>) {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<SkeletonLines count={3} />}>
      {value.type === 'function' && (
        <Box data-field="funcBody">
          <FunctionInput
            label={t('dataKey.function')}
            help={t('dataKey.functionHelp')}
            parameters={KEY_FUNCTIONS.funcBody}
            check={(body) => run(t, 'funcBody', body)}
            helpId="functions/data-generation"
            value={value.funcBody ?? ''}
            error={problems.funcBody}
            onChange={(funcBody) => onChange({ ...value, funcBody })}
          />
        </Box>
      )}
      {hasPostProcessing(kind, value) && (
        <>
          <SwitchInput
            label={t('dataKey.postProcessing')}
            checked={value.usePostProcessing === true}
            onChange={(checked) => onChange(withPostProcessing(value, checked))}
          />
          {value.usePostProcessing === true && (
            <Box data-field="postFuncBody">
              <FunctionInput
                label={t('dataKey.postFunction')}
                help={t('dataKey.postFunctionHelp')}
                parameters={KEY_FUNCTIONS.postFuncBody}
                check={(body) => run(t, 'postFuncBody', body)}
                helpId="functions/post-processing"
                value={value.postFuncBody ?? ''}
                error={problems.postFuncBody}
                onChange={(postFuncBody) => onChange({ ...value, postFuncBody })}
              />
            </Box>
          )}
        </>
      )}
    </Suspense>
  );
}

function SettingsFields(props: FieldsProps & Pick<DataKeyDialogProps, 'names' | 'namesOf' | 'kind'>) {
  const { t } = useTranslation();
  const { value, onChange, problems } = props;
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <NameField {...props} />
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
        <Box data-field="label">
          <TextInput
            label={t('dataKey.label')}
            required
            value={value.label ?? ''}
            error={problems.label}
            onChange={(event) => onChange({ ...value, label: event.target.value })}
          />
        </Box>
        <Box data-field="color">
          <ColorInput
            label={t('dataKey.color')}
            required
            value={value.color ?? ''}
            error={problems.color}
            onChange={(color) => onChange({ ...value, color })}
          />
        </Box>
        {value.type !== 'alarm' && (
          <>
            <TextInput
              label={t('dataKey.units')}
              help={t('dataKey.unitsHelp')}
              value={value.units ?? ''}
              onChange={(event) => onChange({ ...value, units: event.target.value })}
            />
            <Box data-field="decimals">
              <NumberInput
                label={t('dataKey.decimals')}
                help={t('dataKey.decimalsHelp')}
                value={value.decimals ?? null}
                error={problems.decimals}
                onChange={(decimals) => onChange({ ...value, decimals })}
              />
            </Box>
          </>
        )}
      </Box>
      <FunctionFields {...props} />
    </Box>
  );
}

/** Everything about one key of a datasource: where its values come from, how it looks, and the settings of its type. */
export function DataKeyDialog(props: DataKeyDialogProps) {
  const { t } = useTranslation();
  const { advanced } = props;
  const id = useId();
  const [key, setKey] = useState(props.dataKey);
  const [tab, setTab] = useState<'settings' | 'advanced'>('settings');
  const fields = useMemo(() => checkDataKey(t, key), [t, key]);
  const submission = useSubmission(fields);
  const change = (next: DataKey) => {
    setKey(next);
    const still = problemsOf(checkDataKey(t, next));
    for (const name of Object.keys(submission.problems)) {
      if (still[name] === undefined) submission.note(name);
    }
  };
  const submit = () =>
    submission.submit(
      async () => {
        const found = { ...(await functionProblems(t, props.kind, key)), ...problemsOf(fields) };
        if (Object.keys(found).length > 0) setTab('settings');
        return found;
      },
      async () => props.onSave({ ...key, name: key.name.trim(), label: key.label?.trim() ?? '' }),
    );
  return (
    <FormDialog
      title={t('dataKey.title', { name: props.dataKey.label || props.dataKey.name })}
      helpId="dashboards/data-keys"
      submitLabel={t('action.save')}
      dirty={JSON.stringify(key) !== JSON.stringify(props.dataKey)}
      submission={submission}
      fields={fields}
      maxWidth="sm"
      isLong
      onSubmit={submit}
      onClose={props.onClose}
      contentSx={{ minHeight: { sm: 380 } }}
    >
      {advanced && (
        <Tabs
          value={tab}
          onChange={(_event, next: typeof tab) => setTab(next)}
          sx={{ mb: 4 }}
          aria-label={t('dataKey.tabs')}
        >
          {(['settings', 'advanced'] as const).map((one) => (
            <Tab key={one} value={one} id={`${id}-${one}`} aria-controls={`${id}-panel`} label={t(`dataKey.${one}`)} />
          ))}
        </Tabs>
      )}
      <Box {...(advanced ? { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${tab}` } : {})}>
        {tab === 'settings' || !advanced ? (
          <SettingsFields
            value={key}
            kind={props.kind}
            names={props.names}
            namesOf={props.namesOf}
            problems={submission.problems}
            onChange={change}
          />
        ) : (
          advanced(key.settings ?? {}, (settings) => change({ ...key, settings }))
        )}
      </Box>
    </FormDialog>
  );
}
