import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import { rpcCallRequestNode } from './rpc-call-request.ts';

const type = 'RPC_CALL_FROM_SERVER_TO_DEVICE';

test('calls the device and goes on with its answer', async () => {
  const node = await tryRuleNode(rpcCallRequestNode, undefined, { answer: { response: '{"on":true}' } });
  const metadata = {
    requestUUID: '6faf8590-e57e-11f1-a2cf-f30f015b2b9a',
    oneway: 'true',
    persistent: 'true',
    retries: '2',
  };
  expect(node.handle({ type, metadata, data: '{"method":"m","params":{"a":1},"additionalInfo":null}' })).toEqual([]);
  expect(node.calls).toMatchObject([
    {
      id: metadata.requestUUID,
      method: 'm',
      params: '{"a":1}',
      oneway: true,
      persisted: true,
      retries: 2,
      additionalInfo: null,
    },
  ]);
  await expect
    .poll(() => node.later)
    .toMatchObject([{ type, metadata, data: '{"on":true}', relation: 'Success', ruleNodeId: 'node' }]);
});

test('goes on along Failure when the device does not answer', async () => {
  const node = await tryRuleNode(rpcCallRequestNode, { timeoutInSeconds: 5 }, { answer: { error: 'TIMEOUT' } });
  node.handle({ type, data: '{"method":"m","params":"p"}' });
  expect(node.calls[0]?.expirationTime).toBeGreaterThan(Date.now() + 4000);
  await expect.poll(() => node.later).toMatchObject([{ data: '{"error":"TIMEOUT"}', relation: 'Failure' }]);
});

test.each([
  [{ data: '{"params":1}' }, 'Method is not present in the message!'],
  [{ data: '{"method":"m"}' }, 'Params are not present in the message!'],
  [{ originator: { entityType: 'ASSET', id: 'a' } as const }, 'not a device'],
])('fails for %o', async (message, text) => {
  const node = await tryRuleNode(rpcCallRequestNode);
  expect(() => node.handle(message)).toThrow(text);
  expect(node.calls).toEqual([]);
});
