import { entityId } from '@signalbox/contract/id';
import { messageCount } from '@signalbox/contract/rule-nodes/action/message-count';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { newMessage } from '../../../messages/message.ts';
import { ACKNOWLEDGED, implementRuleNode } from '../define-rule-node.ts';
import { every } from '../every.ts';

export const messageCountNode = implementRuleNode(messageCount, {
  worksByItself: true,
  start({ interval, telemetryPrefix }, { send, serverName }, { tenantId, nodeId, ruleChainId }) {
    let count = 0;
    let since = Date.now();
    // Counted once it is stored: a batch that is tried again does not count twice.
    const countOne = (): void => {
      count++;
    };

    async function report(): Promise<void> {
      const counted = count;
      const now = Date.now();
      const isSent = await send(
        newMessage({
          tenantId,
          type: 'POST_TELEMETRY_REQUEST',
          originator: entityId('TENANT', tenantId),
          metadata: { delta: String(now - since) },
          data: JSON.stringify({ [`${telemetryPrefix}_${serverName}`]: counted }),
          ruleChainId,
          ruleNodeId: nodeId,
          relation: SUCCESS,
        }),
      );
      // Otherwise the next report includes them.
      if (!isSent) return;
      count -= counted;
      since = now;
    }

    return {
      handle(_message, effects) {
        effects.afterCommit(countOne);
        return ACKNOWLEDGED;
      },
      stop: every(interval * 1000, report),
    };
  },
});
