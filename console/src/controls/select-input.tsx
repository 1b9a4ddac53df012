import { Select, type SxProps, type Theme } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Field } from './text-input.tsx';

/** A labelled choice of a few values; the children are menu items. */
export function SelectInput(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  required?: boolean;
  help?: ReactNode;
  error?: string | undefined;
  sx?: SxProps<Theme>;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Field
      label={props.label}
      inputId={id}
      required={props.required}
      help={props.help}
      error={props.error}
      sx={props.sx}
    >
      <Select
        fullWidth
        // No choice may have a label too.
        displayEmpty
        value={props.value}
        disabled={props.disabled ?? false}
        error={props.error !== undefined}
        onChange={(event) => props.onChange(event.target.value)}
        SelectDisplayProps={{ 'aria-label': props.label }}
        slotProps={{ input: { id } }}
      >
        {props.children}
      </Select>
    </Field>
  );
}
