import './texts/texts.ts';
import { Autocomplete, type AutocompleteProps, Box, OutlinedInput } from '@mui/material';
import { type MouseEvent, type ReactNode, type UIEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice, FindChoices } from './choice.ts';
import { failureLine } from './error-text.ts';
import { MatchedPrefix } from './matched-prefix.tsx';
import { Field } from './text-input.tsx';
import { useChoices } from './use-choices.ts';

/** Of the list of choices, in px. */
const MAX_HEIGHT = 220;
const MIN_HEIGHT = 76;
/** Above and below the list, in px. */
const FRAME = 14;
/** From the end of the list, in px, where the next page is read. */
const NEAR_END = 120;

/**
 * Where the choices may lie: within what scrolls around the picker, and not over the buttons of its form; where that has no
 * room, over what is above it.
 */
function placeOfChoices(picker: Element | null) {
  const placement = 'bottom' as 'bottom' | 'top';
  const boundary = picker?.closest('.MuiDialogContent-root, [role="tabpanel"]');
  if (!picker || !boundary) return { maxHeight: MAX_HEIGHT, placement, modifiers: [] };
  const foot = boundary.querySelector('[data-form-foot]')?.clientHeight ?? 0;
  const [field, around] = [picker.getBoundingClientRect(), boundary.getBoundingClientRect()];
  const room = Math.max(field.top - around.top, around.bottom - foot - field.bottom) - FRAME;
  if (room < MIN_HEIGHT && field.top - FRAME > MIN_HEIGHT) {
    const modifiers = [{ name: 'flip', enabled: false }];
    return { maxHeight: Math.min(MAX_HEIGHT, field.top - FRAME), placement: 'top' as const, modifiers };
  }
  return {
    maxHeight: Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, room)),
    placement,
    modifiers: [{ name: 'flip', options: { boundary, padding: { top: 0, bottom: foot } } }],
  };
}

/** How far a pointer may move while it is pressed without meaning something else, in px. */
const STEADY = 4;

/**
 * Lets a press of the main button count for the line that was pressed, also where the list has changed before the button
 * is released, so that another line or none is below the pointer: browsers make no click of that.
 */
function keepPress({ currentTarget: line, button, clientX, clientY }: MouseEvent<HTMLElement>): void {
  if (button !== 0) return;
  const release = (event: globalThis.MouseEvent) => {
    const isSteady = Math.hypot(event.clientX - clientX, event.clientY - clientY) < STEADY;
    if (isSteady && line.isConnected && !line.contains(event.target as Node)) line.click();
  };
  window.addEventListener('mouseup', release, { once: true, capture: true });
}

/** A line of the list that does something instead of being chosen, or only says something. */
interface Line extends Choice {
  run?: () => void;
  isNote?: boolean;
}

/** What all controls that offer choices while one types have in common. */
export interface OfferProps {
  label: string;
  /** Names the kind in the cache. */
  kind: string;
  required?: boolean | undefined;
  help?: ReactNode;
  error?: string | undefined;
  disabled?: boolean | undefined;
  placeholder?: string | undefined;
  /** Has the focus, and its choices open, at once. */
  autoFocus?: boolean | undefined;
}

/** For controls that know themselves what is wrong with their value. */
export interface CheckedProps {
  /** They say so: once the form around them was sent, or they were left. */
  checked?: boolean | undefined;
}

type Control = Pick<
  AutocompleteProps<Choice, boolean, false, boolean>,
  'multiple' | 'freeSolo' | 'filterSelectedOptions' | 'renderValue' | 'value'
>;

/**
 * A field with a list of choices that are found while one types (the combobox pattern of WAI-ARIA). The list grows as
 * it is scrolled, and says when there is nothing, when it is loading, and when it failed, with a line that tries again.
 */
