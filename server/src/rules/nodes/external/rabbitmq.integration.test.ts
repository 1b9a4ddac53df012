// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import type { ChannelModel, GetMessage } from 'amqplib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RabbitMq, startRabbitMq } from '../../../../test/brokers/rabbitmq.ts';
import { type Relay, startRelay } from '../../../../test/brokers/relay.ts';
import { callOutside, startOutsideNode } from '../../../../test/outside-node.ts';
import { rabbitMqNode } from './rabbitmq.ts';

let broker: RabbitMq;
let owner: ChannelModel;

beforeAll(async () => {
  broker = await startRabbitMq();
  owner = await broker.open();
}, 180_000);
afterAll(() => broker?.remove());

const QUEUE = 'sensors.hall';
beforeEach(async () => {
  const channel = await owner.createChannel();
  await channel.assertExchange('readings', 'topic', { durable: true });
  await channel.assertQueue(QUEUE, { durable: true });
  await channel.purgeQueue(QUEUE);
  await channel.bindQueue(QUEUE, 'readings', 'hall.*');
  await channel.close();
});

const message = { data: '{"t":"21 °C"}', metadata: { exchange: 'readings', place: 'hall' } };
const settings = (more: object) => ({
  exchangeNamePattern: '${exchange}',
  routingKeyPattern: '${place}.$[t]',
  host: '127.0.0.1',
  port: broker.port,
  virtualHost: '/',
  username: 'guest',
  password: 'guest',
  connectionTimeout: 5_000,
  handshakeTimeout: 5_000,
  clientProperties: { department: 'heating' },
  ...more,
});
const allowed = '127.0.0.0/8,::1';
const publish = (more: object = {}, times = 1) =>
  callOutside(rabbitMqNode, settings(more), { message, allowed, times });

async function takeAll(): Promise<GetMessage[]> {
  const channel = await owner.createChannel();
  const taken: GetMessage[] = [];
  for (let next = await channel.get(QUEUE, { noAck: true }); next; next = await channel.get(QUEUE, { noAck: true }))
    taken.push(next);
  await channel.close();
  return taken;
}

describe('publishing', () => {
  it('delivers the payload by exchange and routing key, and leaves the message as it is', async () => {
    expect(await publish()).toMatchObject([{ relation: 'Success', message }]);
    const [taken] = await takeAll();
    expect([taken?.content.toString(), taken?.fields.exchange, taken?.fields.routingKey]).toEqual([
      message.data,
      'readings',
      'hall.21 °C',
    ]);
  });

  it('publishes to a queue by the default exchange', async () => {
    await publish({ exchangeNamePattern: '', routingKeyPattern: QUEUE });
    expect((await takeAll()).map(({ content }) => content.toString())).toEqual([message.data]);
  });

  it.each([
    [null, [undefined, undefined, undefined]],
    ['BASIC', ['application/octet-stream', 1, 0]],
    ['TEXT_PLAIN', ['text/plain', 1, 0]],
    ['MINIMAL_BASIC', [undefined, undefined, undefined]],
    ['MINIMAL_PERSISTENT_BASIC', [undefined, 2, undefined]],
    ['PERSISTENT_BASIC', ['application/octet-stream', 2, 0]],
    ['PERSISTENT_TEXT_PLAIN', ['text/plain', 2, 0]],
  ])('has the properties %s', async (messageProperties, expected) => {
    await publish({ messageProperties });
    const [taken] = await takeAll();
    const { contentType, deliveryMode, priority } = taken?.properties ?? {};
    expect([contentType, deliveryMode, priority]).toEqual(expected);
  });

  it('sends many messages over one connection, each confirmed', async () => {
    const outputs = await publish({}, 500);
    expect(outputs.every(({ relation }) => relation === 'Success')).toBe(true);
    expect(await takeAll()).toHaveLength(500);
  });

  it('leads a name to the addresses that it has', async () => {
    expect(await publish({ host: 'localhost' })).toMatchObject([{ relation: 'Success' }]);
  });
});

describe('refusals', () => {
  it.each([
    ['an exchange that is not there', { exchangeNamePattern: 'none' }, /NOT_FOUND.*no exchange 'none'/],
    ['a virtual host that is not there', { virtualHost: 'none' }, /not let guest into the virtual host 'none'/],
    ['a wrong password', { password: 'wrong' }, /ACCESS_REFUSED|403/],
    ['a routing key that is too long', { routingKeyPattern: 'x'.repeat(300) }, /255|too long|length/i],
  ])('%s', async (_what, more, reason) => {
    const [output] = await publish(more);
    expect(output?.relation).toBe('Failure');
    expect(output?.message.metadata.error).toMatch(reason);
  });

  it('one message does not hinder the next one', async () => {
    const node = await startOutsideNode(rabbitMqNode, settings({}), { allowed });
    const refused = await node.call({ ...message, metadata: { exchange: 'none', place: 'hall' } });
    expect(refused[0]?.relation).toBe('Failure');
    expect((await node.call(message))[0]?.relation).toBe('Success');
    expect(await takeAll()).toHaveLength(1);
    node.stop();
  });
});

describe('the connection', () => {
  let relay: Relay;
  beforeEach(async () => {
    relay = await startRelay(broker.port);
  });
  afterEach(() => relay.close());
  const startNode = (more: object = {}) =>
    startOutsideNode(rabbitMqNode, settings({ port: relay.port, ...more }), { allowed });

  it.each([true, false])(
    'is made again after the broker was away (automatic recovery: %s)',
    async (recovers) => {
      const node = await startNode({ automaticRecoveryEnabled: recovers });
      expect((await node.call(message))[0]?.relation).toBe('Success');
      await broker.stop();
      expect((await node.call(message))[0]?.relation).toBe('Failure');
      await broker.start();
      owner = await broker.open();
      if (recovers) await expect.poll(() => relay.open).toBe(1);
      await expect.poll(async () => (await node.call(message))[0]?.relation).toBe('Success');
      node.stop();
      await expect.poll(() => relay.open).toBe(0);
    },
    120_000,
  );

  it('fails what was not confirmed in time, and is made again', async () => {
    const node = await startNode();
    expect((await node.call(message))[0]?.relation).toBe('Success');
    relay.isSilent = true;
    const [late] = await node.call(message, AbortSignal.timeout(500));
    expect(late?.message.metadata.error).toContain('did not confirm in time');
    await expect.poll(() => relay.open).toBe(0);
    relay.isSilent = false;
    expect((await node.call(message))[0]?.relation).toBe('Success');
    expect([relay.open, relay.opened]).toEqual([1, 2]);
    node.stop();
  });

  it('is one for all messages, and ends with its node', async () => {
    const node = await startNode();
    await Promise.all(Array.from({ length: 20 }, () => node.call(message)));
    expect([relay.open, relay.opened]).toEqual([1, 1]);
    node.stop();
    await expect.poll(() => relay.open).toBe(0);
    expect((await node.call(message))[0]?.message.metadata.error).toContain('has stopped');
  });
});
