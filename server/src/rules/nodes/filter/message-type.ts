import { messageType } from '@signalbox/contract/rule-nodes/filter/message-type';
import { implementRuleNode } from '../define-rule-node.ts';

export const messageTypeNode = implementRuleNode(messageType, {
  start({ messageTypes }) {
    const types = new Set(messageTypes);
    return { handle: (message) => (types.has(message.type) ? 'True' : 'False') };
  },
});
