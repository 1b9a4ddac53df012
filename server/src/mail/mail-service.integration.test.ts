import fs from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { connect } from 'node:net';
import type { MailFailure } from '@signalbox/contract/mail-failure';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { startMailServer, startRawServer, textOf } from '../../test/mail-server.ts';
import { startWebServer } from '../../test/web-server.ts';
import type { StoredSetting } from '../storage/admin-setting-store.ts';
import { DEFAULT_MAIL_SETTINGS } from './default-mail-settings.ts';
import { createMailService, MAIL_SETTINGS_KEY, type MailServiceParts } from './mail-service.ts';
import { mails } from './mails.ts';

const fixture = (name: string): string =>
  fs.readFileSync(new URL(`../../test/fixtures/${name}`, import.meta.url), 'utf8');
const cert = fixture('mail-server.pem');
const key = fixture('mail-server-key.pem');

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close();
});
async function opened<T extends { close(): Promise<unknown> }>(starting: T | Promise<T>): Promise<T> {
  const part = await starting;
  open.push(part);
  return part;
}

/** Creates a service with these settings; `set` changes them later. */
async function createService(settings: object, parts: Partial<MailServiceParts> = {}) {
  const logged: Record<string, unknown>[] = [];
  const failures: MailFailure[] = [];
  let value: unknown = settings;
  const service = await opened(
    createMailService({
      settings: { find: async () => ({ key: MAIL_SETTINGS_KEY, value }) as StoredSetting },
      log: pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
      onFailed: async (failure) => void failures.push(failure),
      ...parts,
    }),
  );
  return { ...service, logged, failures, set: (next: object) => (value = next) };
}

const from = 'Signalbox <iot@example.com>';
const to = 'ann@example.com';
const settingsOf = (port: number, more: object = {}) => ({
  mailFrom: from,
  smtpHost: '127.0.0.1',
  smtpPort: String(port),
  timeout: '5000',
  ...more,
});
const onAuth: NonNullable<Parameters<typeof startMailServer>[0]>['onAuth'] = (
  { username, password },
  _session,
  done,
) => (password === 's3cret:/@' ? done(null, { user: username }) : done(new Error('no such user')));

describe('mails', () => {
  it('reach the server as text and HTML', async () => {
    const server = await opened(startMailServer());
    const { send } = await createService(settingsOf(server.port));
    await send(mails.passwordReset(to, 'https://a.example/reset?resetToken=x&y', 24));
    expect(server.received).toMatchObject([{ from: 'iot@example.com', to: [to], isEncrypted: false, user: undefined }]);
    const text = textOf(server.received[0]!);
    expect(text).toContain('From: Signalbox <iot@example.com>');
    expect(text).toContain('Subject: Signalbox - Password reset has been requested');
    expect(text).toContain('Auto-Submitted: auto-generated');
    expect(text).toContain('\r\nhttps://a.example/reset?resetToken=x&y');
    expect(text).toContain('href="https://a.example/reset?resetToken=x&amp;y"');
  });

  it('share connections, and use others when the settings change', async () => {
    const [one, other] = [await opened(startMailServer()), await opened(startMailServer())];
    const { send, set } = await createService(settingsOf(one.port));
    for (let count = 0; count < 5; count++) await send(mails.test(`user${count}@example.com`));
    expect([one.received.length, one.connections()]).toEqual([5, 1]);
    set(settingsOf(other.port));
    await send(mails.test(to));
    expect([one.received.length, other.received.length]).toEqual([5, 1]);
  });

  it('go to the log while no mail server is set up', async () => {
    const { send, logged, failures } = await createService(DEFAULT_MAIL_SETTINGS);
    await expect(send(mails.activation(to, 'https://a.example/x'))).rejects.toThrow('no mail server is set up');
    expect(logged).toMatchObject([{ to, text: expect.stringContaining('https://a.example/x') }]);
    expect(failures).toEqual([
      {
        createdTime: expect.any(Number),
        kind: 'ACTIVATION',
        recipient: to,
        reason: expect.stringContaining('no mail server is set up'),
      },
    ]);
  });

  it.each([
    'ann@example.com, eve@example.com',
    'ann@example.com\r\nBcc: eve@example.com',
    '"ann@example.com" <eve@example.com>',
    'ann@example.com (eve@example.com)',
    '',
  ])('go to one address only, not to %j', async (address) => {
    const server = await opened(startMailServer());
    const { send } = await createService(settingsOf(server.port));
    await expect(send(mails.test(address))).rejects.toThrow('is not a mail address');
    expect(server.connections()).toBe(0);
  });

  it('carry no markup and no headers of their values', async () => {
    const server = await opened(startMailServer());
    const { send } = await createService(settingsOf(server.port));
    const mail = mails.lockout(to, '<img src=x onerror=alert(1)>\r\nBcc: eve@example.com', 10);
    await send({ ...mail, subject: 'a\r\nBcc: eve@example.com' });
    const [received] = server.received;
    expect(received?.to).toEqual([to]);
    const [headers, body] = textOf(received!).split(/\r\n\r\n(.*)/s) as [string, string];
    expect(headers).not.toMatch(/^Bcc:/m);
    const html = body.slice(body.indexOf('<!doctype'));
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toMatch(/<[^>]*onerror/);
  });

  it('to one address are limited', async () => {
    const server = await opened(startMailServer());
    const { send } = await createService(settingsOf(server.port));
    for (let count = 0; count < 10; count++) await send(mails.test(to));
    await expect(send(mails.test('Ann@Example.com'))).rejects.toMatchObject({ status: 429 });
    await send(mails.test('bob@example.com'));
    expect(server.received).toHaveLength(11);
  });
});

