import { MAX_MAIL_FAILURES, type MailFailure } from '@signalbox/contract/mail-failure';
import type { SecuritySettings } from '@signalbox/contract/security-settings';
import type { User } from '@signalbox/contract/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, type TestMailServer, textOf } from '../../test/mail-server.ts';
import { createPerson, createTestTenant, PASSWORD, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { createMailFailures } from '../mail/mail-failures.ts';

let platform: TestPlatform;
let server: TestMailServer;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  server = await startMailServer();
  acme = await createTestTenant(platform, 'acme');
  await save('general', { baseUrl: 'https://iot.example.com/', prohibitDifferentUrl: false });
});
afterAll(async () => {
  await platform?.stop();
  await server?.close();
});

interface Setting {
  id: unknown;
  jsonValue: Record<string, unknown>;
}
const read = (key: string) => platform.system.get<Setting>(`/api/admin/settings/${key}`);
/** Changes members of a setting. */
async function save(key: string, members: object) {
  const stored = await read(key);
  return platform.system.call<Setting>('POST', '/api/admin/settings', {
    ...stored,
    jsonValue: { ...stored.jsonValue, ...members },
  });
}
const useMailServer = (port = server.port) =>
  save('mail', { mailFrom: 'iot@example.com', smtpHost: '127.0.0.1', smtpPort: String(port), timeout: '2000' });
/** The mail that arrived with this subject for this address. */
const mailTo = (address: string, subject: string) =>
  expect.poll(() => server.received.find((mail) => mail.to[0] === address && mail.source.includes(subject)));
const lastMailTo = (address: string) => textOf(server.received.findLast((mail) => mail.to[0] === address)!);
const newUser = (email: string) => ({ email, authority: 'CUSTOMER_USER', customerId: acme.customer.id });

describe('without a mail server', () => {
  it('a new user is created, and the reply says that no mail was sent', async () => {
    const created = await acme.admin.call('POST', '/api/user', newUser('early@acme.example'));
    expect(created).toMatchObject({
      status: 500,
      body: { errorCode: 2, message: expect.stringMatching(/^Unable to send mail: no mail server.*user was created/) },
    });
    const resent = await acme.admin.call('POST', '/api/user/sendActivationMail?email=early%40acme.example');
    expect(resent).toMatchObject({ status: 500, body: { message: expect.stringContaining('Unable to send mail') } });
  });

  it('a password reset still answers the same for everyone', async () => {
    const reply = await platform.as('').call('POST', '/api/noauth/resetPasswordByEmail', {
      email: acme.admin.user.email,
    });
    expect(reply).toMatchObject({ status: 200, body: undefined });
  });
});

describe('mails that could not be sent', () => {
  const failures = () => platform.system.get<MailFailure[]>('/api/admin/mailFailures');

  it('are shown to system administrators, the newest first, with who was to get what and why not', async () => {
    await acme.admin.call('POST', '/api/user', newUser('unreached@acme.example'));
    await expect.poll(async () => (await failures())[0]?.recipient).toBe('unreached@acme.example');
    await platform.as('').post('/api/noauth/resetPasswordByEmail', { email: acme.customerUser.user.email });
    await expect
      .poll(async () => (await failures()).slice(0, 2))
      .toMatchObject([
        { kind: 'PASSWORD_RESET', recipient: acme.customerUser.user.email },
        { kind: 'ACTIVATION', recipient: 'unreached@acme.example', reason: expect.stringContaining('no mail server') },
      ]);
    expect((await acme.admin.call('GET', '/api/admin/mailFailures')).status).toBe(403);
  });

  it('are in the order in which they failed, in whatever order they were stored', async () => {
    const kept = createMailFailures(platform.database.pool);
    const soon = Date.now() + 60_000;
    const failure = { kind: 'USAGE', reason: 'none' } as const;
    await kept.add({ ...failure, createdTime: soon + 1, recipient: 'later@acme.example' });
    await kept.add({ ...failure, createdTime: soon, recipient: 'earlier@acme.example' });
    const [first, second] = await failures();
    expect([first?.recipient, second?.recipient]).toEqual(['later@acme.example', 'earlier@acme.example']);
  });

  it('are kept while they are few', async () => {
    const kept = createMailFailures(platform.database.pool);
    const failure = { createdTime: 1, kind: 'USAGE', reason: `none\0${'x'.repeat(5000)}` } as const;
    for (let at = 0; at <= MAX_MAIL_FAILURES; at++) await kept.add({ ...failure, recipient: `r${at}@acme.example` });
    const all = await failures();
    expect(all).toHaveLength(MAX_MAIL_FAILURES);
    expect([all[0]?.recipient, all.at(-1)?.recipient]).toEqual(['r100@acme.example', 'r1@acme.example']);
    expect(all[0]?.reason).toHaveLength(1000);
  });
});

