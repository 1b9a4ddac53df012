// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { describe, expect, it, test } from 'vitest';
import { message, useKafkaNode } from '../../../../test/brokers/kafka-node.ts';

const kafka = useKafkaNode();
const { failureOf, publish, start, startBroker } = kafka;
const texts = (): (string | undefined)[] => kafka.broker.received.map(({ record }) => record.value?.toString());

describe('publishing', () => {
  it('writes the payload without a key, and says where it is', async () => {
    const [first] = await publish();
    const [second] = await publish();
    expect(first).toMatchObject({
      relation: 'Success',
      message: {
        data: message.data,
        metadata: { ...message.metadata, topic: 'readings', partition: '0', offset: '0' },
      },
    });
    expect(second?.message.metadata.offset).toBe('1');
    expect(kafka.broker.received).toMatchObject([{ topic: 'readings', acks: -1 }, {}]);
    expect(kafka.broker.received[0]?.record).toMatchObject({ key: null, headers: [] });
    expect(texts()).toEqual([message.data, message.data]);
  });

  it.each([
    ['UTF-8', '4bc3bc636865'],
    ['ISO-8859-1', '4bfc636865'],
    ['US-ASCII', '4b3f636865'],
    ['UTF-16', 'feff004b00fc006300680065'],
    ['UTF-16BE', '004b00fc006300680065'],
    ['UTF-16LE', '4b00fc00630068006500'],
  ])('has the metadata as headers in %s', async (kafkaHeadersCharset, expected) => {
    await publish({ addMetadataKeyValuesAsKafkaHeaders: true, kafkaHeadersCharset });
    const headers = kafka.broker.received[0]?.record.headers.map(([key, value]) => [
      key?.toString(),
      value?.toString('hex'),
    ]);
    expect(headers).toContainEqual(['tb_msg_md_place', expected]);
    expect(headers).toHaveLength(2);
  });

  it('sends what comes at the same time in one batch, over one connection', async () => {
    const outputs = await publish({}, 50);
    expect(outputs.map((output) => output.message.metadata.offset)).toEqual(
      Array.from({ length: 50 }, (_, at) => `${at}`),
    );
    expect([kafka.broker.batches, kafka.broker.opened]).toEqual([1, 1]);
  });

  it.each([
    ['a batch has a size', { batchSize: 300 }, 10, 5],
    ['0 bytes are one message', { batchSize: 0 }, 10, 10],
  ])('%s', async (_what, more, times, batches) => {
    await publish(more, times);
    expect([kafka.broker.received.length, kafka.broker.batches]).toEqual([times, batches]);
  });

  it('waits for more messages as long as it is set to', async () => {
    const node = await start({ linger: 300 });
    const first = node.call(message);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, node.call(message)]);
    expect([kafka.broker.received.length, kafka.broker.batches]).toEqual([2, 1]);
    node.stop();
  });

  it('spreads batches over the partitions', async () => {
    const node = await start({ topicPattern: 'many' });
    for (let at = 0; at < 6; at++) await node.call(message);
    expect(kafka.broker.received.map(({ partition }) => partition)).toEqual([0, 1, 2, 0, 1, 2]);
    node.stop();
  });

  it.each(['gzip', 'zstd'])('compresses with %s', async (compression) => {
    await publish({ otherProperties: { 'compression.type': compression } });
    expect(kafka.broker.received[0]?.attributes).toBeGreaterThan(0);
    expect(texts()).toEqual([message.data]);
  });

  it.each([
    ['all', -1, '0'],
    ['1', 1, '0'],
    ['0', 0, '-1'],
  ])('is acknowledged by %s', async (acks, expected, offset) => {
    expect((await publish({ acks }))[0]).toMatchObject({ relation: 'Success', message: { metadata: { offset } } });
    await expect.poll(() => kafka.broker.received).toMatchObject([{ acks: expected }]);
  });

  it('lets other properties win', async () => {
    await publish({
      bootstrapServers: 'none:1',
      otherProperties: { 'bootstrap.servers': `localhost:${kafka.broker.port}`, acks: '1' },
    });
    expect(kafka.broker.received).toMatchObject([{ acks: 1 }]);
  });
});

describe('failures', () => {
  const NOT_LEADER = 6;
  const TOO_LARGE = 10;

  it('that may pass are tried again as often as the node is set to', async () => {
    kafka.broker.refusals.push(NOT_LEADER, NOT_LEADER);
    expect((await publish({ retries: 2 }))[0]?.relation).toBe('Success');
    kafka.broker.refusals.push(NOT_LEADER, NOT_LEADER);
    expect(await failureOf({ retries: 1 })).toMatch(/NOT_LEADER/);
    expect(kafka.broker.received).toHaveLength(1);
  });

  it('that stay are not', async () => {
    kafka.broker.refusals.push(TOO_LARGE);
    expect(await failureOf({ retries: 5 })).toContain('MESSAGE_TOO_LARGE');
    expect(kafka.broker.received).toEqual([]);
  });

  it('end when nobody waits for the message any more', async () => {
    const node = await start({ retries: 1_000_000, otherProperties: { 'retry.backoff.ms': '10' } });
    kafka.broker.refusals.push(...Array<number>(1_000).fill(NOT_LEADER));
    const [output] = await node.call(message, AbortSignal.timeout(200));
    expect(output?.message.metadata.error).toContain('did not acknowledge in time');
    expect(kafka.broker.refusals.length).toBeLessThan(1_000);
    kafka.broker.refusals.length = 0;
    const before = kafka.broker.opened;
    // Longer than from one attempt to the next; one may have been under way.
    for (let at = 0; at < 50; at++) await node.call({ ...message, data: 'later' });
    expect(texts().filter((text) => text !== 'later').length).toBeLessThanOrEqual(1);
    expect(kafka.broker.opened).toBe(before);
    node.stop();
  });

  it('waits for a topic that brokers are making', async () => {
    kafka.broker.metadataRefusals.push(5, 3);
    expect((await publish())[0]?.relation).toBe('Success');
  });

  it.each([
    [
      'a topic that is not there',
      { topicPattern: 'none', otherProperties: { 'max.block.ms': '300' } },
      "There is no topic 'none'",
    ],
    ['a message that is too long', { otherProperties: { 'max.request.size': '50' } }, 'may be sent'],
    ['too much that waits', { bufferMemory: 50 }, 'wait to be sent'],
    ['nobody there', { bootstrapServers: '127.0.0.1:1' }, 'ECONNREFUSED'],
  ])('%s', async (_what, more, reason) => {
    expect(await failureOf(more)).toContain(reason);
  });

  it('says why a topic is refused', async () => {
    kafka.broker.metadataRefusals.push(29);
    expect(await failureOf({})).toContain('TOPIC_AUTHORIZATION_FAILED');
  });
});

