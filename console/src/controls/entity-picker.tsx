import './texts/texts.ts';
import { Autocomplete, OutlinedInput } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureLine } from './error-text.ts';
import { Field } from './text-input.tsx';
import { useDebounced } from './use-debounced.ts';

export interface Choice {
  id: string;
  label: string;
}

/** Of the list of choices, in px. */
const MAX_HEIGHT = 220;
const MIN_HEIGHT = 76;
/** Above and below the list, in px. */
const FRAME = 8;

/** Where the choices may lie: within what scrolls around the picker, and not over the buttons of its form. */
function placeOfChoices(picker: Element | null) {
  const boundary = picker?.closest('.MuiDialogContent-root, [role="tabpanel"]');
  if (!picker || !boundary) return { maxHeight: MAX_HEIGHT, modifiers: [] };
  const foot = boundary.querySelector('[data-form-foot]')?.clientHeight ?? 0;
  const [field, around] = [picker.getBoundingClientRect(), boundary.getBoundingClientRect()];
  const room = Math.max(field.top - around.top, around.bottom - foot - field.bottom) - FRAME;
  return {
    maxHeight: Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, room)),
    modifiers: [{ name: 'flip', options: { boundary, padding: { top: 0, bottom: foot } } }],
  };
}

/** Chooses one entity by name; the server searches 150 ms after the last key. */
export function EntityPicker(props: {
  label: string;
  /** Names the kind in the cache. */
  kind: string;
  value: Choice | null;
  onChange: (value: Choice | null) => void;
  load: (search: string) => Promise<Choice[]>;
  required?: boolean | undefined;
  help?: string | undefined;
  error?: string | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  /** Choices that are not offered, such as those that are chosen already. */
  isLeftOut?: ((choice: Choice) => boolean) | undefined;
  /** Has the focus, and its choices open, at once. */
  autoFocus?: boolean | undefined;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const typed = text === props.value?.label ? '' : text;
  const search = useDebounced(typed, 150);
  const query = useQuery({
    queryKey: ['picker', props.kind, search],
    queryFn: () => props.load(search),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const place = placeOfChoices(open ? root.current : null);
  return (
    <Field label={props.label} inputId={id} required={props.required} help={props.help} error={props.error}>
      <Autocomplete
        ref={root}
        id={id}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        openOnFocus={props.autoFocus ?? false}
        disabled={props.disabled ?? false}
        slotProps={{
          listbox: { sx: { maxHeight: place.maxHeight } },
          popper: { modifiers: place.modifiers },
        }}
        options={query.data ?? []}
        loading={query.isFetching}
        loadingText={t('common.loading')}
        noOptionsText={query.isError ? failureLine(query.error) : t('picker.noMatches')}
        clearText={t('action.clear')}
        openText={t('picker.open')}
        closeText={t('action.close')}
        value={props.value}
        onChange={(_, value) => props.onChange(value)}
        inputValue={text}
        onInputChange={(_, value) => setText(value)}
        filterOptions={(options) => options.filter((option) => !props.isLeftOut?.(option))}
        getOptionLabel={(option) => option.label}
        getOptionKey={(option) => option.id}
        isOptionEqualToValue={(option, value) => option.id === value.id}
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
              placeholder={props.placeholder ?? ''}
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
