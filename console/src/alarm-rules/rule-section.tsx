import './texts/texts.ts';
import '../alarms/texts/texts.ts';
import { Box, IconButton, MenuItem, Tooltip } from '@mui/material';
import { ALARM_SEVERITIES, type AlarmSeverity } from '@signalbox/contract/alarm';
import type { AlarmRule } from '@signalbox/contract/alarm-rule';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FoldButton } from '../controls/fold-button.tsx';
import { Icon } from '../controls/icon.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { RuleEditor } from './rule-editor.tsx';
import type { RulePlace } from './rule-place.ts';
import { ruleWords } from './rule-words.ts';

/** A rule with its sentence, which opens its fields. What is wrong with them keeps it open. */
export function RuleSection(
  props: RulePlace & {
    at: string;
    severity: AlarmSeverity | 'CLEARED';
    rule: AlarmRule;
    isOpen: boolean;
    /** Severities that the rule may be of instead; with `onSeverity`. */
    free?: readonly AlarmSeverity[];
    onSeverity?: (severity: AlarmSeverity) => void;
    onChange: (rule: AlarmRule) => void;
    onRemove: () => void;
  },
) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState(props.isOpen);
  const { at, severity, rule } = props;
  const isWrong = Object.entries(props.problems).some(([name, problem]) => problem && name.startsWith(`${at}.`));
  const isShown = open || isWrong;
  const sentence = ruleWords(t, severity, rule);
  const name = severity === 'CLEARED' ? t('alarmRule.clearRule') : t(`alarm.severities.${severity}`);
  return (
    <Box
      component="section"
      aria-label={name}
      sx={{ border: '1px solid var(--line)', borderRadius: '10px', background: 'var(--surface)', minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', p: 2 }}>
        <FoldButton isOpen={isShown} controls={id} onClick={() => setOpen(!isShown)}>
          {sentence}
        </FoldButton>
        <Tooltip title={t('alarmRule.removeRule', { name })}>
          <IconButton aria-label={t('alarmRule.removeRule', { name })} onClick={props.onRemove}>
            <Icon name="delete" size={16} />
          </IconButton>
        </Tooltip>
      </Box>
      {isShown && (
        <Box id={id} sx={{ display: 'grid', gap: 4, p: 3, borderTop: '1px solid var(--line)' }}>
          {severity !== 'CLEARED' && (
            <SelectInput
              label={t('alarm.severity')}
              value={severity}
              onChange={(next) => props.onSeverity?.(next as AlarmSeverity)}
              sx={{ maxWidth: 240 }}
            >
              {ALARM_SEVERITIES.filter((one) => one === severity || props.free?.includes(one)).map((one) => (
                <MenuItem key={one} value={one}>
                  {t(`alarm.severities.${one}`)}
                </MenuItem>
              ))}
            </SelectInput>
          )}
          <RuleEditor at={at} rule={rule} offer={props.offer} problems={props.problems} onChange={props.onChange} />
        </Box>
      )}
    </Box>
  );
}
