import { MenuItem } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTimeInput } from '../controls/date-time-input.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { TextInput } from '../controls/text-input.tsx';
import type { UserPredicate } from './key-filters.ts';

/** A filter value that viewers may change: taken when they leave the field, or press Enter. */
export function PredicateField({
  predicate,
  onChange,
}: {
  predicate: UserPredicate;
  onChange: (value: unknown) => void;
}) {
  const { t } = useTranslation();
  const { label, value, valueType } = predicate;
  // Begins again when the value changes from outside, for example by a reset.
  const key = String(value);
  if (valueType === 'BOOLEAN') {
    return (
      <SelectInput label={label} value={String(value === true)} onChange={(chosen) => onChange(chosen === 'true')}>
        <MenuItem value="true">{t('common.yes')}</MenuItem>
        <MenuItem value="false">{t('common.no')}</MenuItem>
      </SelectInput>
    );
  }
  if (valueType === 'DATE_TIME') return <DateTimeField key={key} label={label} value={value} onChange={onChange} />;
  return <WrittenField key={key} label={label} value={value} isNumber={valueType !== 'STRING'} onChange={onChange} />;
}

/** Enter is the end of typing. */
const leaveOnEnter = (event: { key: string; target: EventTarget }) => {
  if (event.key === 'Enter') (event.target as HTMLInputElement).blur();
};

interface FieldProps {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

function DateTimeField({ label, value, onChange }: FieldProps) {
  const [draft, setDraft] = useState<number | null>(typeof value === 'number' ? value : null);
  return (
    <DateTimeInput
      label={label}
      value={draft}
      onChange={setDraft}
      onBlur={() => {
        // A comparison needs a time.
        if (draft === null || Number.isNaN(draft)) setDraft(typeof value === 'number' ? value : null);
        else if (draft !== value) onChange(draft);
      }}
      onKeyDown={leaveOnEnter}
    />
  );
}

function WrittenField({ label, value, isNumber, onChange }: FieldProps & { isNumber: boolean }) {
  const stored = String(value ?? '');
  const [text, setText] = useState(stored);
  return (
    <TextInput
      label={label}
      type={isNumber ? 'number' : 'text'}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={() => {
        // What is no number is not 0.
        if (isNumber && (text.trim() === '' || !Number.isFinite(Number(text)))) setText(stored);
        else if (text !== stored) onChange(isNumber ? Number(text) : text);
      }}
      onKeyDown={leaveOnEnter}
    />
  );
}
