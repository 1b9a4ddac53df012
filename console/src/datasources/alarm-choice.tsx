import '../alarms/texts/texts.ts';
import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { ALARM_SEARCH_STATUSES, ALARM_SEVERITIES } from '@signalbox/contract/alarm';
import { useTranslation } from 'react-i18next';
import { ChipsInput } from '../controls/chips-input.tsx';
import { Icon } from '../controls/icon.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import type { WidgetConfig } from '../widgets/model.ts';

const STATUSES = ALARM_SEARCH_STATUSES.filter((status) => status !== 'ANY');

/** Statuses that a widget shows; older dashboards have one in another member. */
function shownStatuses(config: Pick<WidgetConfig, 'alarmStatusList' | 'alarmSearchStatus'>): readonly string[] {
  const { alarmStatusList, alarmSearchStatus } = config;
  if (alarmStatusList) return alarmStatusList;
  return alarmSearchStatus && alarmSearchStatus !== 'ANY' ? [alarmSearchStatus] : [];
}

/** Any number of a few; none stands for all. */
function Toggles<Choice extends string>(props: {
  label: string;
  choices: readonly Choice[];
  wordsOf: (choice: Choice) => string;
  value: readonly string[];
  onChange: (value: string[]) => void;
}) {
  const { value } = props;
  return (
    <Box role="group" aria-label={props.label}>
      <Box sx={{ fontSize: 13, fontWeight: 550, mb: 1.5 }}>{props.label}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {props.choices.map((choice) => {
          const isOn = value.includes(choice);
          return (
            <Button
              key={choice}
              size="small"
              variant={isOn ? 'contained' : 'outlined'}
              color={isOn ? 'primary' : 'inherit'}
              aria-pressed={isOn}
              startIcon={isOn ? <Icon name="check" size={14} /> : undefined}
              onClick={() => props.onChange(isOn ? value.filter((one) => one !== choice) : [...value, choice])}
            >
              {props.wordsOf(choice)}
            </Button>
          );
        })}
      </Box>
    </Box>
  );
}

/** Which alarms a widget shows. */
export function AlarmChoice(props: { config: WidgetConfig; onChange: (config: WidgetConfig) => void }) {
  const { t } = useTranslation();
  const { config, onChange } = props;
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Toggles
        label={t('source.alarmStatuses')}
        choices={STATUSES}
        wordsOf={(status) => t(`alarm.searchStatuses.${status}`)}
        value={shownStatuses(config)}
        onChange={(alarmStatusList) => {
          const { alarmSearchStatus: _, ...rest } = config;
          onChange({ ...rest, alarmStatusList });
        }}
      />
      <Toggles
        label={t('source.alarmSeverities')}
        choices={ALARM_SEVERITIES}
        wordsOf={(severity) => t(`alarm.severities.${severity}`)}
        value={config.alarmSeverityList ?? []}
        onChange={(alarmSeverityList) => onChange({ ...config, alarmSeverityList })}
      />
      <ChipsInput
        label={t('source.alarmTypes')}
        kind="alarm types"
        placeholder={t('source.anyAlarmType')}
        help={t('source.alarmTypesHelp')}
        value={config.alarmTypeList ?? []}
        load={() => Promise.resolve([])}
        onChange={(types) =>
          onChange({
            ...config,
            alarmTypeList: [...new Set(types.flatMap((type) => type.split(';').map((one) => one.trim())))].filter(
              Boolean,
            ),
          })
        }
      />
      <SwitchInput
        label={t('source.propagated')}
        help={t('source.propagatedHelp')}
        checked={config.searchPropagatedAlarms !== false}
        onChange={(searchPropagatedAlarms) => onChange({ ...config, searchPropagatedAlarms })}
      />
    </Box>
  );
}
