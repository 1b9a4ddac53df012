import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { deviceProfileNode } from './device-profile.ts';

testRuleNode(deviceProfileNode, [
  { title: 'lets every message through, also where there are no rules', relation: 'Success' },
]);
