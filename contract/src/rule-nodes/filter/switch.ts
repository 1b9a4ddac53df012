import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { textSetting } from '../settings.ts';

const DEFAULT_SCRIPT = `function nextRelation(metadata, msg) {
    return ['one', 'nine'];
}
if (msgType === 'POST_TELEMETRY_REQUEST') {
    return ['two'];
}
return nextRelation(metadata, msg);`;

export const switchOnScript = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbJsSwitchNode',
  kind: 'FILTER',
  name: 'switch',
  relations: [],
  customRelations: true,
  directive: 'tbFilterNodeSwitchConfig',
  configuration: z.object({ jsScript: textSetting('') }),
  defaultConfiguration: { jsScript: DEFAULT_SCRIPT },
  fields: { jsScript: { control: 'script', script: 'switch', label: 'Relations' } },
  description: 'A script decides which relations a message follows.',
  details:
    'The script gets <code>msg</code>, <code>metadata</code> and <code>msgType</code> and returns the name of a ' +
    'relation or a list of names. An empty list ends the message here.',
});
