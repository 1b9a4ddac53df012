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
  description: 'A script rewrites the payload, metadata and type of a message.',
  details:
    'The script returns <code>{msg, metadata, msgType}</code>; members it omits stay unchanged. It may return a ' +
    'list of such objects, each of which becomes a message.',
});
