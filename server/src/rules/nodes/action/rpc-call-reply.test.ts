import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { rpcCallReplyNode } from './rpc-call-reply.ts';

const metadata = { serviceId: 's', sessionId: 'x', requestId: '7' };

test('answers the call that the metadata names', async () => {
  const node = await tryRuleNode(rpcCallReplyNode, {});
  expect(node.handle({ data: '{"a":1}', metadata })).toBe('Success');
  expect(node.replies).toEqual([[{ ...metadata, deviceId: 'device' }, '{"a":1}']]);
});

test.each([
  [{ metadata: {} }, 'Request id is not present in the metadata!'],
  [{ metadata, data: '' }, 'Request body is empty!'],
])('fails for %o', async (message, text) => {
  const node = await tryRuleNode(rpcCallReplyNode);
  expect(() => node.handle({ data: '{}', ...message } as never)).toThrow(text);
  expect(node.replies).toEqual([]);
});
