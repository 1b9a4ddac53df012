import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { messageTypeNode } from './message-type.ts';

test('lets listed types through', async () => {
  const node = await tryRuleNode(messageTypeNode, { messageTypes: ['A'] });
  expect([node.handle({ type: 'A' }), node.handle({ type: 'a' })]).toEqual(['True', 'False']);
});

test('lets nothing through without a list', async () => {
  expect((await tryRuleNode(messageTypeNode, {})).handle({ type: 'A' })).toBe('False');
});
