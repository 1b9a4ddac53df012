import { expect, test } from 'vitest';
import { tryRuleNode } from '../../../../test/rule-node.ts';
import type { DeviceRpcRequest } from '../../../rpc/device-rpc.ts';
import { rpcCallRequestNode } from './rpc-call-request.ts';

const type = 'RPC_CALL_FROM_SERVER_TO_DEVICE';

test('calls the device, and continues from this node with the answer', async () => {
  const node = await tryRuleNode(rpcCallRequestNode);
  const metadata = {
    requestUUID: '6faf8590-e57e-11f1-a2cf-f30f015b2b9a',
    oneway: 'true',
    persistent: 'true',
    retries: '2',
  };
  expect(node.handle({ type, metadata, data: '{"method":"m","params":{"a":1},"additionalInfo":null}' })).toEqual([]);
  expect(node.parked).toMatchObject([
    {
      kind: 'call to a device',
      request: {
        id: metadata.requestUUID,
        method: 'm',
        params: '{"a":1}',
        oneway: true,
        persisted: true,
        retries: 2,
        additionalInfo: null,
      },
    },
  ]);
  expect(node.later).toMatchObject([{ type, metadata, ruleChainId: 'chain', ruleNodeId: 'node' }]);
});

test('waits for the timeout of the node when the message sets none', async () => {
  const node = await tryRuleNode(rpcCallRequestNode, { timeoutInSeconds: 5 });
  node.handle({ type, data: '{"method":"m","params":"p"}' });
  const [call] = node.parked as { request: DeviceRpcRequest }[];
  const left = (call?.request.expirationTime ?? 0) - Date.now();
  expect(left).toBeGreaterThan(4000);
  expect(left).toBeLessThanOrEqual(5000);
});

test.each([
  ['{"n":12345678901234567,"d":5.0,"10":1,"2":1e3}', '{"n":12345678901234567,"d":5.0,"10":1,"2":1e3}'],
  ['12345678901234567', '12345678901234567'],
  ['"5.0 \\"a\\""', '5.0 "a"'],
  ['null', 'null'],
])('passes params on as they are written: %s', async (params, sent) => {
  const node = await tryRuleNode(rpcCallRequestNode);
  node.handle({ type, data: `{"method":"m","params":${params},"additionalInfo":${params}}` });
  const additionalInfo = params === 'null' ? null : sent;
  expect(node.parked).toMatchObject([{ request: { method: 'm', params: sent, additionalInfo } }]);
});

test.each([
  [{ data: '{"params":1}' }, 'Method is not present in the message!'],
  [{ data: '{"method":"m"}' }, 'Params are not present in the message!'],
  [{ originator: { entityType: 'ASSET', id: 'a' } as const }, 'not a device'],
])('fails for %o', async (message, text) => {
  const node = await tryRuleNode(rpcCallRequestNode);
  expect(() => node.handle(message)).toThrow(text);
  expect(node.parked).toEqual([]);
});
