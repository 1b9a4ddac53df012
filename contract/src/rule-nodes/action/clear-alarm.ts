import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { textSetting } from '../settings.ts';
import { ALARM_DETAILS_SCRIPT } from './alarm-details-script.ts';

export const clearAlarm = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.action.TbClearAlarmNode',
  kind: 'ACTION',
  name: 'clear alarm',
  relations: ['Cleared', 'False'],
  directive: 'tbActionNodeClearAlarmConfig',
  icon: 'notifications_off',
  configuration: z.object({ alarmType: textSetting(''), alarmDetailsBuildJs: textSetting('') }),
  defaultConfiguration: { alarmType: 'General Alarm', alarmDetailsBuildJs: ALARM_DETAILS_SCRIPT },
  fields: {
    alarmType: {
      control: 'text',
      label: 'Type of the alarm',
      isRequired: true,
      isPattern: true,
      help: 'Does not count where the originator is the alarm.',
    },
    alarmDetailsBuildJs: { control: 'script', script: 'json', label: 'Details' },
  },
  description: 'Clears the active alarm of a type about the originator, or the alarm that is the originator.',
  details:
    'The cleared alarm goes along <b>Cleared</b> as a message of type <code>ALARM</code> with ' +
    '<code>isClearedAlarm</code> in the metadata; without an active alarm the message goes along <b>False</b>. The ' +
    'script returns the details; the previous ones are in <code>metadata.prevAlarmDetails</code> as JSON text.',
});
