import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { Device } from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import type { RuleChain, RuleChainMetadata } from '@signalbox/contract/rule-chain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KafkaBroker, startKafkaBroker } from '../../../../test/brokers/kafka-broker.ts';
import { createTestTenant, type TestTenant } from '../../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../../test/platform.ts';

const CLASS = 'org.thingsboard.rule.engine.';
/** More than a node has under way at a time. */
const MESSAGES = 250;

let platform: TestPlatform;
let tenant: TestTenant;
let device: Device;
let broker: KafkaBroker;
let hanging: net.Server;
const sockets = new Set<net.Socket>();

beforeAll(async () => {
  platform = await startTestPlatform({ outboundAllowed: '127.0.0.0/8' });
  tenant = await createTestTenant(platform, 'brokers');
  device = await tenant.admin.post<Device>('/api/device?accessToken=token', { name: 'one', type: 'default' });
  broker = await startKafkaBroker({ topics: { readings: 1 } });
  hanging = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
  });
  hanging.listen(0, '127.0.0.1');
  await once(hanging, 'listening');
});
afterAll(async () => {
  broker?.close();
  for (const socket of sockets) socket.destroy();
  hanging?.close();
  await platform?.stop();
});

/** What has `kafka` goes to Kafka, what has `rabbit` to RabbitMQ; the rest, and what they took, is stored. */
async function saveChain(kafkaPort: number): Promise<void> {
  const chains = await tenant.admin.get<PageData<RuleChain>>('/api/ruleChains?pageSize=100&page=0&type=CORE');
  const root = chains.data.find((chain) => chain.root) as RuleChain;
  const before = await tenant.admin.get<RuleChainMetadata>(`/api/ruleChain/${root.id.id}/metadata`);
  const ids = new Map(before.nodes.map(({ name, id }) => [name, id]));
  const has = (key: string): object => ({ messageNames: [key], metadataNames: [], checkAllKeys: true });
  const nodes: [name: string, type: string, configuration: object][] = [
    ['kafka?', 'filter.TbCheckMessageNode', has('kafka')],
    ['rabbit?', 'filter.TbCheckMessageNode', has('rabbit')],
    ['kafka', 'kafka.TbKafkaNode', { topicPattern: 'readings', bootstrapServers: `127.0.0.1:${kafkaPort}` }],
    [
      'rabbit',
      'rabbitmq.TbRabbitMqNode',
      { routingKeyPattern: 'q', host: '127.0.0.1', port: (hanging.address() as AddressInfo).port },
    ],
    ['save', 'telemetry.TbMsgTimeseriesNode', { defaultTTL: 0 }],
  ];
  await tenant.admin.post('/api/ruleChain/metadata', {
    ruleChainId: root.id,
    firstNodeIndex: 0,
    nodes: nodes.map(([name, type, configuration]) => ({
      ...(ids.has(name) ? { id: ids.get(name) } : {}),
      type: CLASS + type,
      name,
      debugMode: false,
      configuration,
      additionalInfo: { layoutX: 0, layoutY: 0 },
    })),
    connections: [
      { fromIndex: 0, toIndex: 2, type: 'True' },
      { fromIndex: 0, toIndex: 1, type: 'False' },
      { fromIndex: 1, toIndex: 3, type: 'True' },
      { fromIndex: 1, toIndex: 4, type: 'False' },
      { fromIndex: 2, toIndex: 4, type: 'Success' },
      { fromIndex: 3, toIndex: 4, type: 'Success' },
    ],
  });
}

async function send(values: object): Promise<void> {
  const reply = await platform.as('').call('POST', '/api/v1/token/telemetry', values);
  expect(reply.status).toBe(200);
}

async function latest(key: string): Promise<unknown> {
  const found = await tenant.admin.get<Record<string, { value: unknown }[]>>(
    `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=${key}`,
  );
  return found[key]?.[0]?.value;
}

async function countParked(): Promise<number> {
  return (await platform.database.pool.query('SELECT 1 FROM message_parked')).rowCount ?? 0;
}

test('brokers that hang delay nobody, and what waited goes on when the node has another one', async () => {
  await saveChain((hanging.address() as AddressInfo).port);
  for (let at = 0; at < MESSAGES; at++) await send(at % 2 === 0 ? { kafka: at } : { rabbit: at });
  await expect.poll(countParked).toBe(MESSAGES);
  await send({ plain: 1 });
  await expect.poll(() => latest('plain')).toBe('1');
  expect(await countParked()).toBe(MESSAGES);
  expect([await latest('kafka'), await latest('rabbit')]).toEqual([null, null]);

  await saveChain(broker.port);
  // Those that were under way at the node before fail; the others go to the broker that it has now.
  await expect.poll(() => broker.received.length).toBeGreaterThanOrEqual(MESSAGES / 2 - 100);
  await expect.poll(() => latest('kafka')).not.toBeNull();
  expect(await latest('rabbit')).toBeNull();
});