describe('outgoing mail', () => {
  it('activates users by links of the configured address, whatever host the request names', async () => {
    await useMailServer();
    const reply = await platform.http.inject({
      method: 'POST',
      url: '/api/user?sendActivationMail=true',
      headers: {
        'x-authorization': `Bearer ${acme.admin.token}`,
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
      },
      payload: newUser('new@acme.example'),
    });
    expect(reply.statusCode).toBe(200);
    const text = lastMailTo('new@acme.example');
    expect(text).not.toContain('evil.example');
    const token = /https:\/\/iot\.example\.com\/api\/noauth\/activate\?activateToken=(\w{30})/.exec(text)?.[1];
    await platform.as('').post('/api/noauth/activate', { activateToken: token, password: PASSWORD });
    await mailTo('new@acme.example', 'your account has been activated').toBeTruthy();
    expect(lastMailTo('new@acme.example')).toContain('https://iot.example.com/login');
  });

  it('sends the link once more on request', async () => {
    await acme.admin.post('/api/user/sendActivationMail?email=early%40acme.example');
    await mailTo('early@acme.example', 'account activation').toBeTruthy();
    const active = await acme.admin.call('POST', '/api/user/sendActivationMail?email=new%40acme.example');
    expect(active).toMatchObject({ status: 400, body: { message: 'User is already activated!' } });
  });

  it('resets passwords, and says so', async () => {
    const person = await createPerson(platform, acme.admin, newUser('lost@acme.example') as Partial<User>);
    const ask = () => platform.as('').call('POST', '/api/noauth/resetPasswordByEmail', { email: 'lost@acme.example' });
    expect(await ask()).toMatchObject({ status: 200, body: undefined });
    await mailTo('lost@acme.example', 'Password reset').toBeTruthy();
    const link = /https:\/\/iot\.example\.com\/api\/noauth\/resetPassword\?resetToken=(\w{30})/;
    const resetToken = link.exec(lastMailTo('lost@acme.example'))?.[1];
    await platform.as('').post('/api/noauth/resetPassword', { resetToken, password: 'another one' });
    await mailTo('lost@acme.example', 'password has been reset').toBeTruthy();
    expect((await person.call('GET', '/api/auth/user')).status).toBe(401);
  });

  it('tells the named address that an account was locked', async () => {
    const settings = await platform.system.get<object>('/api/admin/securitySettings');
    const lockout = { maxFailedLoginAttempts: 2, userLockoutNotificationEmail: 'security@example.com' };
    await platform.system.post('/api/admin/securitySettings', { ...settings, ...lockout });
    for (let count = 0; count < 3; count++) {
      const wrong = { username: acme.customerUser.user.email, password: 'wrong' };
      await platform.as('').call('POST', '/api/auth/login', wrong);
    }
    await mailTo('security@example.com', 'locked').toBeTruthy();
    expect(lastMailTo('security@example.com')).toContain(acme.customerUser.user.email);
    await platform.system.post('/api/admin/securitySettings', settings);
  });

  it('asks for no passwords that are longer than they may be', async () => {
    const settings = await platform.system.get<SecuritySettings>('/api/admin/securitySettings');
    const rules = { minimumUppercaseLetters: 200, minimumDigits: 201 };
    const wrong = { ...settings, passwordPolicy: { ...settings.passwordPolicy, ...rules } };
    expect(await platform.system.call('POST', '/api/admin/securitySettings', wrong)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('minimumDigits') },
    });
  });

  it.each(['security', 'a@example.com, b@example.com'])('tells no address such as %j', async (address) => {
    const settings = await platform.system.get<object>('/api/admin/securitySettings');
    const wrong = { ...settings, userLockoutNotificationEmail: address };
    expect(await platform.system.call('POST', '/api/admin/securitySettings', wrong)).toMatchObject({
      status: 400,
      body: { message: `Invalid email address format '${address}'!` },
    });
  });

  it('limits how many resets the clients of a network ask for', async () => {
    const ask = () =>
      platform.http.inject({
        method: 'POST',
        url: '/api/noauth/resetPasswordByEmail',
        remoteAddress: '192.0.2.77',
        payload: { email: 'nobody@acme.example' },
      });
    const statuses = [];
    for (let count = 0; count < 31; count++) statuses.push((await ask()).statusCode);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });

  it.each([
    [{ smtpPort: '70000' }, 'smtpPort'],
    [{ smtpPort: 'x' }, 'smtpPort'],
    [{ timeout: '0' }, 'timeout'],
    [{ mailFrom: 'a@example.com, b@example.com' }, 'mailFrom'],
    [{ mailFrom: 'a@example.com\r\nBcc: eve@example.com' }, 'mailFrom'],
    [{ smtpHost: 'a\r\nb' }, 'smtpHost'],
    [{ smtpProtocol: 'http' }, 'smtpProtocol'],
    [{ tlsVersion: 'SSLv3' }, 'tlsVersion'],
  ])('refuses settings that cannot be used: %j', async (members, field) => {
    const reply = await save('mail', members);
    expect(reply).toMatchObject({ status: 400, body: { errorCode: 31, message: expect.stringContaining(field) } });
  });
});

