import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { originatorTypeNode } from './originator-type.ts';

test('lets listed kinds of originator through', async () => {
  const node = await tryRuleNode(originatorTypeNode);
  expect(node.handle({})).toBe('True');
  expect(node.handle({ originator: { entityType: 'ASSET', id: 'a' } })).toBe('False');
});
