import { Box, FormControlLabel, FormHelperText, MenuItem, Radio, RadioGroup } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChipsInput } from '../controls/chips-input.tsx';
import { EntityListPicker } from '../controls/entity-list-picker.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { TextInput } from '../controls/text-input.tsx';
import type { ChoiceOption, Field } from './form-fields.ts';

/** What every control of a field gets. */
export interface ControlProps {
  field: Field;
  label: string;
  value: unknown;
  /** undefined: the setting goes. */
  onChange: (value: unknown) => void;
  error: string | undefined;
  readOnly: boolean;
}

const asText = (value: unknown) => (value === undefined || value === null ? '' : String(value));

/** A default as the hint of a field that is empty. */
export const hintOf = ({ placeholder, schema }: Field) =>
  placeholder ?? (['string', 'number'].includes(typeof schema.default) ? String(schema.default) : undefined);

/** A number. What is typed stays as it is while it is not one; the setting is away until it is one. */
export function NumberField({ field, label, value, onChange, error, readOnly }: ControlProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<{ text: string; value: unknown }>();
  // Typed here, unless the setting has become another one since.
  const text = typed && typed.value === (value ?? undefined) ? typed.text : asText(value);
  const isNone = text.trim() !== '' && !Number.isFinite(Number(text));
  return (
    <TextInput
      label={label}
      help={field.help}
      error={isNone ? t('schemaForm.problem.number') : error}
      required={field.isRequired}
      readOnly={readOnly}
      autoComplete="off"
      placeholder={hintOf(field)}
      inputProps={{ inputMode: 'decimal' }}
      value={text}
      onChange={(event) => {
        const next = event.target.value;
        const number = next.trim() === '' ? Number.NaN : Number(next);
        const read = Number.isFinite(number) ? number : undefined;
        setTyped({ text: next, value: read });
        onChange(read);
      }}
    />
  );
}

/** A day of the local clock as the field of the browser has it. */
function dayOf(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)) return value.slice(0, 10);
  if (value === undefined || value === null || value === '') return '';
  const date = new Date(typeof value === 'number' ? value : String(value));
  if (Number.isNaN(date.getTime())) return '';
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part, place) => String(part).padStart(place === 0 ? 4 : 2, '0')).join('-');
}

/** A day: the epoch ms of its beginning, or `yyyy-mm-dd` where the setting is a text. */
export function DateField({ field, label, value, onChange, error, readOnly }: ControlProps) {
  const isText = field.schema.type === 'string';
  return (
    <TextInput
      type="date"
      label={label}
      help={field.help}
      error={error}
      required={field.isRequired}
      readOnly={readOnly}
      value={dayOf(value)}
      onChange={({ target }) => {
        if (target.value === '') onChange(undefined);
        else onChange(isText ? target.value : new Date(`${target.value}T00:00:00`).getTime());
      }}
    />
  );
}

const keyOf = (value: unknown) => JSON.stringify(value) ?? '';

/** The choices of a field, with what it has besides them. */
function withCurrent(options: readonly ChoiceOption[], value: unknown): readonly ChoiceOption[] {
  if (value === undefined || value === null || value === '') return options;
  return options.some((option) => option.value === value) ? options : [...options, { value, label: asText(value) }];
}

/** One of several values. Without one it has the default of the schema. */
export function ChoiceField({ field, label, value, onChange, error, readOnly }: ControlProps) {
  const { t } = useTranslation();
  const current = value ?? field.schema.default ?? undefined;
  const options = withCurrent(field.options, current);
  const isEmpty = current === undefined || (current === '' && !options.some((option) => option.value === ''));
  return (
    <SelectInput
      label={label}
      help={field.help}
      error={error}
      required={field.isRequired}
      disabled={readOnly}
      value={isEmpty ? '' : keyOf(current)}
      onChange={(key) => onChange(options.find((option) => keyOf(option.value) === key)?.value)}
    >
      {(isEmpty || (!field.isRequired && field.schema.default === undefined)) && (
        <MenuItem value="">{t('schemaForm.none')}</MenuItem>
      )}
      {options.map((option) => (
        <MenuItem key={keyOf(option.value)} value={keyOf(option.value)}>
          {option.label}
        </MenuItem>
      ))}
    </SelectInput>
  );
}

/** Several of some values. */
export function ChoicesField({ field, label, value, onChange, error, readOnly }: ControlProps) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const options = chosen.reduce<readonly ChoiceOption[]>(withCurrent, field.options);
  const choices = options.map((option) => ({ id: keyOf(option.value), label: option.label }));
  return (
    <EntityListPicker
      label={label}
      listLabel={label}
      kind={`settings ${field.path.join('.')} ${choices.map(({ id }) => id).join()}`}
      help={field.help}
      error={error}
      required={field.isRequired}
      disabled={readOnly}
      value={chosen.map((one) => choices.find(({ id }) => id === keyOf(one)) ?? { id: keyOf(one), label: asText(one) })}
      load={async (search) =>
        choices.filter((choice) => choice.label.toLowerCase().includes(search.trim().toLowerCase()))
      }
      onChange={(next) =>
        onChange(next.map(({ id }) => options.find((option) => keyOf(option.value) === id)?.value ?? null))
      }
    />
  );
}

/** Several texts: some that are offered, or any. */
export function TextsField({ field, label, value, onChange, error, readOnly }: ControlProps) {
  const texts = Array.isArray(value) ? value.map(asText) : [];
  return (
    <ChipsInput
      label={label}
      kind={`settings texts ${field.path.join('.')}`}
      help={field.help}
      error={error}
      required={field.isRequired}
      disabled={readOnly}
      value={texts}
      load={() => Promise.resolve(field.options.map((option) => asText(option.value)))}
      onChange={(next) => onChange([...next])}
    />
  );
}

/** One of a few values, all of them to be seen. */
export function RadiosField({ field, label, value, onChange, error, readOnly }: ControlProps) {
  const id = useId();
  const current = value ?? field.schema.default;
  const note = error ?? field.help;
  return (
    <Box>
      <Box id={id} sx={{ fontSize: 13, fontWeight: 550, mb: 1 }}>
        {label}
      </Box>
      <RadioGroup
        row
        aria-labelledby={id}
        value={current === undefined ? '' : keyOf(current)}
        onChange={(_event, key) => onChange(field.options.find((option) => keyOf(option.value) === key)?.value)}
      >
        {field.options.map((option) => (
          <FormControlLabel
            key={keyOf(option.value)}
            value={keyOf(option.value)}
            disabled={readOnly}
            control={<Radio size="small" />}
            label={option.label}
          />
        ))}
      </RadioGroup>
      {note && <FormHelperText error={error !== undefined}>{note}</FormHelperText>}
    </Box>
  );
}
