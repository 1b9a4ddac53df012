import { expect, test } from 'vitest';
import {
  chain,
  debugEvents,
  engine,
  events,
  node,
  PASS,
  parked,
  run,
  SAVE,
  SWITCH,
  savedTexts,
  setUpRuleEngine,
  telemetry,
} from '../../test/rule-engine-world.ts';
import type { ParkRequest } from '../messages/parked/executor.ts';

setUpRuleEngine();

test('counts what nodes and chains have processed', async () => {
  chain('root', {
    firstNodeIndex: 0,
    nodes: [PASS, SAVE],
    connections: [{ fromIndex: 0, toIndex: 1, type: 'Success' }],
  });
  await run(telemetry('{"t":1}'), telemetry('[1]'));
  engine.close();
  const statistics = events.filter((event) => event.type === 'STATS').map(({ entityId, body }) => [entityId.id, body]);
  expect(new Map(statistics as [string, unknown][])).toEqual(
    new Map([
      ['root', { server: 'server', messagesProcessed: 2, errorsOccurred: 0 }],
      ['root-0', { server: 'server', messagesProcessed: 2, errorsOccurred: 0 }],
      ['root-1', { server: 'server', messagesProcessed: 2, errorsOccurred: 1 }],
    ]),
  );
});

test('debug events of a retried batch are written once', async () => {
  chain('root', { firstNodeIndex: 0, nodes: [{ ...PASS, debugMode: true }], connections: [] });
  // The first attempt is processed, but never stored.
  await engine.consume({ partition: 0, batch: 1, messages: [telemetry('{"t":1}')] });
  expect(debugEvents()).toEqual([]);
  await run(telemetry('{"t":1}'));
  expect(debugEvents()).toHaveLength(2);
});

test('debug mode records a call, and its answer when it arrives', async () => {
  chain('root', {
    firstNodeIndex: 0,
    nodes: [node('rpc.TbSendRPCRequestNode', { timeoutInSeconds: 60 }, true), SAVE],
    connections: [{ fromIndex: 0, toIndex: 1, type: 'Success' }],
  });
  await run(telemetry('{"method":"m","params":{}}'));
  await run({ ...(parked[0] as ParkRequest).next, data: '{"t":1}', relation: 'Success' });
  expect(debugEvents().map(({ type, relationType }) => [type, relationType])).toEqual([
    ['IN', ''],
    ['OUT', 'ACK'],
    ['OUT', 'Success'],
  ]);
  expect(savedTexts()).toEqual([1]);
});

test('debug mode records incoming and outgoing messages', async () => {
  chain('root', { firstNodeIndex: 0, nodes: [{ ...SWITCH, debugMode: true }], connections: [] });
  await run(telemetry('{"t":1}', { metadata: { deviceName: 'a' } }));
  expect(debugEvents()).toMatchObject([
    { type: 'IN', relationType: '', entityName: 'DEVICE', entityId: 'device', data: '{"t":1}', dataType: 'JSON' },
    { type: 'OUT', relationType: 'Post telemetry', metadata: '{"deviceName":"a"}', msgType: 'POST_TELEMETRY_REQUEST' },
  ]);
});
