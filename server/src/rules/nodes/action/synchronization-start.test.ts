import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { synchronizationStartNode } from './synchronization-start.ts';

testRuleNode(synchronizationStartNode, [
  { title: 'lets every message through', message: { type: 'ALARM' }, relation: 'Success' },
]);
