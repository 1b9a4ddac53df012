import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { scriptTransformation } from '@signalbox/contract/rule-nodes/transformation/script';
import { scriptInput } from '../../scripts/script-engine.ts';
import { asMessages } from '../../scripts/script-result.ts';
import { implementRuleNode, transformMessage } from '../define-rule-node.ts';

export const scriptTransformationNode = implementRuleNode(scriptTransformation, {
  async start({ jsScript }, { scripts }, { tenantId }) {
    const script = await scripts.compile(tenantId, jsScript);
    return {
      async handle(message, effects) {
        const input = scriptInput(message);
        return asMessages(await script.run(input, effects), input).map((changed) => ({
          relation: SUCCESS,
          message: transformMessage(message, changed),
        }));
      },
      stop: () => script.close(),
    };
  },
});
