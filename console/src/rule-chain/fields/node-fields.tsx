import { Box, MenuItem } from '@mui/material';
import type { FormField } from '@signalbox/contract/rule-nodes/form-fields';
import type {
  CredentialsSetting,
  DeviceRelationsSetting,
  RelationsSetting,
} from '@signalbox/contract/rule-nodes/settings';
import { useTranslation } from 'react-i18next';
import { getQueues } from '../../api/queues.ts';
import { KNOWN_RELATION_TYPES } from '../../api/relations.ts';
import { ChipsInput } from '../../controls/chips-input.tsx';
import { EntityListPicker } from '../../controls/entity-list-picker.tsx';
import { EntityInput } from '../../controls/pickers/entity-input.tsx';
import { SelectInput } from '../../controls/select-input.tsx';
import { SuggestedInput } from '../../controls/suggested-input.tsx';
import { SwitchInput } from '../../controls/switch-input.tsx';
import { PasswordInput, TextInput } from '../../controls/text-input.tsx';
import { choicesNow, type FieldProblem, isShown, readConfiguration } from '../check-configuration.ts';
import type { ExampleMessage } from '../example-message.ts';
import type { NodeKind } from '../node-kinds.ts';
import { CredentialsInput } from './credentials-input.tsx';
import { DeviceRelationsInput } from './device-relations-input.tsx';
import { FileTextInput } from './file-text-input.tsx';
import { PairsInput } from './pairs-input.tsx';
import { PatternInput, placeholderOf } from './pattern-input.tsx';
import { RelationsInput } from './relations-input.tsx';
import { ScriptInput } from './script-input.tsx';
import { SmsProviderInput } from './sms-provider-input.tsx';

/** Members that are not shown while they are written. */
const SECRET = /password|secret|token|saskey/i;

type FieldOf<Control extends FormField['control']> = Extract<FormField, { control: Control }>;

interface FieldProps<Field = FormField> {
  name: string;
  field: Field;
  /** The whole configuration, as its kind reads it. */
  values: Readonly<Record<string, unknown>>;
  problem: FieldProblem | undefined;
  readOnly: boolean;
  example: ExampleMessage | undefined;
  /** @param others members that change with this one */
  onChange: (value: unknown, others?: Readonly<Record<string, unknown>>) => void;
  /** Opens the test of the script in this member. */
  onTest: (name: string) => void;
}

/** What is wrong with a field, in words, and the help that tells how to do it right. */
function useErrorText(problem: FieldProblem | undefined, help?: string): string | undefined {
  const { t } = useTranslation();
  if (!problem) return undefined;
  const words = t(`rules.problem.field.${problem.key}`, { min: problem.min, max: problem.max });
  return help ? `${words} ${help}` : words;
}

/** The help of a field that may have placeholders. */
function useHelp({ help, isPattern = false }: { help?: string; isPattern?: boolean }): string | undefined {
  const { t } = useTranslation();
  if (!isPattern) return help;
  const words = t('rules.pattern.help', {
    metadata: placeholderOf.metadata('metadataKey'),
    payload: placeholderOf.payload('payload.path'),
    interpolation: { escapeValue: false },
  });
  return help ? `${help} ${words}` : words;
}

const OFFERS = { queues: getQueues, relationTypes: () => Promise.resolve(KNOWN_RELATION_TYPES) } as const;

