import * as z from 'zod/mini';
import { describeRuleNode, FAILURE, SUCCESS } from '../define-rule-node.ts';
import { booleanSetting } from '../settings.ts';

export const deviceProfile = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.profile.TbDeviceProfileNode',
  kind: 'ACTION',
  name: 'device profile',
  relations: ['Alarm Created', 'Alarm Updated', 'Alarm Severity Updated', 'Alarm Cleared', SUCCESS, FAILURE],
  customRelations: true,
  directive: 'tbDeviceProfileConfig',
  configuration: z.object({
    persistAlarmRulesState: booleanSetting(false),
    fetchAlarmRulesStateOnStart: booleanSetting(false),
  }),
  defaultConfiguration: { persistAlarmRulesState: false, fetchAlarmRulesStateOnStart: false },
  fields: {
    persistAlarmRulesState: {
      control: 'switch',
      label: 'Save the state of alarm rules',
      help: 'This server always does; the setting is for others that get the rule chain.',
    },
    fetchAlarmRulesStateOnStart: {
      control: 'switch',
      label: 'Restore the state of alarm rules on start',
      when: { persistAlarmRulesState: true },
    },
  },
  description: "Raises and clears alarms by the alarm rules of the device's profile.",
  details:
    'Passes every message on unchanged along <b>Success</b>. What becomes of an alarm leaves as a message of type ' +
    '<b>ALARM</b> along <b>Alarm Created</b>, <b>Alarm Updated</b>, <b>Alarm Severity Updated</b> or ' +
    '<b>Alarm Cleared</b>. Its metadata are those of the message that caused it, with <code>alarmConditionRepeats</code> ' +
    'or <code>alarmConditionDuration</code> (ms) for a condition that repeats or lasts. What devices have reached of their rules is always kept, also over restarts.',
});
