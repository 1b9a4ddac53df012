// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { Admin, type Message as Consumed, Consumer } from '@platformatic/kafka';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Kafka, startKafka, USER } from '../../../../test/brokers/kafka.ts';
import { type Relay, startRelay } from '../../../../test/brokers/relay.ts';
import { makeCertificate } from '../../../../test/certificates.ts';
import { callOutside, startOutsideNode } from '../../../../test/outside-node.ts';
import { kafkaNode } from './kafka.ts';

let kafka: Kafka;
let certificate: { cert: string; key: string };
beforeAll(async () => {
  certificate = await makeCertificate();
  kafka = await startKafka(certificate);
});
afterAll(() => kafka?.remove());

let topics = 0;
let topic: string;
beforeEach(() => {
  topic = `readings-${topics++}`;
});

const message = () => ({ data: '{"t":"21 °C"}', metadata: { topic, place: 'Küche' } });
const allowed = '127.0.0.0/8,::1';
const settings = (more: object = {}) => ({
  topicPattern: '${topic}',
  bootstrapServers: `127.0.0.1:${kafka.port}`,
  acks: '-1',
  // A topic that was just made may not take messages yet.
  retries: 20,
  ...more,
});
const publish = (more: object = {}, times = 1) =>
  callOutside(kafkaNode, settings(more), { message: message(), allowed, times });

async function createTopic(partitions: number): Promise<void> {
  const admin = new Admin({ clientId: 'test', bootstrapBrokers: [`127.0.0.1:${kafka.port}`] });
  await admin.createTopics({ topics: [topic], partitions, replicas: 1 });
  await admin.close();
}

/** Reads so many messages of the topic from its beginning. */
async function consume(count: number): Promise<Consumed<Buffer, Buffer, Buffer, Buffer>[]> {
  const consumer = new Consumer({
    clientId: 'test',
    groupId: `group-${topic}`,
    bootstrapBrokers: [`127.0.0.1:${kafka.port}`],
  });
  const stream = await consumer.consume({ topics: [topic], mode: 'earliest', autocommit: false, maxWaitTime: 200 });
  const found: Consumed<Buffer, Buffer, Buffer, Buffer>[] = [];
  for await (const one of stream) if (found.push(one) === count) break;
  await stream.close();
  await consumer.close(true);
  return found;
}

describe('publishing', () => {
  it('makes the topic where brokers do, and says where the message is', async () => {
    const [first] = await publish({ addMetadataKeyValuesAsKafkaHeaders: true, kafkaHeadersCharset: 'ISO-8859-1' });
    expect(first).toMatchObject({ relation: 'Success', message: { metadata: { topic, partition: '0', offset: '0' } } });
    const [found] = await consume(1);
    expect([found?.key?.length ?? 0, found?.value.toString()]).toEqual([0, message().data]);
    const headers = [...(found?.headers ?? [])].map(([key, value]) => [key.toString(), value.toString('latin1')]);
    expect(headers).toEqual([
      ['tb_msg_md_topic', topic],
      ['tb_msg_md_place', 'Küche'],
    ]);
  });

  it('writes many messages to all partitions, each once', async () => {
    await createTopic(3);
    const node = await startOutsideNode(kafkaNode, settings(), { allowed });
    const places = new Set<string>();
    for (let batch = 0; batch < 10; batch++) {
      const outputs = await Promise.all(Array.from({ length: 100 }, () => node.call(message())));
      for (const [output] of outputs) {
        expect(output?.relation).toBe('Success');
        places.add(`${output?.message.metadata.partition} ${output?.message.metadata.offset}`);
      }
    }
    node.stop();
    expect(places.size).toBe(1_000);
    const found = await consume(1_000);
    expect(new Set(found.map(({ partition }) => partition)).size).toBe(3);
    expect(new Set(found.map(({ partition, offset }) => `${partition} ${offset}`))).toEqual(places);
  });

  it.each(['gzip', 'zstd'])('compresses with %s', async (compression) => {
    await publish({ otherProperties: { 'compression.type': compression } });
    expect((await consume(1)).map(({ value }) => value.toString())).toEqual([message().data]);
  });

  it.each([
    ['1', '0'],
    ['0', '-1'],
  ])('is acknowledged by %s', async (acks, offset) => {
    await createTopic(1);
    expect((await publish({ acks }))[0]).toMatchObject({ relation: 'Success', message: { metadata: { offset } } });
    expect(await consume(1)).toHaveLength(1);
  });
});

describe('signing in', () => {
  const signedIn = (mechanism: string, password = USER.password) => ({
    bootstrapServers: `localhost:${kafka.signedPort}`,
    otherProperties: {
      'security.protocol': 'SASL_PLAINTEXT',
      'sasl.mechanism': mechanism,
      'sasl.jaas.config': `x.LoginModule required username="${USER.name}" password="${password}";`,
    },
  });

  it.each(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'])('%s', async (mechanism) => {
    expect((await publish(signedIn(mechanism)))[0]?.relation).toBe('Success');
    expect(await consume(1)).toHaveLength(1);
    const [refused] = await publish(signedIn(mechanism, 'wrong'));
    expect(refused?.message.metadata.error).toMatch(/SASL_AUTHENTICATION_FAILED/);
  });
});

describe('encryption', () => {
  const encrypted = (more: object = {}) => ({
    bootstrapServers: `localhost:${kafka.encryptedPort}`,
    otherProperties: {
      'security.protocol': 'SSL',
      'ssl.truststore.type': 'PEM',
      'ssl.truststore.certificates': certificate.cert,
      ...more,
    },
  });

  it('trusts the certificates that the node has', async () => {
    expect((await publish(encrypted()))[0]?.relation).toBe('Success');
    expect(await consume(1)).toHaveLength(1);
  });

  it('trusts nobody else', async () => {
    const other = await makeCertificate();
    const [output] = await publish(encrypted({ 'ssl.truststore.certificates': other.cert }));
    expect(output?.message.metadata.error).toMatch(/self.signed|certificate/i);
  });
});

describe('the connection', () => {
  let relay: Relay;
  beforeEach(async () => {
    relay = await startRelay(kafka.port);
  });
  afterEach(() => relay.close());

  it('is made again after the broker was away', async () => {
    await publish();
    const node = await startOutsideNode(kafkaNode, settings({ retries: 0 }), { allowed });
    expect((await node.call(message()))[0]?.relation).toBe('Success');
    await kafka.stop();
    expect((await node.call(message()))[0]?.relation).toBe('Failure');
    await kafka.start();
    await expect.poll(async () => (await node.call(message()))[0]?.relation).toBe('Success');
    node.stop();
  });

  it('fails the messages of a broker that hangs, and is made again', async () => {
    await publish();
    const otherProperties = { 'request.timeout.ms': '500', 'metadata.max.age.ms': '0' };
    const node = await startOutsideNode(
      kafkaNode,
      settings({ bootstrapServers: `127.0.0.1:${relay.port}`, otherProperties, retries: 0 }),
      {
        allowed,
      },
    );
    expect((await node.call(message()))[0]?.relation).toBe('Success');
    relay.isSilent = true;
    expect((await node.call(message()))[0]?.message.metadata.error).toContain('did not answer within 500 ms');
    await expect.poll(() => relay.open).toBe(0);
    relay.isSilent = false;
    expect((await node.call(message()))[0]?.relation).toBe('Success');
    node.stop();
    await expect.poll(() => relay.open).toBe(0);
  });
});
