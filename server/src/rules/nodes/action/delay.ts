import { delay } from '@signalbox/contract/rule-nodes/action/delay';
import type { Message } from '../../../messages/message.ts';
import { DELAY } from '../../delayed-messages.ts';
import { ACKNOWLEDGED, implementRuleNode } from '../define-rule-node.ts';
import { compileTemplate } from '../template.ts';

/** s, one year. */
const MAX_PERIOD = 31_536_000;

export const delayNode = implementRuleNode(delay, {
  start(configuration, _services, { nodeId, ruleChainId }) {
    const periodOf = preparePeriod(configuration);
    const room = { max: configuration.maxPendingMsgs, refusal: 'Max limit of pending messages reached!' };
    return {
      handle(message, effects) {
        const until = Date.now() + periodOf(message) * 1000;
        const { relation: _relation, failure: _failure, values: _values, ...rest } = message;
        effects.continueLater(DELAY, { until }, { ...rest, ruleChainId, ruleNodeId: nodeId }, room);
        return ACKNOWLEDGED;
      },
    };
  },
});

/** Prepares the period of a message, in s. */
function preparePeriod({
  periodInSeconds,
  useMetadataPeriodInSecondsPatterns,
  periodInSecondsPattern,
}: ReturnType<typeof delay.configuration.parse>): (message: Message) => number {
  if (!useMetadataPeriodInSecondsPatterns) return () => periodInSeconds;
  const fill = compileTemplate(periodInSecondsPattern);
  return (message) => {
    const text = fill(message);
    if (!/^\d{1,9}$/.test(text)) throw new Error(`'${text}' is not a period in seconds`);
    return Math.min(Number(text), MAX_PERIOD);
  };
}