describe('encryption', () => {
  it.each([
    ['from the first byte', { smtpProtocol: 'smtps' }, { secure: true }],
    ['after the greeting', { enableTls: true }, {}],
    ['with TLS 1.3 only', { enableTls: true, tlsVersion: 'TLSv1.3' }, {}],
  ])('begins %s', async (_when, settings, options) => {
    const server = await opened(startMailServer({ cert, key, ...options }));
    const { send } = await createService(settingsOf(server.port, settings), { authority: cert });
    await send(mails.test(to));
    expect(server.received).toMatchObject([{ isEncrypted: true }]);
  });

  it('is not given up when the server has none', async () => {
    const server = await opened(startMailServer());
    const { send } = await createService(settingsOf(server.port, { enableTls: true }));
    await expect(send(mails.test(to))).rejects.toThrow(/no encrypted connection/);
    expect(server.received).toEqual([]);
  });

  it('requires a certificate that is trusted', async () => {
    const server = await opened(startMailServer({ cert, key, secure: true }));
    const { send } = await createService(settingsOf(server.port, { smtpProtocol: 'smtps' }));
    await expect(send(mails.test(to))).rejects.toThrow(/self-signed certificate/);
  });

  it('requires the version of the settings', async () => {
    const server = await opened(startMailServer({ cert, key, secure: true, maxVersion: 'TLSv1.2' }));
    const settings = settingsOf(server.port, { smtpProtocol: 'smtps', tlsVersion: 'TLSv1.3' });
    const { send } = await createService(settings, { authority: cert });
    await expect(send(mails.test(to))).rejects.toThrow(`127.0.0.1:${server.port}`);
    expect(server.received).toEqual([]);
  });
});

describe('a mail server', () => {
  it('gets username and password', async () => {
    const server = await opened(startMailServer({ authOptional: false, onAuth }));
    const { send, set } = await createService(settingsOf(server.port, { username: 'iot', password: 's3cret:/@' }));
    await send(mails.test(to));
    expect(server.received).toMatchObject([{ user: 'iot' }]);
    set(settingsOf(server.port, { username: 'iot', password: 'wrong' }));
    await expect(send(mails.test(to))).rejects.toThrow('refused the username or the password');
  });

  it('may refuse a mail, which says why', async () => {
    const server = await opened(
      startMailServer({ onRcptTo: (_address, _session, done) => done(new Error('mailbox is full')) }),
    );
    const { send } = await createService(settingsOf(server.port));
    await expect(send(mails.test(to))).rejects.toThrow(/refused the mail: 550.*mailbox is full/);
  });

  it('may be away', async () => {
    const gone = await startMailServer();
    await gone.close();
    const { send } = await createService(settingsOf(gone.port));
    await expect(send(mails.test(to))).rejects.toThrow(`no connection to 127.0.0.1:${gone.port}`);
  });

  it('holds nobody up when it never greets', async () => {
    const server = await opened(startRawServer());
    const { send } = await createService(settingsOf(server.port, { timeout: 200 }));
    await expect(send(mails.test(to))).rejects.toThrow('did not answer in time');
  });

  it('holds nobody up when it sends a byte now and then', async () => {
    const server = await opened(
      startRawServer((socket) => {
        socket.write('220 hello\r\n250-');
        const timer = setInterval(() => socket.write('x'), 20);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    const { send } = await createService(settingsOf(server.port), { sendLimit: 300 });
    await expect(
      Promise.all(Array.from({ length: 8 }, (_, at) => send(mails.test(`${at}@example.com`)))),
    ).rejects.toThrow('did not answer in time');
  });

  it('gets no more mails than may wait', async () => {
    const server = await opened(startRawServer());
    const { send } = await createService(settingsOf(server.port), { sendLimit: 1000 });
    const results = await Promise.allSettled(
      Array.from({ length: 1005 }, (_, at) => send(mails.test(`user${at}@example.com`))),
    );
    const reasons = results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'sent'));
    expect(reasons.filter((reason) => reason.includes('too many mails are waiting'))).toHaveLength(5);
    expect(reasons.filter((reason) => reason.includes('did not answer in time'))).toHaveLength(1000);
  });

  it('is reached through a proxy', async () => {
    const server = await opened(startMailServer());
    const seen: (string | undefined)[] = [];
    const proxy = createHttpServer();
    proxy.on('connect', (request, socket) => {
      seen.push(request.url, request.headers['proxy-authorization']);
      const target = connect(server.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        target.pipe(socket).pipe(target);
      });
      target.on('error', () => socket.destroy());
      socket.on('error', () => target.destroy());
    });
    const { port } = await opened(await startWebServer(proxy));
    const { sendWith } = await createService({});
    const through = {
      enableProxy: true,
      proxyHost: '127.0.0.1',
      proxyPort: port,
      proxyUser: 'p',
      proxyPassword: 'w:@',
    };
    await sendWith({ ...settingsOf(2525), ...through }, mails.test(to));
    expect(server.received).toHaveLength(1);
    expect(seen).toEqual(['127.0.0.1:2525', `Basic ${Buffer.from('p:w:@').toString('base64')}`]);
  });
});
