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
    persistAlarmRulesState: { control: 'switch', label: 'Save the state of alarm rules' },
    fetchAlarmRulesStateOnStart: { control: 'switch', label: 'Restore the state of alarm rules on start' },
  },
  description: "Placed at the start of a chain; passes the messages of devices on along 'Success'.",
  details: 'Passes every message on unchanged along <b>Success</b>, whatever its originator.',
});