describe('the connection', () => {
  it('is made again when it breaks, and ends with its node', async () => {
    const node = await start();
    expect((await node.call(message))[0]?.relation).toBe('Success');
    kafka.broker.disconnect();
    await expect.poll(() => kafka.broker.open).toBe(0);
    expect((await node.call(message))[0]?.relation).toBe('Success');
    expect([kafka.broker.open, kafka.broker.opened]).toEqual([1, 2]);
    node.stop();
    await expect.poll(() => kafka.broker.open).toBe(0);
    expect((await node.call(message))[0]?.message.metadata.error).toContain('has stopped');
  });

  it('is given up when a broker does not answer, and made again', async () => {
    const node = await start({ otherProperties: { 'request.timeout.ms': '200' } });
    kafka.broker.isSilent = true;
    expect((await node.call(message))[0]?.message.metadata.error).toContain('did not answer within 200 ms');
    await expect.poll(() => kafka.broker.open).toBe(0);
    kafka.broker.isSilent = false;
    expect((await node.call(message))[0]?.relation).toBe('Success');
    node.stop();
  });
});

test('other brokers are asked when those that the node names are gone', async () => {
  const leader = await startBroker();
  const named = await startBroker({ leader: { host: '127.0.0.1', port: leader.port } });
  const node = await start({
    bootstrapServers: `127.0.0.1:${named.port}`,
    retries: 1,
    otherProperties: { 'metadata.max.age.ms': '0' },
  });
  expect((await node.call(message))[0]?.relation).toBe('Success');
  named.close();
  await expect.poll(() => named.open).toBe(0);
  expect((await node.call(message))[0]?.relation).toBe('Success');
  expect(leader.received).toHaveLength(2);
  node.stop();
});

describe('somebody who is no broker', () => {
  async function listen(behave: (socket: net.Socket) => void): Promise<string> {
    const sockets = new Set<net.Socket>();
    const server = net.createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      behave(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    kafka.closed({
      close() {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    });
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  /** Answers a request with its number and these bytes. */
  const answering = (content: string) => (socket: net.Socket) =>
    socket.on('data', (request: Buffer) => {
      const body = Buffer.from(content, 'hex');
      const head = Buffer.alloc(8);
      head.writeInt32BE(4 + body.length, 0);
      request.copy(head, 4, 8, 12);
      socket.write(Buffer.concat([head, body]));
    });
  const saying = (content: Buffer) => (socket: net.Socket) => socket.on('data', () => socket.write(content));

  test.each<[string, (socket: net.Socket) => void]>([
    ['text', saying(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))],
    ['a length of 2 GB', saying(Buffer.from([0x7f, 0xff, 0xff, 0xff]))],
    ['a negative length', saying(Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]))],
    ['an empty frame', saying(Buffer.from([0, 0, 0, 0, 1]))],
    ['an answer to nothing', saying(Buffer.from([0, 0, 0, 4, 0, 0, 0x30, 0x39]))],
    ['nothing', answering('')],
    ['a list without an end', answering('00000000 7fffffff'.replaceAll(' ', ''))],
    ['entries without a length', answering(`00000000 7fffffff 00000001 fff4 00000001 ffff`.replaceAll(' ', ''))],
    ['no brokers and no topics', answering('00000000 00000000 ffff 00000000 00000000'.replaceAll(' ', ''))],
    ['the end', (socket) => socket.on('data', () => socket.destroy())],
  ])('says %s', async (_what, behave) => {
    const bootstrapServers = await listen(behave);
    const node = await start({ bootstrapServers, otherProperties: { 'max.block.ms': '300' } });
    const [output] = await node.call(message, AbortSignal.timeout(8_000));
    expect(output?.relation).toBe('Failure');
    expect(output?.message.metadata.error).toMatch(/protocol of Kafka|cannot be read|not asked|no topic|closed/);
    node.stop();
  });

  it('sends without end, and is not read', async () => {
    let sent = 0;
    const part = Buffer.alloc(65_536, 1);
    const bootstrapServers = await listen((socket) => {
      const flood = (): void => {
        while (!socket.destroyed && sent < 200_000_000) {
          sent += part.length;
          if (!socket.write(part)) {
            socket.once('drain', flood);
            return;
          }
        }
      };
      socket.on('data', flood);
    });
    expect(await failureOf({ bootstrapServers })).toContain('protocol of Kafka');
    expect(sent).toBeLessThan(50_000_000);
  });
});
