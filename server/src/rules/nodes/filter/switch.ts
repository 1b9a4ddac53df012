import * as z from 'zod/mini';
import { scriptInput } from '../../scripts/script-engine.ts';
import { asRelations } from '../../scripts/script-result.ts';
import { textSetting } from '../configuration.ts';
import { defineRuleNode } from '../define-rule-node.ts';

const DEFAULT_SCRIPT = `function nextRelation(metadata, msg) {
    return ['one', 'nine'];
}
if (msgType === 'POST_TELEMETRY_REQUEST') {
    return ['two'];
}
return nextRelation(metadata, msg);`;

export const switchNode = defineRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbJsSwitchNode',
  kind: 'FILTER',
  name: 'switch',
  relations: [],
  customRelations: true,
  directive: 'tbFilterNodeSwitchConfig',
  configuration: z.object({ jsScript: textSetting('') }),
  defaultConfiguration: { jsScript: DEFAULT_SCRIPT },
  description: 'Asks a script along which relations a message goes on.',
  details:
    'The script gets <code>msg</code>, <code>metadata</code> and <code>msgType</code> and returns the name of a ' +
    'relation or a list of names. With an empty list the message ends here.',
  async start({ jsScript }, { scripts }, { tenantId }) {
    const script = await scripts.compile(tenantId, jsScript);
    return {
      handle: async (message, effects) => asRelations(await script.run(scriptInput(message), effects)),
      stop: () => script.close(),
    };
  },
});
