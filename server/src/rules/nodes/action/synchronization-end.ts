import { synchronizationEnd } from '@signalbox/contract/rule-nodes/action/synchronization-end';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { implementRuleNode } from '../define-rule-node.ts';

export const synchronizationEndNode = implementRuleNode(synchronizationEnd, {
  start: () => ({ handle: () => SUCCESS }),
});