/** A text: one of some, one of those in use or any other, with placeholders, from a file, or secret. */
function TextField({ name, field, values, problem, readOnly, example, onChange }: FieldProps<FieldOf<'text'>>) {
  const help = useHelp(field);
  const value = values[name];
  const text = typeof value === 'string' ? value : '';
  const common = {
    label: field.label,
    help,
    error: useErrorText(problem, help),
    disabled: readOnly,
    required: field.isRequired ?? false,
    value: text,
  };
  const choices = choicesNow(field, values);
  if (choices) {
    return (
      <SelectInput {...common} help={field.isPattern ? undefined : field.help} onChange={onChange}>
        {Object.entries(text === '' || choices[text] ? choices : { ...choices, [text]: text }).map(
          ([option, label]) => (
            <MenuItem key={option} value={option}>
              {label}
            </MenuItem>
          ),
        )}
      </SelectInput>
    );
  }
  const { offers, file } = field;
  if (offers) {
    const load = typeof offers === 'string' ? OFFERS[offers] : () => Promise.resolve(offers);
    return <SuggestedInput {...common} kind={`texts of ${offers}`} load={load} onChange={onChange} />;
  }
  if (file) {
    const from = values[file.nameMember];
    return (
      <FileTextInput
        {...common}
        help={typeof from === 'string' && from !== '' ? `${field.help ?? ''} ${from}`.trim() : help}
        accept={file.accept}
        isSecret={field.isSecret ?? false}
        onText={(next, fileName) => onChange(next, { [file.nameMember]: fileName ?? null })}
      />
    );
  }
  if (field.isPattern) {
    return <PatternInput {...common} minRows={field.isLong ? 3 : 1} example={example} onText={onChange} />;
  }
  const input = {
    ...common,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  if (field.isSecret || SECRET.test(name)) return <PasswordInput {...input} />;
  return <TextInput {...input} multiline minRows={field.isLong ? 3 : 1} maxRows={8} />;
}

/** Several texts. Those that are no words are chosen by their labels. */
function TextsField({ name, field, values, problem, readOnly, onChange }: FieldProps<FieldOf<'texts'>>) {
  const { options = [], labels = {} } = field;
  const value = Array.isArray(values[name]) ? (values[name] as string[]) : [];
  const help = useHelp(field);
  const common = {
    label: field.label,
    kind: `rule node ${name} ${options.join(' ')}`,
    help,
    error: useErrorText(problem, help),
    disabled: readOnly,
    required: field.isRequired ?? false,
  };
  if (field.isOpen) {
    return (
      <ChipsInput
        {...common}
        value={value}
        load={() => Promise.resolve(options)}
        onChange={(texts) => onChange([...texts])}
      />
    );
  }
  const choiceOf = (id: string) => ({ id, label: labels[id] ?? id });
  return (
    <EntityListPicker
      {...common}
      listLabel={field.label}
      value={value.map(choiceOf)}
      load={async (search) =>
        options.map(choiceOf).filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()))
      }
      onChange={(chosen) => onChange(chosen.map(({ id }) => id))}
    />
  );
}

/** A number, with its unit beside it: fixed, or one to choose. */
function NumberField({
  name,
  field,
  unit,
  values,
  problem,
  readOnly,
  onChange,
}: FieldProps<FieldOf<'number'>> & {
  unit: FormField | undefined;
}) {
  const value = values[name];
  const number = (
    <TextInput
      label={field.label}
      help={field.help}
      error={useErrorText(problem, field.help)}
      required={!field.isOptional}
      disabled={readOnly}
      type="number"
      value={typeof value === 'number' ? String(value) : ''}
      inputProps={{ min: field.min, max: field.max, step: 'any' }}
      endAdornment={field.unit ? <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{field.unit}</Box> : undefined}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    />
  );
  const { unitMember } = field;
  if (!unitMember || unit?.control !== 'choice') return number;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3, alignItems: 'start' }}>
      {number}
      <SelectInput
        label={unit.label}
        value={String(values[unitMember] ?? '')}
        disabled={readOnly}
        onChange={(next) => onChange(value ?? null, { [unitMember]: next })}
      >
        {Object.entries(unit.options).map(([option, label]) => (
          <MenuItem key={option} value={option}>
            {label}
          </MenuItem>
        ))}
      </SelectInput>
    </Box>
  );
}

