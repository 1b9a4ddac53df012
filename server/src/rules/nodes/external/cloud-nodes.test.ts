// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { generateKeyPairSync } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { importSPKI, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { type CloudServer, startCloudServer } from '../../../../test/cloud-server.ts';
import { callOutside } from '../../../../test/outside-node.ts';
import { awsSnsNode } from './aws-sns.ts';
import { awsSqsNode } from './aws-sqs.ts';
import { CLOUD_ADDRESSES } from './cloud-addresses.ts';
import { gcpPubsubNode } from './gcp-pubsub.ts';

let cloud: CloudServer;
beforeAll(async () => {
  cloud = await startCloudServer();
});
afterAll(() => cloud.close());
beforeEach(() => {
  cloud.calls.length = 0;
});

const allowed = '127.0.0.0/8';
const aws = { accessKeyId: 'AKID', secretAccessKey: 'secret', region: 'eu-west-1' };
const message = {
  id: '11111111-1111-4111-8111-111111111111',
  data: '{"t":1}',
  metadata: { topic: 'alarms', colour: 'red' },
};

/** The signature of a call is the one that its key gives. */
async function requireSigned(service: string): Promise<void> {
  const call = cloud.calls[0];
  const authorization = call?.headers.authorization ?? '';
  expect(authorization).toContain(`/${aws.region}/${service}/aws4_request`);
  const again = await new AwsClient({ ...aws, service }).sign(cloud.address + call?.path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    aws: { datetime: String(call?.headers['x-amz-date']) },
    body: call?.body ?? '',
  });
  expect(authorization).toBe(again.headers.get('authorization'));
}

describe('aws sns', () => {
  const publish = (more: object = {}) =>
    callOutside(
      awsSnsNode,
      { topicArnPattern: 'arn:aws:sns:eu-west-1:1:${topic}', ...aws, ...more },
      { message, allowed, cloud: { ...CLOUD_ADDRESSES, sns: () => `${cloud.address}/` } },
    );

  it('publishes the payload to the topic, and keeps what it is answered', async () => {
    cloud.answer = {
      status: 200,
      body: '<PublishResponse><PublishResult><MessageId>m1</MessageId></PublishResult><RequestId>r1</RequestId></PublishResponse>',
    };
    expect(await publish()).toMatchObject([
      {
        relation: 'Success',
        message: { data: '{"t":1}', metadata: { topic: 'alarms', messageId: 'm1', requestId: 'r1' } },
      },
    ]);
    expect(Object.fromEntries(new URLSearchParams(cloud.calls[0]?.body))).toMatchObject({
      Action: 'Publish',
      TopicArn: 'arn:aws:sns:eu-west-1:1:alarms',
      Message: '{"t":1}',
    });
    await requireSigned('sns');
  });

  it('fails with the words of the service', async () => {
    cloud.answer = {
      status: 404,
      body: '<ErrorResponse><Error><Message>Topic does not exist</Message></Error></ErrorResponse>',
    };
    const [output] = await publish();
    expect(output).toMatchObject({
      relation: 'Failure',
      message: { metadata: { error: 'Error: Topic does not exist' } },
    });
  });

  it('takes no region that is not one', async () => {
    expect(() => CLOUD_ADDRESSES.sns('evil.example/')).toThrow('is not a region');
    expect(CLOUD_ADDRESSES.sns('eu-west-1')).toBe('https://sns.eu-west-1.amazonaws.com/');
  });
});

describe('aws sqs', () => {
  const answer = `<SendMessageResponse><SendMessageResult><MessageId>m1</MessageId><MD5OfMessageBody>b</MD5OfMessageBody>
    <MD5OfMessageAttributes>a</MD5OfMessageAttributes><SequenceNumber>7</SequenceNumber></SendMessageResult>
    <ResponseMetadata><RequestId>r1</RequestId></ResponseMetadata></SendMessageResponse>`;
  const send = (more: object) =>
    callOutside(
      awsSqsNode,
      {
        queueUrlPattern: `${cloud.address}/1/\${topic}`,
        delaySeconds: 5,
        messageAttributes: { 'a-${topic}': '${colour}' },
        ...aws,
        ...more,
      },
      { message, allowed },
    );

  it.each([
    ['STANDARD', { DelaySeconds: '5' }],
    ['FIFO', { MessageDeduplicationId: message.id, MessageGroupId: 'device' }],
  ])('sends the payload with attributes to a %s queue', async (queueType, own) => {
    cloud.answer = { status: 200, body: answer };
    expect((await send({ queueType }))[0]).toMatchObject({
      relation: 'Success',
      message: {
        metadata: {
          messageId: 'm1',
          requestId: 'r1',
          messageBodyMd5: 'b',
          messageAttributesMd5: 'a',
          sequenceNumber: '7',
        },
      },
    });
    expect(cloud.calls[0]?.path).toBe('/1/alarms');
    expect(Object.fromEntries(new URLSearchParams(cloud.calls[0]?.body))).toEqual({
      Action: 'SendMessage',
      Version: '2012-11-05',
      MessageBody: '{"t":1}',
      'MessageAttribute.1.Name': 'a-alarms',
      'MessageAttribute.1.Value.DataType': 'String',
      'MessageAttribute.1.Value.StringValue': 'red',
      ...own,
    });
    await requireSigned('sqs');
  });

  it('sends nothing into the own network', async () => {
    const outputs = await callOutside(awsSqsNode, { queueUrlPattern: cloud.address, ...aws }, { message });
    expect(outputs[0]?.relation).toBe('Failure');
    expect(cloud.calls).toEqual([]);
  });
});

describe('gcp pubsub', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const account = { client_email: 'me@example.com', private_key: privateKey, private_key_id: 'k1' };
  const publish = (more: object = {}) =>
    callOutside(
      gcpPubsubNode,
      {
        projectId: 'project',
        topicName: 'a topic',
        messageAttributes: { '${topic}': '$[t]' },
        serviceAccountKey: JSON.stringify(account),
        ...more,
      },
      { message, allowed, cloud: { ...CLOUD_ADDRESSES, pubsub: cloud.address } },
    );

  it('publishes the payload with attributes, signed by the service account', async () => {
    cloud.answer = { status: 200, body: '{"messageIds":["m1"]}' };
    expect((await publish())[0]).toMatchObject({ relation: 'Success', message: { metadata: { messageId: 'm1' } } });
    const [call] = cloud.calls;
    expect(call?.path).toBe('/v1/projects/project/topics/a%20topic:publish');
    const [sent] = JSON.parse(call?.body ?? '').messages;
    expect([Buffer.from(sent.data, 'base64').toString(), sent.attributes]).toEqual(['{"t":1}', { alarms: '1' }]);
    const token = call?.headers.authorization?.replace('Bearer ', '') ?? '';
    const { payload, protectedHeader } = await jwtVerify(token, await importSPKI(publicKey, 'RS256'), {
      audience: 'https://pubsub.googleapis.com/',
      issuer: account.client_email,
      subject: account.client_email,
    });
    expect([protectedHeader.kid, (payload.exp ?? 0) - (payload.iat ?? 0)]).toEqual(['k1', 3_600]);
  });

  it('fails with the words of the service', async () => {
    cloud.answer = { status: 403, body: '{"error":{"message":"Not allowed to publish"}}' };
    expect((await publish())[0]?.message.metadata.error).toBe('Error: Not allowed to publish');
  });

  test.each([['no JSON'], ['{}'], [null]])('does not start with the key %s', async (serviceAccountKey) => {
    await expect(publish({ serviceAccountKey })).rejects.toThrow('not the JSON file');
  });
});
