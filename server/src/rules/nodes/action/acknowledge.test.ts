import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { acknowledgeNode } from './acknowledge.ts';

testRuleNode(acknowledgeNode, [
  {
    title: 'lets the message through, which is acknowledged then',
    message: { data: '{"a":1}' },
    relation: 'Success',
    leaves: { data: '{"a":1}', isAcknowledged: true },
  },
]);