/** The control for one member of a configuration, as the kind of the node describes it. */
function NodeField(props: FieldProps & { unit: FormField | undefined }) {
  const { name, field, values, problem, readOnly, example, onChange, onTest } = props;
  const value = values[name];
  const error = useErrorText(problem, field.help);
  const common = { label: field.label, error, disabled: readOnly };
  const pairsHelp = useHelp(field.control === 'pairs' ? field : {});
  switch (field.control) {
    case 'kept':
      return null;
    case 'switch':
      return <SwitchInput {...common} help={field.help} checked={value === true} onChange={(next) => onChange(next)} />;
    case 'number':
      return <NumberField {...props} field={field} />;
    case 'text':
      return <TextField {...props} field={field} />;
    case 'entity':
      return (
        <EntityInput
          {...common}
          help={field.help}
          required={field.isRequired ?? false}
          entityType={String(values[field.kindMember] ?? '')}
          value={typeof value === 'string' && value !== '' ? value : null}
          onChange={onChange}
        />
      );
    case 'script':
      return (
        <ScriptInput
          label={field.label}
          help={field.help}
          error={error}
          kind={field.script}
          value={typeof value === 'string' ? value : ''}
          readOnly={readOnly}
          example={example}
          onChange={onChange}
          onTest={() => onTest(name)}
        />
      );
    case 'choice':
      return (
        <SelectInput
          {...common}
          required={field.isRequired ?? false}
          help={field.help}
          value={typeof value === 'string' ? value : ''}
          onChange={(next) => onChange(next === '' ? null : next)}
        >
          {field.none !== undefined && <MenuItem value="">{field.none}</MenuItem>}
          {Object.entries(field.options).map(([option, label]) => (
            <MenuItem key={option} value={option}>
              {label}
            </MenuItem>
          ))}
        </SelectInput>
      );
    case 'texts':
      return <TextsField {...props} field={field} />;
    case 'pairs':
      return (
        <PairsInput
          {...common}
          help={pairsHelp}
          columns={field.columns}
          value={(value ?? {}) as Record<string, string>}
          onChange={onChange}
        />
      );
    case 'relations':
      return <RelationsInput {...common} value={(value ?? null) as RelationsSetting | null} onChange={onChange} />;
    case 'deviceRelations':
      return (
        <DeviceRelationsInput
          {...common}
          value={(value ?? null) as DeviceRelationsSetting | null}
          onChange={onChange}
        />
      );
    case 'credentials':
      return (
        <CredentialsInput
          {...common}
          types={field.types}
          value={(value ?? { type: 'anonymous' }) as CredentialsSetting}
          onChange={onChange}
        />
      );
    case 'smsProvider':
      return (
        <SmsProviderInput {...common} value={(value ?? null) as Record<string, unknown> | null} onChange={onChange} />
      );
  }
}

/** The form of a node's configuration. Members that the kind does not name survive. */
export function NodeFields(props: {
  kind: NodeKind;
  configuration: Readonly<Record<string, unknown>>;
  problems: Readonly<Record<string, FieldProblem>>;
  readOnly: boolean;
  example: ExampleMessage | undefined;
  onChange: (member: string, configuration: Record<string, unknown>) => void;
  onTest: (member: string) => void;
}) {
  const { kind, configuration, problems } = props;
  const values = readConfiguration(kind, configuration);
  const fields = Object.entries(kind.fields);
  const units = new Set(fields.flatMap(([, field]) => (field.control === 'number' ? (field.unitMember ?? []) : [])));
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {fields
        .filter(([name, field]) => !units.has(name) && (isShown(field, values) || problems[name] !== undefined))
        .map(([name, field]) => {
          const unitMember = field.control === 'number' ? field.unitMember : undefined;
          return (
            <NodeField
              key={name}
              name={name}
              field={field}
              unit={unitMember === undefined ? undefined : kind.fields[unitMember]}
              values={values}
              problem={problems[name] ?? (unitMember === undefined ? undefined : problems[unitMember])}
              readOnly={props.readOnly}
              example={props.example}
              onChange={(value, others) => {
                // Another kind of entity has other entities.
                const kept = fields.flatMap(([other, { control, ...rest }]) =>
                  control === 'entity' && 'kindMember' in rest && rest.kindMember === name ? [[other, null]] : [],
                );
                props.onChange(name, { ...configuration, [name]: value, ...Object.fromEntries(kept), ...others });
              }}
              onTest={props.onTest}
            />
          );
        })}
    </Box>
  );
}
