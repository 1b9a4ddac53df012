import { acknowledge } from '@signalbox/contract/rule-nodes/action/acknowledge';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { implementRuleNode } from '../define-rule-node.ts';

export const acknowledgeNode = implementRuleNode(acknowledge, {
  start: () => ({ handle: (message) => ({ relation: SUCCESS, message: { ...message, isAcknowledged: true } }) }),
});
