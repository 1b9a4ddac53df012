import './texts/texts.ts';
import { Box, Button, FormHelperText } from '@mui/material';
import { ALARM_SEVERITIES } from '@signalbox/contract/alarm';
import type { DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KNOWN_RELATION_TYPES } from '../api/relations.ts';
import { ChipsInput } from '../controls/chips-input.tsx';
import { Icon } from '../controls/icon.tsx';
import { SwitchInput } from '../controls/switch-input.tsx';
import { TextInput } from '../controls/text-input.tsx';
import { newRule, severitiesOf, withCreateRule, withSeverityMoved } from './alarm-draft.ts';
import type { RulePlace } from './rule-place.ts';
import { RuleSection } from './rule-section.tsx';

/** Everything about an alarm type: the rules that raise it, the one that clears it, and who else hears of it. */
export function AlarmEditor(
  props: RulePlace & { alarm: DeviceProfileAlarm; isNew: boolean; onChange: (alarm: DeviceProfileAlarm) => void },
) {
  const { t } = useTranslation();
  const { alarm, offer, problems, onChange } = props;
  /** Rules that were added here, which begin open. */
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const severities = severitiesOf(alarm);
  const free = ALARM_SEVERITIES.filter((severity) => !severities.includes(severity));
  const [next] = free;
  const place = { offer, problems };
  const isOpen = (name: string) =>
    added.has(name) || (props.isNew ? true : severities.length === 1 && name !== 'CLEARED');
  const add = (name: string) => setAdded((now) => new Set([...now, name]));
  const ruleProblem = problems.createRules;
  return (
    <Box sx={{ display: 'grid', gap: 5, minWidth: 0, alignContent: 'start' }}>
      <Box data-field="alarmType">
        <TextInput
          label={t('alarmRule.alarmType')}
          help={t('alarmRule.alarmTypeHelp')}
          required
          autoFocus={props.isNew}
          error={problems.alarmType}
          value={alarm.alarmType ?? ''}
          onChange={(event) => onChange({ ...alarm, alarmType: event.target.value })}
        />
      </Box>
      <Box
        role="group"
        aria-label={t('alarmRule.createRules')}
        data-field="createRules"
        sx={{ display: 'grid', gap: 2 }}
      >
        <Heading text={t('alarmRule.createRules')} />
        {severities.map((severity) => (
          <RuleSection
            key={severity}
            {...place}
            at={`createRules.${severity}`}
            severity={severity}
            rule={alarm.createRules?.[severity] ?? {}}
            isOpen={isOpen(severity)}
            free={free}
            onSeverity={(to) => {
              add(to);
              onChange(withSeverityMoved(alarm, severity, to));
            }}
            onChange={(rule) => onChange(withCreateRule(alarm, severity, rule))}
            onRemove={() => onChange(withCreateRule(alarm, severity, null))}
          />
        ))}
        {ruleProblem && (
          <FormHelperText error role="alert">
            {ruleProblem}
          </FormHelperText>
        )}
        {next && (
          <Box>
            <Button
              startIcon={<Icon name="add" size={16} />}
              onClick={() => {
                add(next);
                onChange(withCreateRule(alarm, next, newRule()));
              }}
            >
              {t('alarmRule.addRule')}
            </Button>
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Heading text={t('alarmRule.clearRule')} />
        {alarm.clearRule ? (
          <RuleSection
            {...place}
            at="clearRule"
            severity="CLEARED"
            rule={alarm.clearRule}
            isOpen={isOpen('CLEARED')}
            onChange={(clearRule) => onChange({ ...alarm, clearRule })}
            onRemove={() => onChange({ ...alarm, clearRule: null })}
          />
        ) : (
          <>
            <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{t('alarmRule.noClearRule')}</Box>
            <Box>
              <Button
                startIcon={<Icon name="add" size={16} />}
                onClick={() => {
                  add('CLEARED');
                  onChange({ ...alarm, clearRule: newRule() });
                }}
              >
                {t('alarmRule.addClearRule')}
              </Button>
            </Box>
          </>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Heading text={t('alarmRule.propagation')} />
        <SwitchInput
          label={t('alarmRule.propagate')}
          checked={alarm.propagate === true}
          onChange={(checked) => onChange({ ...alarm, propagate: checked })}
        />
        {alarm.propagate && (
          <Box data-field="propagateRelationTypes">
            <ChipsInput
              kind="relation types of alarms"
              label={t('alarmRule.relationTypes')}
              help={t('alarmRule.relationTypesHelp')}
              error={problems.propagateRelationTypes}
              value={alarm.propagateRelationTypes ?? []}
              load={() => Promise.resolve(KNOWN_RELATION_TYPES)}
              onChange={(types) => onChange({ ...alarm, propagateRelationTypes: types.length > 0 ? [...types] : null })}
            />
          </Box>
        )}
      </Box>
    </Box>
  );
}

function Heading({ text }: { text: string }) {
  return (
    <Box component="h3" sx={{ typography: 'h3', fontSize: 14, fontWeight: 580, m: 0 }}>
      {text}
    </Box>
  );
}
