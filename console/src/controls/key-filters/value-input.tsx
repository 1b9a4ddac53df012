import './texts/texts.ts';
import { MenuItem } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { DateTimeInput } from '../date-time-input.tsx';
import { NumberInput } from '../number-input.tsx';
import { SelectInput } from '../select-input.tsx';
import { TextInput } from '../text-input.tsx';
import type { ValueType } from './key-filter.ts';

/** A value of a type, typed or chosen. */
export function ValueInput(props: {
  label: string;
  type: ValueType;
  value: unknown;
  unit?: string | undefined;
  help?: string | undefined;
  error?: string | undefined;
  onChange: (value: string | number | boolean | null) => void;
}) {
  const { t } = useTranslation();
  const { label, type, value, help, error, onChange } = props;
  switch (type) {
    case 'BOOLEAN':
      return (
        <SelectInput
          label={label}
          help={help}
          error={error}
          value={value === true ? 'true' : 'false'}
          onChange={(next) => onChange(next === 'true')}
        >
          <MenuItem value="true">{t('keyFilter.booleans.true')}</MenuItem>
          <MenuItem value="false">{t('keyFilter.booleans.false')}</MenuItem>
        </SelectInput>
      );
    case 'DATE_TIME':
      return <DateTimeInput label={label} help={help} error={error} value={value} onChange={onChange} />;
    case 'NUMERIC':
      return (
        <NumberInput
          label={label}
          help={help}
          error={error}
          endAdornment={props.unit && <span className="unit">{props.unit}</span>}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
        />
      );
    default:
      return (
        <TextInput
          label={label}
          help={help}
          error={error}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
