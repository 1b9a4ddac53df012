import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { switchNode } from './switch.ts';

testRuleNode(switchNode, [
  { title: 'one relation', script: () => 'a', relation: 'a' },
  { title: 'several, each once', script: () => ['a', 'b', 'a'], relation: ['a', 'b'] },
  { title: 'none ends the message', script: () => [], relation: [] },
  ...[1, ['a', 1], { a: 1 }, undefined].map((value) => ({
    title: `fails for ${JSON.stringify(value)}`,
    script: () => value,
    fails: 'Wrong result type',
  })),
]);
