import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { checkExistenceFieldsNode } from './check-existence-fields.ts';

const names = { messageNames: ['a', 'b'], metadataNames: ['m'] };

test.each([
  [true, '{"a":1,"b":2}', { m: '1' }, 'True'],
  [true, '{"a":1}', { m: '1' }, 'False'],
  [true, '{"a":1,"b":2}', {}, 'False'],
  [false, '{"b":2}', {}, 'True'],
  [false, '{"c":2}', { m: '1' }, 'True'],
  [false, '{"c":2}', {}, 'False'],
])('all: %s, payload %s, metadata %o: %s', async (checkAllKeys, data, metadata, relation) => {
  const node = await tryRuleNode(checkExistenceFieldsNode, { ...names, checkAllKeys });
  expect(node.handle({ data, metadata: metadata as Record<string, string> })).toBe(relation);
});

test('empty lists satisfy all, but not any', async () => {
  expect((await tryRuleNode(checkExistenceFieldsNode, { checkAllKeys: true })).handle({})).toBe('True');
  expect((await tryRuleNode(checkExistenceFieldsNode, { checkAllKeys: false })).handle({})).toBe('False');
});