export function Combobox(
  props: OfferProps &
    Control & {
      find: FindChoices;
      /** What stands in the field, and what is searched for, where that is not the same. */
      text: string;
      searched?: string;
      onText: (text: string, reason: string) => void;
      /** @param value a choice, null, or several of them with `multiple`; a text where any is allowed */
      onChoose?: (value: Choice | string | null | readonly (Choice | string)[]) => void;
      onBlur?: (() => void) | undefined;
      /** Choices that are not offered, such as those that are chosen already. */
      isLeftOut?: ((choice: Choice) => boolean) | undefined;
      /** A line behind the choices for what was typed, such as one that makes it. */
      extra?:
        | ((text: string, choices: readonly Choice[]) => { label: string; run: () => void } | undefined)
        | undefined;
      /** Where nothing matches, in other words than the usual ones. */
      noMatches?: ((text: string) => string) | undefined;
      /** The list stays open after a choice, for the next one. */
      staysOpen?: boolean | undefined;
      /** Of the field. */
      inputSx?: object;
    },
) {
  const { t } = useTranslation();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement | null>(null);
  const scrolled = useRef(0);
  const didRun = useRef(false);
  const [open, setOpen] = useState(false);
  const searched = props.searched ?? props.text;
  const found = useChoices(props.kind, props.find, searched, { enabled: open, isLeftOut: props.isLeftOut });
  const place = placeOfChoices(open ? root.current : null);

  const lines: Line[] = [...found.choices];
  if (found.error) {
    lines.push({ id: ' retry', label: t('picker.retry', { reason: failureLine(found.error) }), run: found.retry });
  } else if (!found.isLoading) {
    const extra = props.extra?.(searched.trim(), found.choices);
    if (extra && lines.length === 0 && props.noMatches)
      lines.push({ id: ' none', label: props.noMatches(searched.trim()), isNote: true });
    if (extra) lines.push({ id: ' extra', ...extra });
    if (found.isCut) lines.push({ id: ' cut', label: t('picker.typeMore'), isNote: true });
  } else if (lines.length > 0 && found.isMoreLoading) {
    lines.push({ id: ' loading', label: t('common.loading'), isNote: true });
  }
  const isLine = (label: string) => lines.some((line) => line.run !== undefined && line.label === label);

  // A longer list begins at its top again where nothing is highlighted, as on phones.
  const count = lines.length;
  useEffect(() => {
    if (list.current && count > 0) list.current.scrollTop = scrolled.current;
  }, [count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins at the top
  useEffect(() => {
    scrolled.current = 0;
  }, [searched, open]);
  const onScroll = ({ currentTarget }: UIEvent<HTMLUListElement>) => {
    scrolled.current = currentTarget.scrollTop;
    if (currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight < NEAR_END) found.readMore();
  };

  return (
    <Field label={props.label} inputId={id} required={props.required} help={props.help} error={props.error}>
      <Autocomplete<Line, boolean, false, boolean>
        ref={root}
        id={id}
        fullWidth
        // Not only for those who hover over it.
        sx={{ '& .MuiAutocomplete-clearIndicator': { visibility: 'visible' } }}
        multiple={props.multiple ?? false}
        freeSolo={props.freeSolo ?? false}
        filterSelectedOptions={props.filterSelectedOptions ?? false}
        {...(props.renderValue ? { renderValue: props.renderValue } : {})}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => {
          // A line that did something leaves the list as it is.
          if (!didRun.current) setOpen(false);
          didRun.current = false;
        }}
        openOnFocus={props.autoFocus ?? false}
        disableCloseOnSelect={props.staysOpen ?? false}
        disabled={props.disabled ?? false}
        slotProps={{
          listbox: { ref: list, onScroll, sx: { maxHeight: place.maxHeight } },
          popper: { placement: place.placement, modifiers: place.modifiers },
          // As menus are, also where it opens over the field.
          paper: { sx: { my: '2px', border: '1px solid var(--line)', boxShadow: 'var(--shadow-2)' } },
        }}
        options={lines}
        loading={found.isLoading}
        loadingText={t('common.loading')}
        noOptionsText={props.noMatches?.(searched.trim()) ?? t('picker.noMatches')}
        clearText={t('action.clear')}
        openText={t('picker.open')}
        closeText={t('action.close')}
        value={props.value as Line | null}
        onChange={(_event, value, _reason, details) => {
          const line = typeof details?.option === 'object' ? details.option : undefined;
          if (line?.run) {
            didRun.current = props.staysOpen !== true;
            line.run();
          } else props.onChoose?.(value);
        }}
        inputValue={props.text}
        onInputChange={(_event, text, reason) => {
          if (reason === 'input' || !isLine(text)) props.onText(text, reason);
        }}
        filterOptions={(options) => options}
        getOptionLabel={(option) => (typeof option === 'string' ? option : option.label)}
        getOptionKey={(option) => (typeof option === 'string' ? option : option.id)}
        getOptionDisabled={(option) => option.isNote === true}
        isOptionEqualToValue={(option, value) => option.id === (typeof value === 'string' ? value : value.id)}
        renderOption={({ key, ...item }, option) => (
          <li key={key} {...item} onMouseDown={keepPress}>
            <Box
              component="span"
              sx={{
                minWidth: 0,
                overflowWrap: 'anywhere',
                ...(option.run ? { color: 'var(--accent-text)', fontWeight: 550 } : {}),
              }}
            >
              {option.run || option.isNote ? option.label : <MatchedPrefix text={option.label} prefix={searched} />}
            </Box>
          </li>
        )}
        renderInput={({ slotProps, ...input }) => (
          <OutlinedInput
            fullWidth
            id={input.id}
            disabled={input.disabled}
            autoFocus={props.autoFocus ?? false}
            error={props.error !== undefined}
            placeholder={props.placeholder ?? ''}
            onBlur={props.onBlur}
            {...slotProps.input}
            inputProps={{
              ...slotProps.htmlInput,
              'aria-required': props.required || undefined,
              'aria-invalid': props.error !== undefined || undefined,
              'aria-describedby': props.error || props.help ? `${id}-note` : undefined,
            }}
            sx={{ py: '0 !important', ...props.inputSx }}
          />
        )}
      />
    </Field>
  );
}
