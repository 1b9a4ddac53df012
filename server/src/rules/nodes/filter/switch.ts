import { switchOnScript } from '@signalbox/contract/rule-nodes/filter/switch';
import { scriptInput } from '../../scripts/script-engine.ts';
import { asRelations } from '../../scripts/script-result.ts';
import { implementRuleNode } from '../define-rule-node.ts';

export const switchNode = implementRuleNode(switchOnScript, {
  async start({ jsScript }, { scripts }, { tenantId }) {
    const script = await scripts.compile(tenantId, jsScript);
    return {
      handle: async (message, effects) => asRelations(await script.run(scriptInput(message), effects)),
      stop: () => script.close(),
    };
  },
});
