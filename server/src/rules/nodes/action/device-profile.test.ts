import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { deviceProfileNode } from './device-profile.ts';

testRuleNode(deviceProfileNode, [
  { title: 'lets every message through', message: { type: 'ALARM' }, relation: 'Success' },
]);
