import { scriptFilter } from '@signalbox/contract/rule-nodes/filter/script';
import { scriptInput } from '../../scripts/script-engine.ts';
import { asBoolean } from '../../scripts/script-result.ts';
import { implementRuleNode } from '../define-rule-node.ts';

export const scriptFilterNode = implementRuleNode(scriptFilter, {
  async start({ jsScript }, { scripts }, { tenantId }) {
    const script = await scripts.compile(tenantId, jsScript);
    return {
      handle: async (message, effects) =>
        asBoolean(await script.run(scriptInput(message), effects)) ? 'True' : 'False',
      stop: () => script.close(),
    };
  },
});
