import * as z from 'zod/mini';
import { LOG_SCRIPT } from '../../../entities/rule-chain/log-script.ts';
import type { Message } from '../../../messages/message.ts';
import type { MessageEffects } from '../../batch-effects.ts';
import { type Script, scriptInput } from '../../scripts/script-engine.ts';
import { asText } from '../../scripts/script-result.ts';
import { textSetting } from '../configuration.ts';
import { defineRuleNode, SUCCESS } from '../define-rule-node.ts';

/** Longest text of one message in the log, in characters. */
const MAX_LENGTH = 4096;

export const logNode = defineRuleNode({
  clazz: 'org.thingsboard.rule.engine.action.TbLogNode',
  kind: 'ACTION',
  name: 'log',
  directive: 'tbActionNodeLogConfig',
  icon: 'menu',
  configuration: z.object({ jsScript: textSetting('') }),
  defaultConfiguration: { jsScript: LOG_SCRIPT },
  description: 'Writes a text about each message to the log of the server.',
  details:
    'The script gets <code>msg</code>, <code>metadata</code> and <code>msgType</code> and returns the text, which is ' +
    'written at level INFO. The message goes on unchanged.',
  start({ jsScript }, { scripts, log }, { tenantId, nodeId, nodeName }) {
    // The node stands in every default chain: its sandbox starts with the first message that needs it.
    let compiled: Promise<Script> | undefined;
    const isDefault = jsScript.trim() === LOG_SCRIPT;
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
        // The same text as the script would return, without the way to the sandbox.
        const payload = JSON.stringify(JSON.parse(message.data));
        write(`\nIncoming message:\n${payload}\nIncoming metadata:\n${JSON.stringify(message.metadata)}`);
        return SUCCESS;
      },
      stop: () => void compiled?.then((script) => script.close()).catch(() => undefined),
    };
  },
});
