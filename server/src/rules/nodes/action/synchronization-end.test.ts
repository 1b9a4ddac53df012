import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { synchronizationEndNode } from './synchronization-end.ts';

testRuleNode(synchronizationEndNode, [
  { title: 'lets every message through', message: { type: 'ALARM' }, relation: 'Success' },
]);
