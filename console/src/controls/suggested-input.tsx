import { Autocomplete, OutlinedInput } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from './text-input.tsx';

/** A text that is often one of those in use, which are offered while it is typed. */
export function SuggestedInput(props: {
  label: string;
  /** Names the suggestions in the cache. */
  kind: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  load: () => Promise<readonly string[]>;
  required?: boolean | undefined;
  help?: string | undefined;
  error?: string | undefined;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
}) {
  const { t } = useTranslation();
  const id = useId();
  // Without suggestions it is an ordinary text field.
  const { data = [] } = useQuery({ queryKey: ['suggestions', props.kind], queryFn: props.load, staleTime: 0 });
  return (
    <Field label={props.label} inputId={id} required={props.required} help={props.help} error={props.error}>
      <Autocomplete
        freeSolo
        fullWidth
        id={id}
        options={data}
        value={props.value}
        inputValue={props.value}
        onInputChange={(_event, value) => props.onChange(value)}
        disabled={props.disabled ?? false}
        clearText={t('action.clear')}
        renderInput={(input) => {
          const { slotProps, ...rest } = input as typeof input & {
            slotProps?: { input?: object; htmlInput?: object };
            InputProps?: object;
            inputProps?: object;
          };
          return (
            <OutlinedInput
              fullWidth
              id={rest.id}
              disabled={rest.disabled}
              autoFocus={props.autoFocus ?? false}
              error={props.error !== undefined}
              onBlur={props.onBlur}
              {...(slotProps?.input ?? rest.InputProps ?? {})}
              inputProps={{
                ...(slotProps?.htmlInput ?? rest.inputProps),
                'aria-required': props.required || undefined,
                'aria-describedby': props.error || props.help ? `${id}-note` : undefined,
              }}
              sx={{ py: '0 !important' }}
            />
          );
        }}
      />
    </Field>
  );
}
