import * as z from 'zod/mini';
import { scriptInput } from '../../scripts/script-engine.ts';
import { asMessages } from '../../scripts/script-result.ts';
import { textSetting } from '../configuration.ts';
import { defineRuleNode, SUCCESS, transformed } from '../define-rule-node.ts';

export const scriptTransformationNode = defineRuleNode({
  clazz: 'org.thingsboard.rule.engine.transform.TbTransformMsgNode',
  kind: 'TRANSFORMATION',
  name: 'script',
  directive: 'tbTransformationNodeScriptConfig',
  configuration: z.object({ jsScript: textSetting('') }),
  defaultConfiguration: { jsScript: 'return {msg: msg, metadata: metadata, msgType: msgType};' },
  description: 'Lets a script change payload, metadata and type of a message.',
  details:
    'The script returns <code>{msg, metadata, msgType}</code>; what it leaves out stays as it was. It may return a ' +
    'list of such objects: each becomes a message of its own.',
  async start({ jsScript }, { scripts }, { tenantId }) {
    const script = await scripts.compile(tenantId, jsScript);
    return {
      async handle(message, effects) {
        const input = scriptInput(message);
        return asMessages(await script.run(input, effects), input).map((changed) => ({
          relation: SUCCESS,
          message: transformed(message, changed),
        }));
      },
      stop: () => script.close(),
    };
  },
});
