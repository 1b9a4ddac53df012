import * as z from 'zod/mini';
import { ALARM_SEVERITIES } from '../../alarm.ts';
import { describeRuleNode } from '../define-rule-node.ts';
import { booleanSetting, textListSetting, textSetting } from '../settings.ts';
import { ALARM_DETAILS_SCRIPT } from './alarm-details-script.ts';

export const createAlarm = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.action.TbCreateAlarmNode',
  kind: 'ACTION',
  name: 'create alarm',
  relations: ['Created', 'Updated', 'False'],
  directive: 'tbActionNodeCreateAlarmConfig',
  icon: 'notifications_active',
  configuration: z.object({
    alarmType: textSetting(''),
    alarmDetailsBuildJs: textSetting(''),
    severity: textSetting(''),
    dynamicSeverity: booleanSetting(false),
    propagate: booleanSetting(false),
    relationTypes: textListSetting,
    useMessageAlarmData: booleanSetting(false),
  }),
  defaultConfiguration: {
    alarmType: 'General Alarm',
    alarmDetailsBuildJs: ALARM_DETAILS_SCRIPT,
    severity: 'CRITICAL',
    dynamicSeverity: false,
    propagate: false,
    relationTypes: [],
    useMessageAlarmData: false,
  },
  fields: {
    useMessageAlarmData: {
      control: 'switch',
      label: 'The message is the alarm',
      help: 'Type, severity and propagation are then those of the payload.',
    },
    alarmType: {
      control: 'text',
      label: 'Type',
      isRequired: true,
      isPattern: true,
      when: { useMessageAlarmData: false },
    },
    dynamicSeverity: {
      control: 'switch',
      label: 'Severity from the message',
      when: { useMessageAlarmData: false },
    },
    severity: {
      control: 'text',
      label: 'Severity',
      isRequired: true,
      isPattern: true,
      help: `Becomes ${ALARM_SEVERITIES.join(', ')}.`,
      choices: {
        options: {
          CRITICAL: 'Critical',
          MAJOR: 'Major',
          MINOR: 'Minor',
          WARNING: 'Warning',
          INDETERMINATE: 'Indeterminate',
        },
        when: { dynamicSeverity: false },
      },
      when: { useMessageAlarmData: false },
    },
    alarmDetailsBuildJs: { control: 'script', script: 'json', label: 'Details' },
    propagate: {
      control: 'switch',
      label: 'Propagate to related entities',
      when: { useMessageAlarmData: false },
    },
    relationTypes: {
      control: 'texts',
      label: 'Only along relations of these types',
      help: 'Empty: along all.',
      options: ['Contains', 'Manages'],
      isOpen: true,
      when: { useMessageAlarmData: false, propagate: true },
    },
  },
  description: 'Creates an alarm about the originator, or updates its active alarm of the same type.',
  details:
    'A new alarm goes along <b>Created</b>, one that was active along <b>Updated</b>, as a message of type ' +
    '<code>ALARM</code> with the alarm as payload and <code>isNewAlarm</code> or <code>isExistingAlarm</code> in the ' +
    'metadata. The script returns the details; those of an active alarm are in ' +
    '<code>metadata.prevAlarmDetails</code> as JSON text.',
});
