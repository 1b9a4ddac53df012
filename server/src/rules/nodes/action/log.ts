import { log } from '@signalbox/contract/rule-nodes/action/log';
import { LOG_SCRIPT, NEW_LOG_SCRIPT } from '@signalbox/contract/rule-nodes/action/log-script';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import type { Message } from '../../../messages/message.ts';
import type { MessageEffects } from '../../batch-effects.ts';
import { type Script, scriptInput } from '../../scripts/script-engine.ts';
import { asText } from '../../scripts/script-result.ts';
import { implementRuleNode } from '../define-rule-node.ts';

/** Longest text of one message in the log, in characters */
const MAX_LENGTH = 4096;

export const logNode = implementRuleNode(log, {
  start({ jsScript }, { scripts, log }, { tenantId, nodeId, nodeName }) {
    // The node is in every default chain, so its sandbox starts only with the first message that needs it.
    let compiled: Promise<Script> | undefined;
    const isDefault = [LOG_SCRIPT, NEW_LOG_SCRIPT].includes(jsScript.trim());
    const beginning = jsScript.trim() === LOG_SCRIPT ? '\n' : '';
    const write = (text: string): void => {
      log.info({ tenantId, nodeId, node: nodeName }, text.slice(0, MAX_LENGTH));
    };

    async function writeScripted(message: Message, effects: MessageEffects): Promise<string> {
      compiled ??= scripts.compile(tenantId, jsScript);
      let script: Script;
      try {
        script = await compiled;
      } catch (error) {
        compiled = undefined;
        throw error;
      }
      write(asText(await script.run(scriptInput(message), effects)));
      return SUCCESS;
    }

    return {
      handle(message, effects) {
        if (!isDefault) return writeScripted(message, effects);
        // The text that the default script would return, without a call of the sandbox.
        const payload = JSON.stringify(JSON.parse(message.data));
        write(`${beginning}Incoming message:\n${payload}\nIncoming metadata:\n${JSON.stringify(message.metadata)}`);
        return SUCCESS;
      },
      stop: () => void compiled?.then((script) => script.close()).catch(() => undefined),
    };
  },
});
