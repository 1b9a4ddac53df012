import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebServer, type WebServer } from '../../test/web-server.ts';
import { createSmsSender } from './sms-sender.ts';

/** Plays the provider: collects calls, and answers as told. */
let answer: { status: number; body: string } | undefined;
const calls: { path: string | undefined; authorization: string; form: Record<string, string> }[] = [];
async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}
let provider: WebServer;
let sender: ReturnType<typeof createSmsSender>;
let impatient: ReturnType<typeof createSmsSender>;
beforeAll(async () => {
  provider = await startWebServer(async (request, reply) => {
    const { url: path, headers } = request;
    calls.push({ path, authorization: headers.authorization ?? '', form: await formOf(request) });
    if (answer) reply.writeHead(answer.status).end(answer.body);
  });
  const address = provider.http;
  const addresses = { twilio: address, sns: (region: string) => `${address}/${region}` };
  sender = createSmsSender({ addresses, timeLimit: 60_000 });
  impatient = createSmsSender({ addresses, timeLimit: 500 });
});
beforeEach(() => {
  calls.length = 0;
  answer = { status: 201, body: '{}' };
});
afterAll(() => provider?.close());

const twilio = { type: 'TWILIO', accountSid: 'AC1', accountToken: 'secret', numberFrom: '+15550100' } as const;
const sns = { type: 'AWS_SNS', accessKeyId: 'AKID', secretAccessKey: 'secret', region: 'eu-west-1' } as const;
const message = { to: '+15550199', text: 'Pump 7 stopped & waits' };

describe('text messages', () => {
  it('are handed to Twilio', async () => {
    await sender.sendWith(twilio, message);
    expect(calls).toEqual([
      {
        path: '/2010-04-01/Accounts/AC1/Messages.json',
        authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
        form: { From: '+15550100', To: '+15550199', Body: 'Pump 7 stopped & waits' },
      },
    ]);
  });

  it('come from a messaging service of Twilio', async () => {
    await sender.sendWith({ ...twilio, numberFrom: 'MG77' }, message);
    expect(calls[0]?.form).toMatchObject({ MessagingServiceSid: 'MG77' });
  });

  it('are handed to Amazon, signed', async () => {
    await sender.sendWith(sns, message);
    expect(calls).toMatchObject([
      {
        path: '/eu-west-1/',
        authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/sns\/aws4_request/),
        form: { Action: 'Publish', PhoneNumber: '+15550199', Message: 'Pump 7 stopped & waits' },
      },
    ]);
  });

  it.each([
    [
      twilio,
      { status: 401, body: '{"code":20003,"message":"Authenticate"}' },
      'the provider answered 401: Authenticate',
    ],
    [
      sns,
      { status: 403, body: '<Error><Code>x</Code><Message>The key is unknown</Message></Error>' },
      'the provider answered 403: The key is unknown',
    ],
    [twilio, { status: 302, body: '' }, 'the provider answered 302'],
    [sns, { status: 500, body: 'oops' }, 'the provider answered 500'],
  ])('may be refused: %j', async (settings, refusal, reason) => {
    answer = refusal;
    await expect(sender.sendWith(settings, message)).rejects.toThrow(reason);
    expect(calls).toHaveLength(1);
  });

  it('wait only for a while', async () => {
    answer = undefined;
    await expect(impatient.sendWith(twilio, message)).rejects.toThrow('did not answer in time');
  });

  it('say when the provider cannot be reached', async () => {
    const nowhere = createSmsSender({ addresses: { twilio: 'http://127.0.0.1:1', sns: () => '' }, timeLimit: 60_000 });
    await expect(nowhere.sendWith(twilio, message)).rejects.toThrow('cannot be reached');
  });
});
