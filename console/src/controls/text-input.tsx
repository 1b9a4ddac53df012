import { Box, FormHelperText, IconButton, OutlinedInput, type SxProps, type Theme } from '@mui/material';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

type InputProps = Omit<ComponentProps<typeof OutlinedInput>, 'label' | 'error' | 'sx'>;

/** Label above, help below, an error in place of the help. */
export function Field(props: {
  label: string;
  inputId: string;
  required?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
  /** Beside the label, at the end of its line. */
  aside?: ReactNode;
  sx?: SxProps<Theme> | undefined;
  children: ReactNode;
}) {
  const note = props.error ?? props.help;
  return (
    // A chosen text that is too long is cut off, and makes no column of a form wider.
    <Box sx={[{ minWidth: 0 }, ...(Array.isArray(props.sx) ? props.sx : [props.sx ?? null])]}>
      <Box sx={{ display: 'flex', fontSize: 13, fontWeight: 550, mb: 1.5 }}>
        <label htmlFor={props.inputId}>
          {props.label}
          {props.required && (
            <Box component="span" aria-hidden="true" sx={{ color: 'text.disabled' }}>
              {' *'}
            </Box>
          )}
        </label>
        {props.aside && <Box sx={{ marginInlineStart: 'auto' }}>{props.aside}</Box>}
      </Box>
      {props.children}
      {note && (
        <FormHelperText
          id={`${props.inputId}-note`}
          error={props.error !== undefined}
          {...(props.error ? { role: 'alert' } : {})}
        >
          {note}
        </FormHelperText>
      )}
    </Box>
  );
}

/** A labelled line of text. */
export function TextInput({
  label,
  help,
  error,
  aside,
  sx,
  required,
  inputProps,
  ...input
}: InputProps & {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  aside?: ReactNode;
  sx?: SxProps<Theme>;
}) {
  const generated = useId();
  const id = input.id ?? generated;
  return (
    <Field label={label} inputId={id} required={required} help={help} error={error} aside={aside} sx={sx}>
      <OutlinedInput
        fullWidth
        {...input}
        id={id}
        error={error !== undefined}
        inputProps={{
          ...inputProps,
          'aria-required': required || undefined,
          'aria-describedby': error || help ? `${id}-note` : undefined,
        }}
      />
    </Field>
  );
}

/** A password with a button that shows it. */
export function PasswordInput(props: ComponentProps<typeof TextInput>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <IconButton
          size="small"
          aria-label={t(shown ? 'login.hidePassword' : 'login.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          edge="end"
        >
          <Icon name={shown ? 'visibilityOff' : 'visibility'} />
        </IconButton>
      }
    />
  );
}
