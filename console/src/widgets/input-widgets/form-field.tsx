import { Box, Checkbox, FormControlLabel, MenuItem, OutlinedInput, Select, Switch } from '@mui/material';
import { type ChangeEvent, type KeyboardEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NamedIcon } from '../../controls/named-icon.tsx';
import { FieldNote, type Note } from './field-note.tsx';
import { ImageField } from './image-field.tsx';
import { type Draft, draftWords, type FieldSpec, optionDraft, stepped, UNREADABLE_DATE } from './input-value.ts';

export interface FormFieldProps {
  spec: FieldSpec;
  value: Draft;
  /** What has been stored since it is edited. */
  changedTo: Draft | undefined;
  note: Note | undefined;
  onChange: (draft: Draft) => void;
  /** It has been edited for now: left, or chosen. */
  onDone?: (draft: Draft) => void;
}

/** What a control of a field needs besides what it shows. */
interface ControlProps extends FormFieldProps {
  id: string;
  /** Of the accessible name where the label is not shown. */
  described: { 'aria-describedby': string; 'aria-label'?: string; 'aria-invalid': boolean; 'aria-required'?: true };
}

/** A labelled field with its note: an error, that its value has changed meanwhile, or what became of it. */
export function FormField(props: FormFieldProps) {
  const { t } = useTranslation();
  const { spec, changedTo } = props;
  const id = useId();
  const isBoolean = typeof props.value === 'boolean';
  const note: Note | undefined =
    props.note ??
    (changedTo === undefined
      ? undefined
      : { text: t('input.nowIs', { value: draftWords(spec, changedTo, t) }), tone: 'plain' });
  const hasLabel = spec.showLabel && !isBoolean;
  const described: ControlProps['described'] = {
    'aria-describedby': `${id}-note`,
    'aria-invalid': note?.tone === 'error',
    ...(hasLabel ? {} : { 'aria-label': spec.label }),
    ...(spec.isRequired ? { 'aria-required': true } : {}),
  };
  const isSplit = spec.kind === 'dateTime' && spec.parts !== undefined;
  return (
    <Box sx={{ minWidth: 0 }}>
      {hasLabel && (
        <Box
          component={isSplit || spec.kind === 'image' ? 'span' : 'label'}
          {...(isSplit || spec.kind === 'image' ? { id: `${id}-label` } : { htmlFor: id })}
          sx={{ display: 'block', fontSize: 13, fontWeight: 550, mb: 1 }}
        >
          {spec.label}
          {spec.isRequired && (
            <Box component="span" aria-hidden="true" sx={{ color: 'text.disabled' }}>
              {' *'}
            </Box>
          )}
        </Box>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        {spec.icon && <NamedIcon name={spec.icon} size={20} />}
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Control {...props} id={id} described={described} />
        </Box>
      </Box>
      <FieldNote id={`${id}-note`} note={note} />
    </Box>
  );
}

function Control(props: ControlProps) {
  const { spec } = props;
  switch (spec.kind) {
    case 'boolean':
    case 'booleanCheckbox':
      return <BooleanControl {...props} />;
    case 'select':
      return <SelectControl {...props} />;
    case 'image':
      return <ImageField {...props} />;
    case 'dateTime':
      return spec.parts ? <DateAndTime {...props} parts={spec.parts} /> : <LineControl {...props} />;
    default:
      return <LineControl {...props} />;
  }
}

function BooleanControl({ id, spec, value, onChange, onDone, described }: ControlProps) {
  const { t } = useTranslation();
  const Toggle = spec.kind === 'boolean' ? Switch : Checkbox;
  const words = (value ? spec.words?.on : spec.words?.off) ?? '';
  return (
    <FormControlLabel
      sx={{ m: 0, gap: 2, minHeight: 36 }}
      disabled={spec.access === 'disabled' || spec.access === 'readonly'}
      control={
        <Toggle
          id={id}
          size="small"
          checked={value === true}
          onChange={(_, checked) => {
            onChange(checked);
            onDone?.(checked);
          }}
          slotProps={{ input: { 'aria-describedby': described['aria-describedby'] } }}
        />
      }
      label={
        words ? (
          <>
            <span className="visually-hidden">{`${spec.label}: `}</span>
            {words}
          </>
        ) : (
          spec.label || t('input.value')
        )
      }
    />
  );
}

function SelectControl({ id, spec, value, onChange, onDone, described }: ControlProps) {
  const draft = String(value);
  const options = spec.options ?? [];
  const isKnown = options.some((option) => optionDraft(option.value) === draft);
  return (
    <Select
      fullWidth
      displayEmpty
      value={draft}
      disabled={spec.access === 'disabled'}
      readOnly={spec.access === 'readonly'}
      error={described['aria-invalid']}
      onChange={(event) => {
        onChange(event.target.value);
        onDone?.(event.target.value);
      }}
      SelectDisplayProps={{ 'aria-label': spec.label, 'aria-describedby': described['aria-describedby'] }}
      slotProps={{ input: { id } }}
    >
      {!isKnown && <MenuItem value={draft}>{draft}</MenuItem>}
      {options.map((option) => (
        <MenuItem key={optionDraft(option.value)} value={optionDraft(option.value)}>
          {option.label || optionDraft(option.value)}
        </MenuItem>
      ))}
    </Select>
  );
}

const TYPES: Partial<Record<FieldSpec['kind'], string>> = { dateTime: 'datetime-local', date: 'date', time: 'time' };

/** What a date's input holds; one that the browser cannot read is none for now. */
function dateDraft({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): string {
  return target.validity.badInput ? UNREADABLE_DATE : target.value;
}

function LineControl({ id, spec, value, onChange, onDone, described }: ControlProps) {
  const type = TYPES[spec.kind] ?? 'text';
  const isNumber = spec.kind === 'integer' || spec.kind === 'double';
  const draft = String(value);
  const onKeyDown = (event: KeyboardEvent) => {
    const count = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const next = isNumber && count !== 0 && spec.access !== 'readonly' ? stepped(spec, draft, count) : undefined;
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    <OutlinedInput
      fullWidth
      id={id}
      type={type}
      value={draft === UNREADABLE_DATE ? '' : draft}
      disabled={spec.access === 'disabled'}
      readOnly={spec.access === 'readonly'}
      error={described['aria-invalid']}
      onChange={(event) => onChange(type === 'text' ? event.target.value : dateDraft(event))}
      onBlur={() => onDone?.(value)}
      onKeyDown={onKeyDown}
      inputProps={{
        ...described,
        ...(isNumber ? { inputMode: spec.kind === 'integer' && (spec.min ?? -1) >= 0 ? 'numeric' : 'decimal' } : {}),
      }}
    />
  );
}

/** A date and a time of day in two inputs; a date without a time is its beginning. */
function DateAndTime(props: ControlProps & { parts: 'row' | 'column' }) {
  const { t } = useTranslation();
  const { id, spec, value, onChange, onDone, parts, described } = props;
  const [date = '', time = ''] = value === UNREADABLE_DATE ? [] : String(value).split('T');
  const change = (nextDate: string, nextTime: string) => {
    if (nextDate === UNREADABLE_DATE || nextTime === UNREADABLE_DATE) return onChange(UNREADABLE_DATE);
    onChange(nextDate || nextTime ? `${nextDate}T${nextTime || '00:00'}` : '');
  };
  const part = (type: 'date' | 'time', shown: string, onPart: (text: string) => void) => (
    <OutlinedInput
      sx={{ flex: parts === 'row' ? '1 1 130px' : 'none', minWidth: 0 }}
      id={`${id}-${type}`}
      type={type}
      value={shown}
      disabled={spec.access === 'disabled'}
      readOnly={spec.access === 'readonly'}
      error={described['aria-invalid']}
      onChange={(event) => onPart(dateDraft(event))}
      onBlur={() => onDone?.(value)}
      inputProps={{
        ...described,
        'aria-label': t(type === 'date' ? 'input.datePart' : 'input.timePart', { label: spec.label }),
      }}
    />
  );
  return (
    <Box role="group" aria-label={spec.label} sx={{ display: 'flex', flexDirection: parts, flexWrap: 'wrap', gap: 2 }}>
      {part('date', date, (next) => change(next, next ? time : ''))}
      {part('time', time, (next) => change(date, next))}
    </Box>
  );
}
