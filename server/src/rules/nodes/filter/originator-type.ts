import { originatorType } from '@signalbox/contract/rule-nodes/filter/originator-type';
import { implementRuleNode } from '../define-rule-node.ts';

export const originatorTypeNode = implementRuleNode(originatorType, {
  start({ originatorTypes }) {
    const types = new Set(originatorTypes);
    return { handle: (message) => (types.has(message.originator.entityType) ? 'True' : 'False') };
  },
});
