import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { saveAttributesNode } from './save-attributes.ts';

test.each([
  ['false', { notifyDevice: 'false' }, false],
  [false, { notifyDevice: 'true' }, true],
  [false, {}, true],
  [null, { notifyDevice: 'false' }, true],
  [true, { notifyDevice: 'false' }, true],
])('set to %s with metadata %o: the device is notified: %s', async (notifyDevice, metadata, told) => {
  const node = await tryRuleNode(saveAttributesNode, { scope: 'SHARED_SCOPE', notifyDevice });
  const message = { type: 'POST_ATTRIBUTES_REQUEST', data: '{"a":"b"}', metadata: metadata as Record<string, string> };
  expect(node.handle(message)).toBe('Success');
  const entries = [{ key: 'a', value: { type: 'STRING', value: 'b' } }];
  expect(node.saved).toEqual([{ scope: 'SHARED_SCOPE', entries, notifyDevice: told }]);
});

test('accepts attribute messages only', async () => {
  const node = await tryRuleNode(saveAttributesNode);
  expect(() => node.handle({})).toThrow('Unsupported msg type: POST_TELEMETRY_REQUEST');
});
