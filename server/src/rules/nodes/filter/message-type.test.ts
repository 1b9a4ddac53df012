import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { messageTypeNode } from './message-type.ts';

const configuration = { messageTypes: ['A'] };

testRuleNode(messageTypeNode, [
  { title: 'lets a listed type through', configuration, message: { type: 'A' }, relation: 'True' },
  { title: 'tells capital letters apart', configuration, message: { type: 'a' }, relation: 'False' },
  { title: 'lets nothing through without a list', configuration: {}, message: { type: 'A' }, relation: 'False' },
  { title: 'lets telemetry through when it is new', relation: 'True' },
]);
