import './texts/texts.ts';
import { Box } from '@mui/material';
import type { AlarmRule } from '@signalbox/contract/alarm-rule';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { choicesOf, labelOf } from '../controls/entity-choices.ts';
import { EntityPicker } from '../controls/entity-picker.tsx';
import { KeyFiltersEditor } from '../controls/key-filters/key-filters-editor.tsx';
import { TextInput } from '../controls/text-input.tsx';
import type { RulePlace } from './rule-place.ts';
import { ScheduleEditor } from './schedule-editor.tsx';
import { SpecEditor } from './spec-editor.tsx';

/** How a value of a key is put into the details. */
const PATTERN = ['$', '{temperature}'].join('');

/** The dashboard that the mobile app opens for an alarm. */
function DashboardPicker(props: { id: string | undefined; onChange: (id: string | undefined) => void }) {
  const { t } = useTranslation();
  const { id } = props;
  const name = useQuery({
    queryKey: ['named', 'dashboard', id],
    queryFn: () => labelOf('DASHBOARD')(id ?? ''),
    enabled: id !== undefined,
  });
  return (
    <EntityPicker
      kind="dashboard"
      label={t('alarmRule.dashboard')}
      help={t('alarmRule.dashboardHelp')}
      load={choicesOf('DASHBOARD')}
      value={id === undefined ? null : { id, label: name.data ?? (name.isError ? id : '…'), isGone: name.isError }}
      onChange={(choice) => props.onChange(choice?.id)}
    />
  );
}

/** One rule: its condition, when it fires, when it is in force, and what the alarm says. */
export function RuleEditor(
  props: RulePlace & {
    /** Path of the rule. */
    at: string;
    rule: AlarmRule;
    onChange: (rule: AlarmRule) => void;
  },
) {
  const { t } = useTranslation();
  const { at, rule, offer, problems, onChange } = props;
  const condition = rule.condition ?? {};
  const set = (change: Partial<AlarmRule>) => onChange({ ...rule, ...change });
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <KeyFiltersEditor
        label={t('alarmRule.condition')}
        at={`${at}.condition.condition`}
        filters={condition.condition ?? []}
        offer={offer}
        problems={problems}
        onChange={(filters) => set({ condition: { ...condition, condition: filters } })}
      />
      <SpecEditor
        at={`${at}.condition.spec`}
        spec={condition.spec}
        offer={offer}
        problems={problems}
        onChange={(spec) => set({ condition: { ...condition, spec } })}
      />
      <ScheduleEditor
        at={`${at}.schedule`}
        schedule={rule.schedule}
        problems={problems}
        onChange={(schedule) => set({ schedule })}
      />
      <Box data-field={`${at}.alarmDetails`}>
        <TextInput
          label={t('alarmRule.details')}
          help={t('alarmRule.detailsHelp', { pattern: PATTERN })}
          error={problems[`${at}.alarmDetails`]}
          multiline
          minRows={2}
          value={rule.alarmDetails ?? ''}
          onChange={(event) => set({ alarmDetails: event.target.value === '' ? null : event.target.value })}
        />
      </Box>
      <Box data-field={`${at}.dashboardId`}>
        <DashboardPicker
          id={rule.dashboardId?.id}
          onChange={(id) => set({ dashboardId: id === undefined ? null : { entityType: 'DASHBOARD', id } })}
        />
      </Box>
    </Box>
  );
}
