import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { textSetting } from '../settings.ts';
import { NEW_LOG_SCRIPT } from './log-script.ts';

export const log = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.action.TbLogNode',
  kind: 'ACTION',
  name: 'log',
  directive: 'tbActionNodeLogConfig',
  icon: 'menu',
  configuration: z.object({ jsScript: textSetting('') }),
  defaultConfiguration: { jsScript: NEW_LOG_SCRIPT },
  fields: { jsScript: { control: 'script', script: 'string', label: 'Text of the message' } },
  description: 'Writes a text about each message to the log of the server.',
  details:
    'The script gets <code>msg</code>, <code>metadata</code> and <code>msgType</code> and returns the text, which is ' +
    'written at level INFO. The message goes on unchanged.',
});
