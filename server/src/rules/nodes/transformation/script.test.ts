import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { scriptTransformationNode } from './script.ts';

const message = { data: '{"t":1}', metadata: { a: 'b' } };

test.each([
  [{ msg: { t: 2 } }, { data: '{"t":2}', metadata: { a: 'b' }, type: 'POST_TELEMETRY_REQUEST' }],
  [
    { msg: null, msgType: '' },
    { data: 'null', type: 'POST_TELEMETRY_REQUEST' },
  ],
  [{ metadata: { n: 1, on: true, none: null } }, { data: '{"t":1}', metadata: { n: '1', on: 'true' } }],
  [{ msgType: null }, { type: 'null' }],
  [[{ msgType: 'X' }], { type: 'X' }],
])('%o makes %o', async (value, changed) => {
  const node = await tryRuleNode(scriptTransformationNode, undefined, { script: () => value });
  await expect(node.handle(message)).resolves.toMatchObject([{ relation: 'Success', message: changed }]);
});

test.each([
  [7, 'Wrong result type: number'],
  [undefined, 'Wrong result type: undefined'],
  [[], 'The script returned no message'],
  [[1], 'Wrong result type: array with number'],
  [{ metadata: { a: {} } }, "Metadata 'a' must be"],
  [{ metadata: 'text' }, 'Wrong type of metadata: string'],
])('fails when the script returns %o', async (value, text) => {
  const node = await tryRuleNode(scriptTransformationNode, undefined, { script: () => value });
  await expect(node.handle(message)).rejects.toThrow(text);
});
