import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { switchNode } from './switch.ts';

test.each([
  ['a', ['a']],
  [
    ['a', 'b', 'a'],
    ['a', 'b'],
  ],
  [[], []],
])('%o leads along %o', async (value, relations) => {
  const node = await tryRuleNode(switchNode, undefined, { script: () => value });
  await expect(node.handle({})).resolves.toEqual(relations);
});

test.each([1, ['a', 1], { a: 1 }, undefined])('fails when the script returns %o', async (value) => {
  const node = await tryRuleNode(switchNode, undefined, { script: () => value });
  await expect(node.handle({})).rejects.toThrow('Wrong result type');
});
