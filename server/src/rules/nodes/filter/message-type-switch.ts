import { messageTypeSwitch, OTHER, RELATION_OF_TYPE } from '@signalbox/contract/rule-nodes/filter/message-type-switch';
import { implementRuleNode } from '../define-rule-node.ts';

const byType = new Map(RELATION_OF_TYPE.filter(([type]) => type !== null));

export const messageTypeSwitchNode = implementRuleNode(messageTypeSwitch, {
  start: () => ({ handle: (message) => byType.get(message.type) ?? OTHER }),
});
