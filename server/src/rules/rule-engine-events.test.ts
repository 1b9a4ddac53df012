import { expect, test } from 'vitest';
import {
  chain,
  DEVICE,
  debugEvents,
  engine,
  events,
  haveOriginators,
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

test('debug mode records messages that a node sends through the chains', async () => {
  haveOriginators(DEVICE);
  const settings = { alarmType: 'Hot', severity: 'MAJOR', alarmDetailsBuildJs: 'return {};' };
  chain('root', {
    firstNodeIndex: 0,
    nodes: [node('filter.TbOriginatorTypeSwitchNode'), node('action.TbCreateAlarmNode', settings, true)],
    connections: [{ fromIndex: 0, toIndex: 1, type: 'Device' }],
  });
  await run(telemetry('{"t":1}'));
  expect(debugEvents().map(({ type, relationType, msgType }) => [type, relationType, msgType])).toEqual([
    ['IN', 'Device', 'POST_TELEMETRY_REQUEST'],
    ['OUT', 'To Root Rule Chain', 'ENTITY_CREATED'],
    ['OUT', 'Created', 'ALARM'],
  ]);
});

test('debug mode keeps as much of large messages as people read', async () => {
  chain('root', { firstNodeIndex: 0, nodes: [{ ...SWITCH, debugMode: true }], connections: [] });
  const long = 'x'.repeat(5_000);
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`key ${at}`, long]));
  await run(telemetry(`{"t":"${long}"}`, { metadata: { deviceName: 'a', ...many } }));
  const [event] = debugEvents();
  expect(event?.data).toMatch(/^\{"t":"x{4090}\.\.\.\[truncated 912 symbols\]$/);
  const metadata = JSON.parse(String(event?.metadata)) as Record<string, string>;
  expect(Object.keys(metadata)).toEqual(['deviceName', 'key 0', 'key 1', 'key 2']);
  expect(metadata['key 0']).toMatch(/^x{4096}\.\.\.\[truncated 904 symbols\]$/);
});
