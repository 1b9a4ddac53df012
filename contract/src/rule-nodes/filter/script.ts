import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { textSetting } from '../settings.ts';

export const scriptFilter = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbJsFilterNode',
  kind: 'FILTER',
  name: 'script',
  relations: ['True', 'False'],
  directive: 'tbFilterNodeScriptConfig',
  configuration: z.object({ jsScript: textSetting('') }),
  defaultConfiguration: { jsScript: 'return msg.temperature > 20;' },
  fields: { jsScript: { control: 'script', script: 'filter', label: 'Filter' } },
  description: 'A script decides whether a message passes.',
  details:
    'The script gets <code>msg</code> (the payload), <code>metadata</code> and <code>msgType</code> and must return ' +
    '<code>true</code> or <code>false</code>; the message goes along <b>True</b> or <b>False</b>.',
});
