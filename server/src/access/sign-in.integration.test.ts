import type { SecuritySettings } from '@signalbox/contract/security-settings';
import type { Tenant } from '@signalbox/contract/tenant';
import type { TokenPair } from '@signalbox/contract/token';
import type { User } from '@signalbox/contract/user';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, PASSWORD } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform?.stop());

const anonymous = () => platform.as('');
/** Signs in from an address, with the cookies of a browser. */
const signInFrom = (remoteAddress: string, payload: { username: string; password: string }, cookie?: string) =>
  platform.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    headers: cookie ? { cookie } : {},
    payload,
  });
/** Signs in and returns the cookie of the browser. */
const deviceCookie = async (credentials: { username: string; password: string }): Promise<string> =>
  String((await signInFrom('192.0.2.100', credentials)).headers['set-cookie']).split(';', 1)[0] as string;
const administrator = () => platform.firstAdministrator as { username: string; password: string };

describe('signing in', () => {
  it('returns a pair of tokens with the claims that clients read', async () => {
    const pair = await anonymous().post<TokenPair>('/api/auth/login', administrator());
    expect(decodeProtectedHeader(pair.token).alg).toBe('HS512');
    const claims = decodeJwt(pair.token);
    expect(claims).toMatchObject({
      sub: administrator().username,
      scopes: ['SYS_ADMIN'],
      enabled: true,
      isPublic: false,
      tenantId: '13814000-1dd2-11b2-8080-808080808080',
      customerId: '13814000-1dd2-11b2-8080-808080808080',
    });
    expect(claims.exp! - claims.iat!).toBe(9000);
    expect('firstName' in claims).toBe(false);
    const refresh = decodeJwt(pair.refreshToken);
    expect(refresh).toMatchObject({ scopes: ['REFRESH_TOKEN'], userId: claims.userId, isPublic: false });
    expect(refresh.exp! - refresh.iat!).toBe(604_800);
    expect(refresh.jti).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['a wrong password', { username: 'sysadmin@signalbox.local', password: 'x' }, 'Invalid username or password'],
    ['an unknown user', { username: 'nobody@signalbox.local', password: 'x' }, 'Invalid username or password'],
    ['a blank user name', { username: ' ', password: 'x' }, 'Authentication failed'],
    ['a missing password', { username: 'sysadmin@signalbox.local' }, 'Authentication failed'],
    ['broken JSON', '{"username":', 'Authentication failed'],
    ['a number as password', { username: 'a', password: 5 }, 'Authentication failed'],
  ])('refuses %s', async (_what, body, message) => {
    const reply = await anonymous().call('POST', '/api/auth/login', body);
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual({
      status: 401,
      message,
      errorCode: 10,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    });
  });

  it('finds a user however the e-mail is written, unless two differ only by that', async () => {
    const { username, password } = administrator();
    const signIn = (name: string) =>
      anonymous()
        .call('POST', '/api/auth/login', { username: name, password })
        .then(({ status }) => status);
    expect(await signIn(username.toUpperCase())).toBe(200);
    const twin = { email: username.replace('sys', 'SYS'), authority: 'SYS_ADMIN' };
    const { id } = await platform.system.post<User>('/api/user?sendActivationMail=false', twin);
    expect(await signIn(username)).toBe(200);
    expect(await signIn(username.toUpperCase())).toBe(401);
    await platform.system.delete(`/api/user/${id.id}`);
    expect(await signIn(username.toUpperCase())).toBe(200);
  });

  it('accepts only POST', async () => {
    const reply = await anonymous().call('GET', '/api/auth/login');
    expect(reply).toMatchObject({ status: 401, body: { message: 'Authentication method not supported' } });
  });

  it('refuses calls without a token, with an invalid one and with a refresh token', async () => {
    const pair = await anonymous().post<TokenPair>('/api/auth/login', administrator());
    for (const token of ['', 'x', `${pair.token}x`, pair.refreshToken]) {
      const reply = await platform.as(token).call('GET', '/api/auth/user');
      expect(reply).toMatchObject({ status: 401, body: { errorCode: 10 } });
    }
  });

  it('shows the signed-in user without its password history', async () => {
    const user = await platform.system.get<User>('/api/auth/user');
    expect(user).toMatchObject({ email: administrator().username, authority: 'SYS_ADMIN', name: user.email });
    expect(user.additionalInfo).toEqual({
      lastLoginTs: expect.any(Number),
      failedLoginAttempts: 0,
      userCredentialsEnabled: true,
    });
  });

  it('exchanges a refresh token for a new pair, but not an access token', async () => {
    const pair = await anonymous().post<TokenPair>('/api/auth/login', administrator());
    const next = await anonymous().post<TokenPair>('/api/auth/token', { refreshToken: pair.refreshToken });
    expect((await platform.as(next.token).call('GET', '/api/auth/user')).status).toBe(200);
    expect((await anonymous().call('POST', '/api/auth/token', { refreshToken: pair.token })).status).toBe(401);
  });

  it('ends the sessions of the user at logout, both access and refresh tokens', async () => {
    const pair = await anonymous().post<TokenPair>('/api/auth/login', administrator());
    expect((await platform.as(pair.token).call('GET', '/api/auth/user')).status).toBe(200);
    await platform.as(pair.token).post('/api/auth/logout');
    expect(await platform.as(pair.token).call('GET', '/api/auth/user')).toMatchObject({
      status: 401,
      body: { errorCode: 11, message: 'Token has expired' },
    });
    expect(await anonymous().call('POST', '/api/auth/token', { refreshToken: pair.refreshToken })).toMatchObject({
      status: 401,
      body: { errorCode: 10 },
    });
  });

  it('locks after ten wrong passwords in a row and then reveals nothing about the password', async () => {
    const { username, password } = administrator();
    const attempt = async (tried: string) =>
      (await signInFrom('192.0.2.20', { username, password: tried })).json<{ message: string }>().message;
    const refused: unknown[] = [];
    for (let count = 0; count < 10; count++) refused.push(await attempt('no'));
    expect(refused.slice(0, 9)).toEqual(Array(9).fill('Invalid username or password'));
    expect(refused[9]).toBe('User account is locked due to security policy');
    const rows = async () => (await platform.database.pool.query('SELECT 1 FROM audit_log')).rowCount;
    const before = await rows();
    expect(await attempt(password)).toBe(refused[9]);
    expect(await rows()).toBe(before);
  });

  it('locks no one out because of the attempts of others', async () => {
    const { username, password } = administrator();
    expect((await signInFrom('192.0.2.20', { username, password })).statusCode).toBe(401);
    expect((await signInFrom('192.0.2.1', { username, password })).statusCode).toBe(200);
    for (let count = 0; count < 10; count++) await signInFrom('2001:db8::1', { username, password: 'no' });
    expect((await signInFrom('2001:db8::2', { username, password })).statusCode).toBe(401);
    expect((await signInFrom('2001:db8:0:1::1', { username, password })).statusCode).toBe(200);
  });

  it('checks no more simultaneous passwords than consecutive ones', async () => {
    const { username, password } = administrator();
    const wrong = Array.from({ length: 30 }, () => signInFrom('192.0.2.2', { username, password: 'no' }));
    const right = signInFrom('192.0.2.2', { username, password });
    const messages = (await Promise.all(wrong)).map((reply) => reply.json().message);
    // Two are checked concurrently, so another one may be checked together with the one that locks.
    const compared = messages.filter((message) => message === 'Invalid username or password').length;
    expect(compared).toBeLessThanOrEqual(11);
    expect((await right).statusCode).toBe(401);
  });

  it('recognizes a browser from an earlier sign-in until the password changes', async () => {
    const person = await createPerson(
      platform,
      await platform.signIn(administrator().username, administrator().password),
      { email: 'ann@signalbox.local', authority: 'SYS_ADMIN' },
    );
    const credentials = { username: 'ann@signalbox.local', password: PASSWORD };
    const first = await signInFrom('192.0.2.3', credentials);
    const header = String(first.headers['set-cookie']);
    expect(header).toMatch(
      /^signalbox-device-[0-9a-f]{16}=[\w.-]+; .*Path=\/api\/auth\/login; HttpOnly; SameSite=Strict$/i,
    );
    const cookie = header.split(';', 1)[0] as string;
    for (let count = 0; count < 10; count++) await signInFrom('192.0.2.4', { ...credentials, password: 'no' });
    expect((await signInFrom('192.0.2.4', credentials)).statusCode).toBe(401);
    expect((await signInFrom('192.0.2.4', credentials, cookie)).statusCode).toBe(200);

    // Not the last character: some of its bits are unused.
    const forged = cookie.replace(/.(?=.{9}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
    expect((await signInFrom('192.0.2.4', credentials, forged)).statusCode).toBe(401);
    const others = cookie.replace(/^[^=]+/, (await deviceCookie(administrator())).split('=')[0] as string);
    for (let count = 0; count < 10; count++) await signInFrom('192.0.2.5', { ...administrator(), password: 'no' });
    expect((await signInFrom('192.0.2.5', administrator(), others)).statusCode).toBe(401);

    for (let count = 0; count < 10; count++) await signInFrom('192.0.2.6', { ...credentials, password: 'no' }, cookie);
    expect((await signInFrom('192.0.2.6', credentials, cookie)).statusCode, 'a stolen cookie guesses no further').toBe(
      401,
    );
    expect((await signInFrom('192.0.2.6', credentials)).statusCode).toBe(200);

    const changed = await platform.as(person.token).call<TokenPair>('POST', '/api/auth/changePassword', {
      currentPassword: PASSWORD,
      newPassword: 'another long one',
    });
    expect(changed.status).toBe(200);
    const renewed = { ...credentials, password: 'another long one' };
    expect((await signInFrom('192.0.2.4', renewed, cookie)).statusCode).toBe(401);
    const next = String(changed.headers['set-cookie']).split(';', 1)[0] as string;
    expect((await signInFrom('192.0.2.4', renewed, next)).statusCode).toBe(200);
  });

  it('restricts the cookie of a device to encrypted connections when it was set on one', async () => {
    const reply = await platform.http.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: '127.0.0.1',
      headers: { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' },
      payload: administrator(),
    });
    expect(reply.headers['set-cookie']).toMatch(/; Secure/);
  });

  it.each([
    ['a trusted proxy', '127.0.0.1', '192.0.2.7', true],
    ['anybody else', '203.0.113.9', '203.0.113.9', false],
  ])(
    'believes %s at %s what it says of a client: that is at %s, and gets a cookie for encrypted connections: %s',
    async (_who, remoteAddress, address, isSecure) => {
      const reply = await platform.http.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress,
        headers: { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' },
        payload: administrator(),
      });
      expect(reply.statusCode).toBe(200);
      expect(String(reply.headers['set-cookie']).includes('; Secure')).toBe(isSecure);
      const log = await platform.database.pool.query<{ address: string }>(
        "SELECT action_data ->> 'clientAddress' AS address FROM audit_log WHERE action_type = 'LOGIN' ORDER BY created_time DESC, id DESC LIMIT 1",
      );
      expect(log.rows).toEqual([{ address }]);
    },
  );

  it('answers others while one address sends hundreds of sign-ins concurrently', async () => {
    const flood = Array.from({ length: 600 }, (_, n) =>
      signInFrom('198.51.100.1', { username: `stranger-${n}@signalbox.local`, password: 'no' }),
    );
    const owner = signInFrom('192.0.2.8', administrator());
    const stranger = signInFrom('192.0.2.9', { username: 'nobody@signalbox.local', password: 'no' });
    let done = 0;
    for (const reply of flood) void reply.then(() => done++);
    expect((await owner).statusCode).toBe(200);
    expect((await stranger).statusCode).toBe(401);
    const waiting = 600 - done;
    expect(waiting, 'they did not wait for the flood').toBeGreaterThan(100);
    const replies = await Promise.all(flood);
    const refused = replies.filter((reply) => reply.statusCode === 429);
    expect(new Set(refused.map((reply) => reply.headers['retry-after']))).toEqual(new Set(['1']));
    const statuses = replies.map((reply) => reply.statusCode);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(300);
  });

  it('lets no one guess passwords with a stolen token', async () => {
    const pair = (await signInFrom('192.0.2.10', administrator())).json<TokenPair>();
    const change = () =>
      platform.http.inject({
        method: 'POST',
        url: '/api/auth/changePassword',
        remoteAddress: '192.0.2.10',
        headers: { 'x-authorization': `Bearer ${pair.token}` },
        payload: { currentPassword: 'no', newPassword: 'long enough' },
      });
    for (let count = 0; count < 10; count++) expect((await change()).statusCode).toBe(400);
    expect((await change()).statusCode).toBe(401);
    expect((await signInFrom('192.0.2.10', administrator())).json()).toMatchObject({
      message: 'User account is locked due to security policy',
    });
  });

  it('answers the same for unknown users, however often', async () => {
    const attempts = (username: string) => async () =>
      (await signInFrom('192.0.2.11', { username, password: 'no' })).json<{ message: string }>().message;
    const replies: Record<string, string[]> = {};
    for (const username of [administrator().username, 'nobody.at.all@signalbox.local']) {
      const attempt = attempts(username);
      const seen: string[] = [];
      for (let count = 0; count < 12; count++) seen.push(await attempt());
      replies[username] = seen;
    }
    const [known, unknown] = Object.values(replies);
    expect(unknown).toEqual(known);
  });

  it('requires a new password when the old one has expired, and accepts it with the token provided', async () => {
    const system = await platform.signIn(administrator().username, administrator().password);
    const settings = await system.get<SecuritySettings>('/api/admin/securitySettings');
    const passwordPolicy = { ...settings.passwordPolicy, passwordExpirationPeriodDays: 30 };
    await system.post('/api/admin/securitySettings', { ...settings, passwordPolicy });
    const old = Date.now() - 31 * 86_400_000;
    await platform.database.pool.query('UPDATE user_credentials SET password_changed_time = $1', [old]);
    const refused = await anonymous().call<{ resetToken: string }>('POST', '/api/auth/login', administrator());
    expect(refused).toMatchObject({
      status: 401,
      body: {
        errorCode: 15,
        message: 'User password expired!',
        resetToken: expect.stringMatching(/^[A-Za-z0-9]{30}$/),
      },
    });
    const wrong = { ...administrator(), password: 'wrong' };
    expect(await anonymous().call('POST', '/api/auth/login', wrong)).toMatchObject({ body: { errorCode: 10 } });
    const reset = (password: string) =>
      anonymous().call('POST', '/api/noauth/resetPassword', { resetToken: refused.body.resetToken, password });
    expect((await reset('another one')).status).toBe(200);
    const caller = await platform.signIn(administrator().username, 'another one');
    await caller.post('/api/admin/securitySettings', settings);
    await caller.post('/api/auth/changePassword', {
      currentPassword: 'another one',
      newPassword: administrator().password,
    });
  });

  it('refuses passwords that the policy forbids, and those of the last days', async () => {
    const system = await platform.signIn(administrator().username, administrator().password);
    const settings = await system.get<SecuritySettings>('/api/admin/securitySettings');
    const person = await createPerson(platform, system, {
      email: 'rules@example.com',
      authority: 'TENANT_ADMIN',
      tenantId: (await system.post<Tenant>('/api/tenant', { title: 'Rules' })).id,
    });
    const strict = { passwordReuseFrequencyDays: 3, minimumSpecialCharacters: 1, allowWhitespaces: false };
    await system.post('/api/admin/securitySettings', {
      ...settings,
      passwordPolicy: { ...settings.passwordPolicy, ...strict },
    });
    expect(await anonymous().get('/api/noauth/userPasswordPolicy')).toMatchObject(strict);
    let current = PASSWORD;
    let token = person.token;
    const change = async (newPassword: string) => {
      const reply = await platform
        .as(token)
        .call<TokenPair>('POST', '/api/auth/changePassword', { currentPassword: current, newPassword });
      if (reply.status === 200) {
        current = newPassword;
        token = reply.body.token;
      }
      return reply;
    };
    expect(await change('two words')).toMatchObject({
      status: 400,
      body: {
        message: 'Password must contain 1 or more special characters.\nPassword contains a whitespace character.',
      },
    });
    expect((await change('first-one')).status).toBe(200);
    expect((await change('second-one')).status).toBe(200);
    const used = { status: 400, body: { errorCode: 31, message: 'Password was already used for the last 3 days' } };
    expect(await change('first-one')).toMatchObject(used);
    const { rows } = await platform.database.pool.query<{ password_history: { hash: string; time: number }[] }>(
      'SELECT password_history FROM user_credentials WHERE user_id = $1',
      [person.user.id.id],
    );
    const old = rows[0]!.password_history.map((entry) => ({ ...entry, time: entry.time - 4 * 86_400_000 }));
    await platform.database.pool.query('UPDATE user_credentials SET password_history = $1 WHERE user_id = $2', [
      JSON.stringify(old),
      person.user.id.id,
    ]);
    expect((await change('first-one')).status).toBe(200);
    await system.post('/api/admin/securitySettings', settings);
    expect(await anonymous().get('/api/noauth/userPasswordPolicy')).toEqual(settings.passwordPolicy);
  });

  it('changes the password, keeps only the new tokens and refuses the old password', async () => {
    const { username, password } = administrator();
    const before = await anonymous().post<TokenPair>('/api/auth/login', { username, password });
    const caller = platform.as(before.token);
    const change = (currentPassword: string, newPassword: string) =>
      caller.call<TokenPair>('POST', '/api/auth/changePassword', { currentPassword, newPassword });
    expect(await change('wrong', 'long enough')).toMatchObject({
      status: 400,
      body: { errorCode: 31, message: "Current password doesn't match!" },
    });
    expect(await change(password, '12345')).toMatchObject({
      status: 400,
      body: { message: 'Password must be 6 or more characters in length.' },
    });
    expect(await change(password, password)).toMatchObject({
      status: 400,
      body: { message: 'New password should be different from existing!' },
    });
    const changed = await change(password, 'long enough');
    expect(changed.status).toBe(200);
    expect((await caller.call('GET', '/api/auth/user')).status).toBe(401);
    expect((await platform.as(changed.body.token).call('GET', '/api/auth/user')).status).toBe(200);
    expect((await anonymous().call('POST', '/api/auth/login', { username, password })).status).toBe(401);
    await platform.signIn(username, 'long enough');
  });
});
