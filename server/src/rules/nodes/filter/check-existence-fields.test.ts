import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { checkExistenceFieldsNode } from './check-existence-fields.ts';

const all = { messageNames: ['a', 'b'], metadataNames: ['m'], checkAllKeys: true };
const any = { ...all, checkAllKeys: false };
const m = { m: '1' };

testRuleNode(checkExistenceFieldsNode, [
  { title: 'all are there', configuration: all, message: { data: '{"a":1,"b":2}', metadata: m }, relation: 'True' },
  {
    title: 'one is not in the payload',
    configuration: all,
    message: { data: '{"a":1}', metadata: m },
    relation: 'False',
  },
  { title: 'one is not in the metadata', configuration: all, message: { data: '{"a":1,"b":2}' }, relation: 'False' },
  { title: 'any is in the payload', configuration: any, message: { data: '{"b":2}' }, relation: 'True' },
  { title: 'any is in the metadata', configuration: any, message: { data: '{"c":2}', metadata: m }, relation: 'True' },
  { title: 'none is there', configuration: any, message: { data: '{"c":2}' }, relation: 'False' },
  { title: 'empty lists satisfy all', configuration: { checkAllKeys: true }, relation: 'True' },
  { title: 'but not any', configuration: { checkAllKeys: false }, relation: 'False' },
]);
