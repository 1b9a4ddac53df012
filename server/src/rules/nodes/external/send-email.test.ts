import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startMailServer, type TestMailServer } from '../../../../test/mail-server.ts';
import { callOutside, type OutsideOptions } from '../../../../test/outside-node.ts';
import { SYSTEM_SENDER, tryRuleNode } from '../../../../test/rule-node.ts';
import type { ComposedMail } from '../../../mail/mail.ts';
import { createUsageMeter } from '../../../usage/usage-meter.ts';
import { sendEmailNode } from './send-email.ts';

let server: TestMailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.received.length = 0;
});

const EMAIL = { from: 'a@example.com', to: 'b@example.com, c@example.com', subject: 'Hot', body: 'It is hot.' };
const send = (email: object, configuration: object = {}, options: OutsideOptions = {}) =>
  callOutside(
    sendEmailNode,
    { useSystemSmtpSettings: false, smtpHost: '127.0.0.1', smtpPort: server.port, timeout: 5_000, ...configuration },
    { message: { type: 'SEND_EMAIL', data: JSON.stringify(email) }, allowed: '127.0.0.1', ...options },
  );

test('sends an e-mail by the mail server of the node', async () => {
  const [output] = await send({ ...EMAIL, cc: 'd@example.com', bcc: 'Eva <e@example.com>' });
  expect(output?.relation).toBe('Success');
  const [mail] = server.received;
  expect([mail?.from, mail?.to]).toEqual([
    'a@example.com',
    ['b@example.com', 'c@example.com', 'd@example.com', 'e@example.com'],
  ]);
  expect(mail?.source).toContain('Subject: Hot');
  expect(mail?.source).toContain('Content-Type: text/plain');
  expect(mail?.source).not.toMatch(/Eva|<e@example.com>/);
});

test('sends HTML with pictures', async () => {
  await send({ ...EMAIL, html: true, body: '<img src="cid:plan">', images: { plan: 'data:image/png;base64,AAEC' } });
  const source = server.received[0]?.source ?? '';
  expect(source).toContain('<img src="cid:plan">');
  expect(source).toContain('Content-ID: <plan>');
  expect(source).toContain('AAEC');
});

test.each(['', ' ', null])('is from the installation when the message names no sender: %j', async (from) => {
  const [output] = await send({ ...EMAIL, from });
  expect(output?.relation).toBe('Success');
  expect(server.received[0]?.from).toBe('system@signalbox.local');
  expect(server.received[0]?.source).toContain(`From: ${SYSTEM_SENDER}`);
});

test.each([
  ['a recipient that is not one', { ...EMAIL, to: 'b@example.com\r\nRCPT TO:<x@y.z>' }, 'is not a mail address'],
  ['a picture from a file', { ...EMAIL, images: { a: '/etc/passwd' } }, 'not a data address'],
])('does not send an e-mail with %s', async (_what, email, reason) => {
  const [output] = await send(email).catch((error: Error) => [
    { relation: 'Failure', message: { metadata: { error: error.message } } },
  ]);
  expect(output).toMatchObject({
    relation: 'Failure',
    message: { metadata: { error: expect.stringContaining(reason) } },
  });
  expect(server.received).toEqual([]);
});

test.each(['127.0.0.1', 'localhost'])('calls no mail server in the own network: %s', async (smtpHost) => {
  const [output] = await send(EMAIL, { smtpHost }, { allowed: 'none' });
  expect(output?.message.metadata.error).toContain('must not be called');
  expect(server.received).toEqual([]);
});

test('sends by the mail server of the installation, until the limit of the tenant is reached', async () => {
  const sent: ComposedMail[] = [];
  const usage = createUsageMeter(() => undefined);
  const services = {
    usage,
    mail: { sendComposed: async (mail: ComposedMail) => void sent.push(mail), systemSender: async () => SYSTEM_SENDER },
  };
  const by = () => send({ ...EMAIL, from: null }, { useSystemSmtpSettings: true }, { services });
  expect((await by())[0]?.relation).toBe('Success');
  expect(sent).toMatchObject([{ from: null, to: ['b@example.com', 'c@example.com'], subject: 'Hot', isHtml: false }]);
  usage.of('tenant').left.fill(0);
  expect((await by())[0]).toMatchObject({ relation: 'Failure' });
  expect(sent).toHaveLength(1);
});

test.each([
  ['another type', { type: 'POST_TELEMETRY_REQUEST', data: JSON.stringify(EMAIL) }, 'Not expected msg type'],
  [
    'more addresses than an e-mail may have',
    { type: 'SEND_EMAIL', data: JSON.stringify({ ...EMAIL, bcc: 'x@example.com,'.repeat(99) }) },
    'at most 100 addresses',
  ],
  ['what is no e-mail', { type: 'SEND_EMAIL', data: '{"body":{"a":1}}' }, 'The message is no e-mail: body '],
  ['nobody to send to', { type: 'SEND_EMAIL', data: '{"to":" "}' }, 'can not be blank'],
])('refuses %s before anything waits', async (_what, message, reason) => {
  const node = await tryRuleNode(sendEmailNode);
  expect(() => node.handle(message)).toThrow(reason);
  expect(node.parked).toEqual([]);
});
