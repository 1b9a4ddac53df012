import * as z from 'zod/mini';
import { booleanSetting } from '../configuration.ts';
import { defineRuleNode, FAILURE, SUCCESS } from '../define-rule-node.ts';

export const deviceProfileNode = defineRuleNode({
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
  description: "Stands at the beginning of a chain and sends the messages of devices on along 'Success'.",
  details: 'Every message goes on unchanged along <b>Success</b>, whatever its originator.',
  start: () => ({ handle: () => SUCCESS }),
});
