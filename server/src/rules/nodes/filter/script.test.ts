import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { scriptFilterNode } from './script.ts';

test.each([
  [true, 'True'],
  [false, 'False'],
])('goes along the relation that the script says: %s', async (value, relation) => {
  const node = await tryRuleNode(scriptFilterNode, undefined, { script: () => value });
  await expect(node.handle({})).resolves.toBe(relation);
});

test.each([1, 'true', null, undefined])('fails when the script returns %s', async (value) => {
  const node = await tryRuleNode(scriptFilterNode, undefined, { script: () => value });
  await expect(node.handle({})).rejects.toThrow('Wrong result type');
});
