import './texts/texts.ts';
import { Box, Checkbox, FormControlLabel, MenuItem } from '@mui/material';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../controls/lazy-part.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { TextInput } from '../controls/text-input.tsx';
import { type TypedValue, VALUE_TYPES, type ValueType, valueOfType } from './typed-value.ts';

const CodeInput = lazyPart(async () => (await import('./code-input.tsx')).CodeInput);

/** px of an editor that is on its way. */
const EDITOR_HEIGHT = 130;

/** A value of a type that is chosen first: a text, a whole number, a number, true or false, or JSON. */
export function TypedValueInput(props: {
  value: TypedValue;
  onChange: (value: TypedValue) => void;
  error?: string | undefined;
  autoFocus?: boolean;
  /** An empty text is a value. */
  mayBeEmpty?: boolean;
}) {
  const { t } = useTranslation();
  const { value, onChange, error, autoFocus = false } = props;
  const { type, text } = value;
  const label = t('typedValue.value');
  const change = (next: string) => onChange({ type, text: next });
  return (
    <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SelectInput
        label={t('typedValue.type')}
        value={type}
        onChange={(next) => next !== type && onChange(valueOfType(next as ValueType))}
      >
        {VALUE_TYPES.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`typedValue.types.${one}`)}
          </MenuItem>
        ))}
      </SelectInput>
      {type === 'boolean' && (
        <FormControlLabel
          label={label}
          control={<Checkbox checked={text === 'true'} onChange={(_, checked) => change(String(checked))} />}
        />
      )}
      {type === 'json' && (
        <Suspense fallback={<Box sx={{ height: EDITOR_HEIGHT }} />}>
          <CodeInput
            label={label}
            language="json"
            required
            value={text}
            error={error}
            onChange={change}
            onLarge={async () => {
              const { editJson } = await import('./json-dialog.tsx');
              const edited = await editJson({ json: text });
              if (edited !== undefined) change(edited);
            }}
          />
        </Suspense>
      )}
      {(type === 'string' || type === 'integer' || type === 'double') && (
        <TextInput
          // A line and an area are different elements.
          key={type === 'string' ? 'text' : 'number'}
          label={label}
          required={!(type === 'string' && props.mayBeEmpty)}
          value={text}
          autoFocus={autoFocus}
          autoComplete="off"
          error={error}
          {...(type === 'string'
            ? { multiline: true, maxRows: 12 }
            : { inputProps: { inputMode: type === 'integer' ? 'numeric' : 'decimal' } })}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Box>
  );
}
