import * as z from 'zod/mini';
import { ALARM_STATUSES } from '../../alarm.ts';
import { describeRuleNode } from '../define-rule-node.ts';
import { textListSetting } from '../settings.ts';

export const checkAlarmStatus = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbCheckAlarmStatusNode',
  kind: 'FILTER',
  name: 'check alarm status',
  relations: ['True', 'False'],
  directive: 'tbFilterNodeCheckAlarmStatusConfig',
  configuration: z.object({ alarmStatusList: textListSetting }),
  defaultConfiguration: { alarmStatusList: ['ACTIVE_ACK', 'ACTIVE_UNACK'] },
  fields: {
    alarmStatusList: {
      control: 'texts',
      label: 'Statuses',
      options: ALARM_STATUSES,
      labels: {
        ACTIVE_UNACK: 'Active, not acknowledged',
        ACTIVE_ACK: 'Active, acknowledged',
        CLEARED_UNACK: 'Cleared, not acknowledged',
        CLEARED_ACK: 'Cleared, acknowledged',
      },
      isOpen: false,
      isRequired: true,
    },
  },
  description: 'Separates alarms that have one of the listed statuses by now from all others.',
  details:
    'The payload is an alarm. It is read again, and goes along <b>True</b> when its status is listed, else along ' +
    '<b>False</b>; an alarm that is gone fails.',
});
