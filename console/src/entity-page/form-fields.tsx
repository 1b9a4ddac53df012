import { Box, FormControlLabel, Switch } from '@mui/material';
import { EntityPicker } from '../controls/entity-picker.tsx';
import { TextInput } from '../controls/text-input.tsx';
import type { FormField, FormValue, FormValues } from './form.ts';

/** The fields of a form, one below the other. */
export function FormFields(props: {
  fields: readonly FormField[];
  values: FormValues;
  errors: Readonly<Record<string, string>>;
  onChange: (name: string, value: FormValue) => void;
  onBlur: (name: string) => void;
  focusFirst?: boolean | undefined;
}) {
  const shown = props.fields.filter((field) => field.shown?.(props.values) ?? true);
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      {shown.map((field, index) => {
        const value = props.values[field.name] ?? null;
        const error = props.errors[field.name];
        if (field.kind === 'switch') {
          return (
            <FormControlLabel
              key={field.name}
              sx={{ m: 0, gap: 2 }}
              control={
                <Switch
                  checked={value === true}
                  onChange={(event) => props.onChange(field.name, event.target.checked)}
                />
              }
              label={field.label}
            />
          );
        }
        if (field.kind === 'picker') {
          return (
            <EntityPicker
              key={field.name}
              kind={field.name}
              label={field.label}
              required={field.required}
              help={field.help}
              error={error}
              placeholder={field.placeholder}
              disabled={field.readOnly}
              value={typeof value === 'object' ? value : null}
              load={field.load ?? (() => Promise.resolve([]))}
              onChange={(choice) => props.onChange(field.name, choice)}
            />
          );
        }
        return (
          <TextInput
            key={field.name}
            name={field.name}
            label={field.label}
            required={field.required}
            help={field.help}
            error={error}
            type={field.type ?? 'text'}
            disabled={field.readOnly ?? false}
            autoFocus={props.focusFirst === true && index === 0}
            multiline={field.kind === 'multiline'}
            minRows={field.kind === 'multiline' ? 3 : 1}
            inputProps={{ maxLength: field.maxLength }}
            value={typeof value === 'string' ? value : ''}
            onChange={(event) => props.onChange(field.name, event.target.value)}
            onBlur={() => props.onBlur(field.name)}
          />
        );
      })}
    </Box>
  );
}
