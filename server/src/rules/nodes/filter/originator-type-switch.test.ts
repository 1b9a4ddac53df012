import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { originatorTypeSwitchNode } from './originator-type-switch.ts';

test('names the relation after the kind of originator', async () => {
  const node = await tryRuleNode(originatorTypeSwitchNode);
  expect(node.handle({})).toBe('Device');
  expect(node.handle({ originator: { entityType: 'ENTITY_VIEW', id: 'a' } })).toBe('Entity View');
  expect(node.handle({ originator: { entityType: 'EDGE', id: 'a' } })).toBe('Edge');
  expect(() => node.handle({ originator: { entityType: 'RPC', id: 'a' } })).toThrow('Unsupported originator type: RPC');
});
