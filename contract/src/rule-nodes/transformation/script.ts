import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { textSetting } from '../settings.ts';

export const scriptTransformation = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.transform.TbTransformMsgNode',
  kind: 'TRANSFORMATION',
  name: 'script',
  directive: 'tbTransformationNodeScriptConfig',
  configuration: z.object({ jsScript: textSetting('') }),
  defaultConfiguration: { jsScript: 'return {msg: msg, metadata: metadata, msgType: msgType};' },
  fields: { jsScript: { control: 'script', script: 'update', label: 'Transformation' } },
  description: 'Lets a script change payload, metadata and type of a message.',
  details:
    'The script returns <code>{msg, metadata, msgType}</code>; what it leaves out stays as it was. It may return a ' +
    'list of such objects: each becomes a message of its own.',
});
