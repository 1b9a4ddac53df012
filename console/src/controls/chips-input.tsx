import { Autocomplete, Chip, OutlinedInput } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from './text-input.tsx';

/** Texts that are often among those in use, which are offered while one is typed; Enter, a comma or leaving adds it. */
export function ChipsInput(props: {
  label: string;
  /** Names the suggestions in the cache. */
  kind: string;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  load: () => Promise<readonly string[]>;
  help?: string | undefined;
  error?: string | undefined;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  placeholder?: string | undefined;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  // Without suggestions one still types.
  const { data = [] } = useQuery({ queryKey: ['suggestions', props.kind], queryFn: props.load, staleTime: 0 });

  const add = (typed: string) => {
    const added = typed
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
    if (added.length > 0) props.onChange([...new Set([...props.value, ...added])]);
    setText('');
  };

  return (
    <Field label={props.label} inputId={id} help={props.help} error={props.error}>
      <Autocomplete
        multiple
        freeSolo
        fullWidth
        filterSelectedOptions
        id={id}
        options={data}
        value={[...props.value]}
        inputValue={text}
        onInputChange={(_event, typed, reason) => {
          if (reason === 'input' && typed.includes(',')) add(typed);
          else if (reason !== 'reset') setText(typed);
        }}
        onChange={(_event, value) => {
          props.onChange(value);
          setText('');
        }}
        onBlur={() => add(text)}
        disabled={props.disabled ?? false}
        clearText={t('action.clear')}
        renderValue={(value, itemProps) =>
          value.map((one, index) => {
            const { key, ...item } = itemProps({ index });
            return <Chip key={key} size="small" label={one} {...item} />;
          })
        }
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
              placeholder={props.value.length === 0 ? (props.placeholder ?? '') : ''}
              {...(slotProps?.input ?? rest.InputProps ?? {})}
              inputProps={{
                ...(slotProps?.htmlInput ?? rest.inputProps),
                'aria-describedby': props.error || props.help ? `${id}-note` : undefined,
              }}
              sx={{ flexWrap: 'wrap', gap: 1, py: '4px !important', '& input': { minWidth: 80, py: '4px !important' } }}
            />
          );
        }}
      />
    </Field>
  );
}
