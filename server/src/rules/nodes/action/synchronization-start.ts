import { synchronizationStart } from '@signalbox/contract/rule-nodes/action/synchronization-start';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { implementRuleNode } from '../define-rule-node.ts';

export const synchronizationStartNode = implementRuleNode(synchronizationStart, {
  start: () => ({ handle: () => SUCCESS }),
});
