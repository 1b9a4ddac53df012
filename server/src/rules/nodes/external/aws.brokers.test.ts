// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AWS, type Moto, startMoto } from '../../../../test/brokers/moto.ts';
import { callOutside } from '../../../../test/outside-node.ts';
import { awsSnsNode } from './aws-sns.ts';
import { awsSqsNode } from './aws-sqs.ts';
import { CLOUD_ADDRESSES } from './cloud-addresses.ts';

let moto: Moto;
let queue: string;
beforeAll(async () => {
  moto = await startMoto();
});
afterAll(() => moto?.stop());

const elementOf = (xml: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&') ?? '';
let queues = 0;
async function createQueue(more: Record<string, string> = {}): Promise<string> {
  const QueueName = `readings-${queues++}${'Attribute.1.Name' in more ? '.fifo' : ''}`;
  return elementOf(await moto.call('sqs', { Action: 'CreateQueue', QueueName, ...more }), 'QueueUrl');
}
beforeEach(async () => {
  queue = await createQueue();
});
const receive = (from: string) =>
  moto.call('sqs', {
    Action: 'ReceiveMessage',
    QueueUrl: from,
    'MessageAttributeName.1': 'All',
    'AttributeName.1': 'All',
  });

const message = { data: '{"t":"21 °C"}', metadata: { colour: 'red' } };
const allowed = '127.0.0.0/8';

describe('aws sqs', () => {
  const send = (more: object) =>
    callOutside(
      awsSqsNode,
      { queueUrlPattern: queue, messageAttributes: { colour: '${colour}' }, ...AWS, ...more },
      { message, allowed },
    );

  it('sends the payload with attributes to a standard queue', async () => {
    const [output] = await send({ queueType: 'STANDARD' });
    expect(output).toMatchObject({ relation: 'Success', message: { data: message.data } });
    const answer = await receive(queue);
    expect(elementOf(answer, 'Body')).toBe(message.data);
    expect([elementOf(answer, 'Name'), elementOf(answer, 'StringValue')]).toContain('red');
    expect(output?.message.metadata).toMatchObject({
      messageId: elementOf(answer, 'MessageId'),
      messageBodyMd5: createHash('md5').update(message.data).digest('hex'),
      requestId: expect.stringMatching(/./),
      messageAttributesMd5: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('sends a message once to a queue that keeps the order, however often it is tried', async () => {
    queue = await createQueue({ 'Attribute.1.Name': 'FifoQueue', 'Attribute.1.Value': 'true' });
    const id = '11111111-1111-4111-8111-111111111111';
    for (let times = 0; times < 2; times++) {
      const [output] = await callOutside(
        awsSqsNode,
        { queueUrlPattern: queue, queueType: 'FIFO', ...AWS },
        { message: { ...message, id }, allowed },
      );
      expect(output?.relation).toBe('Success');
    }
    const answer = await receive(queue);
    expect(answer.match(/<Body>/g)).toHaveLength(1);
    expect(answer).toContain('device');
  });

  it('fails with the words of the service', async () => {
    const [output] = await send({ queueUrlPattern: `${moto.address}/123456789012/none` });
    expect(output?.relation).toBe('Failure');
    expect(output?.message.metadata.error).toMatch(/queue does not exist/i);
  });
});

describe('aws sns', () => {
  const publish = (topicArnPattern: string) =>
    callOutside(
      awsSnsNode,
      { topicArnPattern, ...AWS },
      { message, allowed, cloud: { ...CLOUD_ADDRESSES, sns: () => `${moto.address}/` } },
    );

  it('publishes the payload to whoever has subscribed', async () => {
    const topic = elementOf(await moto.call('sns', { Action: 'CreateTopic', Name: 'readings' }), 'TopicArn');
    await moto.call('sns', {
      Action: 'Subscribe',
      TopicArn: topic,
      Protocol: 'sqs',
      Endpoint: `arn:aws:sqs:${AWS.region}:123456789012:${queue.split('/').at(-1)}`,
      'Attributes.entry.1.key': 'RawMessageDelivery',
      'Attributes.entry.1.value': 'true',
    });
    const [output] = await publish(topic);
    expect(output).toMatchObject({
      relation: 'Success',
      message: { metadata: { messageId: expect.stringMatching(/./), requestId: expect.stringMatching(/./) } },
    });
    expect(elementOf(await receive(queue), 'Body')).toBe(message.data);
  });

  it('fails with the words of the service', async () => {
    const [output] = await publish(`arn:aws:sns:${AWS.region}:123456789012:none`);
    expect(output?.relation).toBe('Failure');
    expect(output?.message.metadata.error).toMatch(/does not exist/);
  });
});