describe('a test mail', () => {
  const test = (jsonValue: object, caller = platform.system) =>
    caller.call('POST', '/api/admin/settings/testMail', { key: 'mail', jsonValue });

  it('goes to the administrator with settings that are not saved', async () => {
    const mail = await read('mail');
    const tried = { ...mail.jsonValue, smtpPort: server.port, mailFrom: 'Other <other@example.com>' };
    expect(await test(tried)).toMatchObject({ status: 200, body: undefined });
    const sent = server.received.at(-1);
    expect(sent).toMatchObject({ from: 'other@example.com', to: [platform.firstAdministrator?.username] });
    expect(await read('mail')).toEqual(mail);
  });

  it('uses the stored password when none is given', async () => {
    const strict = await startMailServer({
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        password === 'stored' ? done(null, { user: username }) : done(new Error('wrong')),
    });
    const saved = await save('mail', { smtpPort: strict.port, username: 'iot', password: 'stored' });
    expect(saved.body.jsonValue).not.toHaveProperty('password');
    expect((await test(saved.body.jsonValue)).status).toBe(200);
    expect(await test({ ...saved.body.jsonValue, password: 'other' })).toMatchObject({
      status: 500,
      body: { message: expect.stringMatching(/^Unable to send mail: .*refused the username or the password/) },
    });
    expect(strict.received).toMatchObject([{ user: 'iot' }]);
    await strict.close();
  });

  it('says why it was not sent', async () => {
    const gone = await startMailServer();
    await gone.close();
    expect(await test({ mailFrom: 'a@example.com', smtpHost: '127.0.0.1', smtpPort: gone.port })).toMatchObject({
      status: 500,
      body: { errorCode: 2, message: expect.stringMatching(/^Unable to send mail: no connection to 127\.0\.0\.1/) },
    });
    expect(await test({ smtpHost: '127.0.0.1' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('mailFrom') },
    });
  });

  it('of other settings does nothing, and is for system administrators', async () => {
    const other = { key: 'general', jsonValue: {} };
    expect((await platform.system.call('POST', '/api/admin/settings/testMail', other)).status).toBe(200);
    expect((await test({}, acme.admin)).status).toBe(403);
  });
});

describe('a test text message', () => {
  const sms = { type: 'TWILIO', accountSid: 'AC1', accountToken: 't', numberFrom: '+15550100' };
  const test = (body: object) => platform.system.call('POST', '/api/admin/settings/testSms', body);
  const message = { numberTo: '+15550199', message: 'hello' };

  it.each([
    [{ ...message }, 'providerConfiguration'],
    [{ ...message, providerConfiguration: { ...sms, type: 'SMPP' } }, 'type'],
    [{ ...message, providerConfiguration: { ...sms, accountSid: '../x' } }, 'accountSid'],
    [
      {
        ...message,
        providerConfiguration: { type: 'AWS_SNS', accessKeyId: 'a', secretAccessKey: 'b', region: 'evil.example/' },
      },
      'region',
    ],
    [{ ...message, providerConfiguration: sms, numberTo: '123' }, 'numberTo'],
    [{ ...message, providerConfiguration: sms, message: 'x'.repeat(1601) }, 'message'],
  ])('is refused without settings that can be used: %j', async (body, field) => {
    expect(await test(body)).toMatchObject({ status: 400, body: { message: expect.stringContaining(field) } });
  });

  it('has settings that are stored as given', async () => {
    const saved = await platform.system.post<Setting>('/api/admin/settings', { key: 'sms', jsonValue: sms });
    expect(saved.jsonValue).toEqual(sms);
    expect(await read('sms')).toEqual(saved);
    expect(await save('sms', { numberFrom: 'x' })).toMatchObject({ status: 400 });
  });
});

describe('the address of the console', () => {
  it.each([
    'javascript:alert(1)',
    'iot.example.com',
    '',
    'https://',
    'https://iot.example.com/path?x=1',
    'https://iot.example.com/#y',
    'https://user:pw@iot.example.com/',
  ])('cannot be %j', async (baseUrl) => {
    expect(await save('general', { baseUrl })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('baseUrl') },
    });
  });
});
