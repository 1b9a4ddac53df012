import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { scriptFilterNode } from './script.ts';

testRuleNode(scriptFilterNode, [
  { title: 'true', script: () => true, relation: 'True' },
  { title: 'false', script: () => false, relation: 'False' },
  ...[1, 'true', null, undefined].map((value) => ({
    title: `fails for ${JSON.stringify(value)}`,
    script: () => value,
    fails: 'Wrong result type',
  })),
]);
