import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { originatorTypeNode } from './originator-type.ts';

const asset = { originator: { entityType: 'ASSET', id: 'a' } } as const;

testRuleNode(originatorTypeNode, [
  { title: 'lets devices through when it is new', relation: 'True' },
  { title: 'lets nothing else through then', message: asset, relation: 'False' },
  {
    title: 'lets listed kinds through',
    configuration: { originatorTypes: ['ASSET'] },
    message: asset,
    relation: 'True',
  },
]);
