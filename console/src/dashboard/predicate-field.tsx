import { MenuItem, TextField } from '@mui/material';
import { useTranslation } from 'react-i18next';
import type { UserPredicate } from './key-filters.ts';

/** A filter value that viewers may change. */
export function PredicateField({
  predicate,
  onChange,
}: {
  predicate: UserPredicate;
  onChange: (value: unknown) => void;
}) {
  const { t } = useTranslation();
  if (predicate.valueType === 'BOOLEAN') {
    return (
      <TextField
        select
        size="small"
        label={predicate.label}
        value={String(predicate.value === true)}
        onChange={(event) => onChange(event.target.value === 'true')}
      >
        <MenuItem value="true">{t('common.yes')}</MenuItem>
        <MenuItem value="false">{t('common.no')}</MenuItem>
      </TextField>
    );
  }
  const numeric = predicate.valueType !== 'STRING';
  return (
    <TextField
      // Remounts when the value changes from outside, for example by a reset.
      key={String(predicate.value)}
      size="small"
      type={numeric ? 'number' : 'text'}
      label={predicate.label}
      defaultValue={predicate.value ?? ''}
      onBlur={(event) => onChange(numeric ? Number(event.target.value) : event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') (event.target as HTMLInputElement).blur();
      }}
    />
  );
}
