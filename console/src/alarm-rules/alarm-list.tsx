import './texts/texts.ts';
import '../alarms/texts/texts.ts';
import { Box, Button, IconButton, Tooltip } from '@mui/material';
import { type DeviceProfileAlarm, MAX_ALARM_RULES } from '@signalbox/contract/alarm-rule';
import { useTranslation } from 'react-i18next';
import { ask, openDialog } from '../app/dialogs.ts';
import { Icon } from '../controls/icon.tsx';
import { EmptyState } from '../controls/states.tsx';
import { attempt } from '../entity-page/entity-action.ts';
import { copyOfAlarm, severitiesOf } from './alarm-draft.ts';
import { ruleWords } from './rule-words.ts';

/** The rules of an alarm type, a sentence each. */
export function Sentences({ alarm }: { alarm: DeviceProfileAlarm }) {
  const { t } = useTranslation();
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, fontSize: 13 }}>
      {severitiesOf(alarm).map((severity) => (
        <Box component="li" key={severity} sx={{ overflowWrap: 'anywhere' }}>
          {ruleWords(t, severity, alarm.createRules?.[severity] ?? {})}
        </Box>
      ))}
      {alarm.clearRule && (
        <Box component="li" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {ruleWords(t, 'CLEARED', alarm.clearRule)}
        </Box>
      )}
    </Box>
  );
}

/** The alarm types of a profile: read as sentences, edited in a dialog, each saved by itself. */
export function AlarmList(props: {
  alarms: readonly DeviceProfileAlarm[];
  /** Absent: of a profile that is not there yet. */
  deviceProfileId: string | undefined;
  /** Saves all of them. Rejects with what is wrong; resolves to false when the person wants to go on editing. */
  save: (alarms: readonly DeviceProfileAlarm[]) => Promise<boolean>;
}) {
  const { t } = useTranslation();
  const { alarms, save } = props;
  const nameOf = (alarm: DeviceProfileAlarm) => alarm.alarmType ?? '';

  /** Edits the one at `index`, or adds one. */
  const edit = (index: number, alarm: DeviceProfileAlarm | undefined, isStored: boolean) =>
    attempt(async () => {
      const { AlarmDialog } = await import('./alarm-dialog.tsx');
      await openDialog((close) => (
        <AlarmDialog
          alarm={alarm}
          isNew={!isStored}
          taken={alarms.filter((_, at) => !isStored || at !== index).map(nameOf)}
          path={`profileData.alarms.${index}`}
          deviceProfileId={props.deviceProfileId}
          save={(saved) => save([...alarms.slice(0, index), saved, ...alarms.slice(isStored ? index + 1 : index)])}
          close={close}
        />
      ));
    });
  const remove = (index: number, name: string) =>
    attempt(async () => {
      const sure = await ask({
        title: t('alarmRule.deleteTitle', { name }),
        content: t('alarmRule.deleteText'),
        confirmLabel: t('action.delete'),
        cancelLabel: t('action.cancel'),
        destructive: true,
      });
      if (sure) await save(alarms.filter((_, at) => at !== index));
    });
  const add = () => edit(alarms.length, undefined, false);

  if (alarms.length === 0) {
    return (
      <EmptyState icon="alarm" title={t('alarmRule.empty')} text={t('alarmRule.emptyText')}>
        <Button startIcon={<Icon name="add" size={16} />} onClick={add}>
          {t('alarmRule.add')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {alarms.map((alarm, index) => {
        const name = nameOf(alarm);
        const action = (icon: 'edit' | 'copy' | 'delete', label: string, run: () => void) => (
          <Tooltip title={label}>
            <IconButton aria-label={label} onClick={run}>
              <Icon name={icon} size={16} />
            </IconButton>
          </Tooltip>
        );
        return (
          <Box
            component="section"
            aria-label={name}
            key={alarm.id ?? name}
            sx={{ border: '1px solid var(--line)', borderRadius: '10px', p: 3, display: 'grid', gap: 1 }}
          >
            <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
              <Box
                component="h3"
                sx={{ flex: 1, minWidth: 0, m: 0, fontSize: 14, fontWeight: 580, overflowWrap: 'anywhere' }}
              >
                {name}
              </Box>
              {action('edit', t('alarmRule.edit', { name }), () => edit(index, alarm, true))}
              {action('copy', t('alarmRule.copy', { name }), () =>
                edit(alarms.length, copyOfAlarm(alarm, t('alarmRule.copyName', { name })), false),
              )}
              {action('delete', t('alarmRule.delete', { name }), () => remove(index, name))}
            </Box>
            <Sentences alarm={alarm} />
          </Box>
        );
      })}
      {alarms.length < MAX_ALARM_RULES && (
        <Box>
          <Button startIcon={<Icon name="add" size={16} />} onClick={add}>
            {t('alarmRule.add')}
          </Button>
        </Box>
      )}
    </Box>
  );
}
