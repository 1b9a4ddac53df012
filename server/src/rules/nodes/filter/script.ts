import * as z from 'zod/mini';
import { scriptInput } from '../../scripts/script-engine.ts';
import { asBoolean } from '../../scripts/script-result.ts';
import { textSetting } from '../configuration.ts';
import { defineRuleNode } from '../define-rule-node.ts';

export const scriptFilterNode = defineRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbJsFilterNode',
  kind: 'FILTER',
  name: 'script',
  relations: ['True', 'False'],
  directive: 'tbFilterNodeScriptConfig',
  configuration: z.object({ jsScript: textSetting('') }),
  defaultConfiguration: { jsScript: 'return msg.temperature > 20;' },
  description: 'Asks a script whether a message passes.',
  details:
    'The script gets <code>msg</code> (the payload), <code>metadata</code> and <code>msgType</code> and must return ' +
    '<code>true</code> or <code>false</code>; the message goes along <b>True</b> or <b>False</b>.',
  async start({ jsScript }, { scripts }, { tenantId }) {
    const script = await scripts.compile(tenantId, jsScript);
    return {
      handle: async (message, effects) =>
        asBoolean(await script.run(scriptInput(message), effects)) ? 'True' : 'False',
      stop: () => script.close(),
    };
  },
});
