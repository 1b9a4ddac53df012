import './texts/texts.ts';
import { Box, MenuItem } from '@mui/material';
import {
  ALARM_CONDITION_TYPES,
  type AlarmConditionSpec,
  type AlarmConditionType,
} from '@signalbox/contract/alarm-rule';
import type { TimeUnit } from '@signalbox/contract/time-unit';
import { useTranslation } from 'react-i18next';
import { COLUMNS, ComparedValueInput } from '../controls/key-filters/compared-value-input.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { specOfType } from './alarm-draft.ts';
import type { RulePlace } from './rule-place.ts';

const UNITS = ['SECONDS', 'MINUTES', 'HOURS', 'DAYS'] as const satisfies readonly TimeUnit[];

/** When a condition that holds fires: at once, when it lasts, or when it held several times. */
export function SpecEditor(
  props: RulePlace & {
    /** Path of the specification. */
    at: string;
    spec: AlarmConditionSpec | null | undefined;
    onChange: (spec: AlarmConditionSpec) => void;
  },
) {
  const { t } = useTranslation();
  const { at, onChange } = props;
  const spec = props.spec ?? { type: 'SIMPLE' };
  const hasAmount = spec.type !== 'SIMPLE';
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Box sx={COLUMNS}>
        <Box data-field={at}>
          <SelectInput
            label={t('alarmRule.fires')}
            value={spec.type}
            error={props.problems[at]}
            onChange={(type) => onChange(specOfType(type as AlarmConditionType, spec))}
          >
            {ALARM_CONDITION_TYPES.map((type) => (
              <MenuItem key={type} value={type}>
                {t(`alarmRule.specs.${type}`)}
              </MenuItem>
            ))}
          </SelectInput>
        </Box>
        {spec.type === 'DURATION' && (
          <SelectInput
            label={t('alarmRule.unit')}
            value={spec.unit}
            onChange={(unit) => onChange({ ...spec, unit: unit as TimeUnit })}
          >
            {[...new Set<TimeUnit>([...UNITS, spec.unit])].map((unit) => (
              <MenuItem key={unit} value={unit}>
                {t(`alarmRule.units.${unit}`)}
              </MenuItem>
            ))}
          </SelectInput>
        )}
      </Box>
      {hasAmount && (
        <ComparedValueInput
          at={`${at}.predicate`}
          type="NUMERIC"
          label={t(spec.type === 'DURATION' ? 'alarmRule.duration' : 'alarmRule.times')}
          dynamicLabel={t('keyFilter.dynamicIs')}
          unit={spec.type === 'DURATION' ? t(`alarmRule.units.${spec.unit}`) : undefined}
          value={spec.predicate}
          offer={props.offer}
          problems={props.problems}
          onChange={(predicate) => onChange({ ...spec, predicate })}
        />
      )}
    </Box>
  );
}
