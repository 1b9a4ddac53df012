import './texts/texts.ts';
import { type AlarmInfo, isAcknowledged, isActive } from '@signalbox/contract/alarm';
import type { TFunction } from 'i18next';
import { acknowledgeAlarm, clearAlarm } from '../../api/alarms.ts';
import { ask } from '../../app/dialogs.ts';
import { notifySuccess } from '../../app/notices.ts';
import { tryEach } from '../../app/try-each.ts';
import type { EntityAction } from '../../entity-page/entity-action.ts';

/** Something that can be done with alarms of a table. */
export interface AlarmAction {
  id: 'acknowledge' | 'clear';
  label: string;
  icon: 'check' | 'success';
  isFor: (alarm: AlarmInfo) => boolean;
  run: (alarm: AlarmInfo) => Promise<void>;
  /** For several, after a question; false: the person has thought better of it. */
  runMany: (alarms: readonly AlarmInfo[]) => Promise<boolean>;
}

export function alarmActions(t: TFunction, allowed: { acknowledge: boolean; clear: boolean }): AlarmAction[] {
  const action = (
    id: AlarmAction['id'],
    icon: AlarmAction['icon'],
    isFor: AlarmAction['isFor'],
    change: (alarmId: string) => Promise<unknown>,
    done: string,
  ): AlarmAction => ({
    id,
    icon,
    isFor,
    label: t(`alarm.${id}`),
    async run({ id: alarmId, type }) {
      await change(alarmId.id);
      notifySuccess(t(done, { type }));
    },
    async runMany(alarms) {
      const those = alarms.filter(isFor);
      const isSure = await ask({
        title: t(`alarmWidget.${id}Many`, { count: those.length, formatted: those.length }),
        content: t(`alarmWidget.${id}ManyText`),
        confirmLabel: t(`alarm.${id}`),
        cancelLabel: t('action.cancel'),
      });
      if (!isSure) return false;
      const [failed] = await tryEach(those, ({ id: alarmId }) => change(alarmId.id));
      if (failed) throw failed.error;
      return true;
    },
  });
  return [
    ...(allowed.acknowledge
      ? [
          action(
            'acknowledge',
            'check',
            ({ status }) => !isAcknowledged(status),
            acknowledgeAlarm,
            'alarm.isAcknowledged',
          ),
        ]
      : []),
    ...(allowed.clear
      ? [action('clear', 'success', ({ status }) => isActive(status), clearAlarm, 'alarm.isCleared')]
      : []),
  ];
}

/** The same for the dialog of an alarm. */
export function dialogActions(actions: readonly AlarmAction[]): EntityAction<AlarmInfo>[] {
  return actions.map(({ id, label, icon, isFor, run }) => ({ id, label, icon, isFor, run }));
}
