import { checkpoint } from '@signalbox/contract/rule-nodes/action/checkpoint';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { randomUuid } from '../../../storage/ids.ts';
import { ACKNOWLEDGED, implementRuleNode } from '../define-rule-node.ts';

export const checkpointNode = implementRuleNode(checkpoint, {
  start({ queueName }, _services, { nodeId, ruleChainId }) {
    if (queueName === '') throw new Error('The queue is not set');
    return {
      handle(message, effects) {
        const { failure: _failure, isAcknowledged: _isAcknowledged, ...rest } = message;
        effects.moveToQueue({
          ...rest,
          id: randomUuid(),
          sourceId: rest.sourceId ?? rest.id,
          metadata: { ...message.metadata },
          queueName,
          ruleChainId,
          ruleNodeId: nodeId,
          relation: SUCCESS,
        });
        return ACKNOWLEDGED;
      },
    };
  },
});
