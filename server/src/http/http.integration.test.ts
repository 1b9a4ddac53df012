import fs from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Device } from '@signalbox/contract/device';
import { ALL_ROUTES } from '@signalbox/contract/routes';
import { UNSTORABLE_TEXT } from '@signalbox/contract/text';
import type { User } from '@signalbox/contract/user';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { addSecurityHeaders, createConsolePages } from './console-pages.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform?.stop());

const NOBODY = '13814000-0000-11b2-8080-808080808080';

const post = (url: string, payload: string, type: string | undefined) =>
  platform.http.inject({
    method: 'POST',
    url,
    headers: { 'x-authorization': `Bearer ${platform.system.token}`, ...(type ? { 'content-type': type } : {}) },
    payload: Buffer.from(payload),
  });
const get = (url: string, headers: Record<string, string> = {}) =>
  platform.http.inject({ method: 'GET', url, headers });

async function listeningPort(): Promise<number> {
  const { server } = platform.http;
  if (!server.listening) await platform.http.listen({ host: '127.0.0.1', port: 0 });
  return (server.address() as AddressInfo).port;
}

describe('the API', () => {
  it('answers every route of the contract', () => {
    const unanswered = Object.entries(ALL_ROUTES).filter(
      ([, { method, path }]) => !platform.http.hasRoute({ method, url: path }),
    );
    expect(unanswered.map(([name]) => name)).toEqual([]);
  });

  it('has no route outside the contract', () => {
    const known = new Set<unknown>(Object.values(ALL_ROUTES));
    expect(platform.routes.filter(({ route }) => !known.has(route)).map(({ route }) => route.path)).toEqual([]);
  });
});

describe('a reply', () => {
  const LONG = '/api/tenantProfiles?pageSize=100&page=0';
  const call = (url: string, accepted?: string) =>
    get(url, {
      'x-authorization': `Bearer ${platform.system.token}`,
      origin: 'http://console',
      ...(accepted !== undefined && { 'accept-encoding': accepted }),
    });

  it('of more than a kilobyte is compressed for those who accept it', async () => {
    const plain = await call(LONG);
    expect(plain.body.length).toBeGreaterThan(1024);
    expect(plain.headers).toMatchObject({ vary: 'Origin, Accept-Encoding' });
    for (const accepted of ['gzip', 'deflate, GZIP;q=0.5, br', 'x-gzip']) {
      const { headers, rawPayload } = await call(LONG, accepted);
      expect(headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-type': 'application/json',
        'content-length': String(rawPayload.length),
        vary: 'Origin, Accept-Encoding',
      });
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
      expect(gunzipSync(rawPayload).toString()).toBe(plain.body);
    }
  });

  it('is sent as it is when it is small, or when that is all that is accepted', async () => {
    for (const accepted of ['', 'identity', 'gzip;q=0', 'gzip; q=0.000', 'deflate, br']) {
      const { headers, body } = await call(LONG, accepted);
      expect(headers).not.toHaveProperty('content-encoding');
      expect(JSON.parse(body)).toHaveProperty('data');
    }
    expect((await call('/api/auth/user', 'gzip')).headers).not.toHaveProperty('content-encoding');
  });

  it('that is long is compressed too', async () => {
    const { rawPayload, headers } = await get('/v3/api-docs', { 'accept-encoding': 'gzip' });
    expect(headers).toHaveProperty('content-encoding', 'gzip');
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toHaveProperty('openapi');
  });

  it('that is long arrives whole at a device that accepts it compressed', async () => {
    const { admin } = await createTestTenant(platform, 'compressed');
    const { id } = await admin.post<Device>('/api/device?accessToken=compressed', { name: 'compressed' });
    const map = Array.from({ length: 20_000 }, (_, index) => index).join(' ');
    await admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/SHARED_SCOPE`, { map });
    const url = '/api/v1/compressed/attributes?sharedKeys=map';
    const { rawPayload, headers } = await get(url, { 'accept-encoding': 'gzip' });
    expect(headers).toHaveProperty('content-encoding', 'gzip');
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual({ shared: { map } });
  });
});

describe('an unknown address', () => {
  it('is revealed only to signed-in users', async () => {
    expect(await platform.as('').call('GET', '/api/nothing')).toMatchObject({ status: 401, body: { errorCode: 10 } });
    expect(await platform.system.call('GET', '/api/nothing')).toMatchObject({
      status: 404,
      body: { status: 404, errorCode: 32, message: 'There is no call GET /api/nothing' },
    });
  });

  it('has the headers of its call, however the letters of the address are spelt', async () => {
    const { statusCode, headers } = await get('/%61pi/tenantProfile%73?pageSize=100&page=0', {
      'x-authorization': `Bearer ${platform.system.token}`,
    });
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toContain('no-store');
    expect(headers).not.toHaveProperty('x-frame-options');
  });

  it.each([
    ['/api/auth/user/', 200],
    ['/api/tenants/?pageSize=1&page=0', 200],
    ['/api/', 404],
  ])('ignores the trailing slash of %s', async (path, status) => {
    expect((await platform.system.call('GET', path)).status).toBe(status);
  });

  it('lists the allowed methods', async () => {
    const reply = await platform.as('').call('GET', '/api/noauth/oauth2Clients');
    expect(reply).toMatchObject({ status: 405, body: { errorCode: 31 }, headers: { allow: 'POST' } });
  });

  it('returns an error, not the console, for files and malformed addresses', async () => {
    for (const url of ['/nothing.js', '/static/x', '/assets/logo.png', '/%E0%A4%A']) {
      expect((await get(url)).statusCode, url).toBeGreaterThanOrEqual(400);
    }
    const body = { status: 400, errorCode: 31, timestamp: expect.any(String), message: expect.any(String) };
    expect(await platform.system.call('GET', '/api/alarm/%ZZ')).toMatchObject({ status: 400, body });
  });
});

describe('the description of the API', () => {
  it('contains every call with its parameters and bodies', async () => {
    const description = (await get('/v3/api-docs')).json();
    expect(description.openapi).toMatch(/^3\.0/);
    const login = description.paths['/api/auth/login'].post;
    expect(login.security).toEqual([]);
    expect(Object.keys(login.requestBody.content['application/json'].schema.properties)).toEqual([
      'username',
      'password',
    ]);
    const users = description.paths['/api/tenant/{tenantId}/users'].get;
    expect(users.parameters.map((parameter: { name: string; required: boolean }) => parameter)).toMatchObject([
      { name: 'tenantId', in: 'path', required: true },
      { name: 'pageSize', in: 'query', required: true },
      { name: 'page', required: true },
      { name: 'textSearch', required: false },
      { name: 'sortProperty' },
      { name: 'sortOrder' },
    ]);
  });

  it('has a page that loads nothing from other hosts', async () => {
    expect((await get('/swagger-ui')).headers.location).toBe('/swagger-ui/');
    const page = await get('/swagger-ui/');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.body).not.toMatch(/https?:/);
    for (const [, file] of page.body.matchAll(/(?:src|href)="(\/swagger-ui\/[^"]+)"/g)) {
      expect((await get(file as string)).statusCode, file).toBe(200);
    }
    expect((await get('/swagger-ui/package.json')).statusCode).toBe(404);
  });
});

describe('framing', () => {
  const framing = (reply: { headers: Record<string, unknown> }) => ({
    policy: /frame-ancestors [^;]*/.exec(String(reply.headers['content-security-policy']))?.[0],
    option: reply.headers['x-frame-options'],
  });
  const refused = { policy: "frame-ancestors 'none'", option: 'DENY' };

  it.each(['/', '/login', '/dashboard/x', '/dashboards/x', '/swagger-ui/', '/v3/api-docs', '/nothing.js'])(
    'is refused at %s by default',
    async (url) => {
      expect(framing(await get(url))).toEqual(refused);
    },
  );

  it('is refused by the policy of API replies', async () => {
    expect(framing(await get('/api/auth/user'))).toEqual({ ...refused, option: undefined });
  });

  it('is allowed for dashboards only when origins are configured, also for cached pages', async () => {
    const folder = await fs.mkdtemp(path.join(tmpdir(), 'console-'));
    await fs.writeFile(path.join(folder, 'index.html'), '<!doctype html>');
    const pages = createConsolePages({ folder, embedOrigins: ['https://a.example', 'https://*.b.example'] });
    const app = Fastify();
    addSecurityHeaders(app);
    app.setNotFoundHandler(async (request, reply) => {
      if (!(await pages.answer(request, reply))) reply.code(404).send();
      return reply;
    });
    const page = await app.inject('/dashboard/1?publicId=2');
    const allowed = { policy: "frame-ancestors 'self' https://a.example https://*.b.example", option: undefined };
    expect(framing(page)).toEqual(allowed);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    // The frame of a widget cannot go to a page that it has made, whose window would have WebRTC.
    expect(page.headers['content-security-policy']).toContain("; frame-src 'self';");
    const kept = await app.inject({
      url: '/dashboard/1?publicId=2',
      headers: { 'if-none-match': String(page.headers.etag) },
    });
    expect(kept.statusCode).toBe(304);
    expect(framing(kept)).toEqual(allowed);
    for (const url of ['/', '/login', '/dashboards/1', '/dashboard/1/x', '/devices']) {
      expect(framing(await app.inject(url)), url).toEqual(refused);
    }
    await app.close();
    await fs.rm(folder, { recursive: true });
  });
});

describe('the frame of widgets', () => {
  it('has no origin, and speaks to the servers that its address names alone', async () => {
    const folder = await fs.mkdtemp(path.join(tmpdir(), 'console-'));
    await fs.writeFile(path.join(folder, 'widget-frame.html'), '<!doctype html>');
    const pages = createConsolePages({ folder, embedOrigins: ['https://a.example'] });
    const app = Fastify();
    addSecurityHeaders(app);
    app.setNotFoundHandler(async (request, reply) => {
      if (!(await pages.answer(request, reply))) reply.code(404).send();
      return reply;
    });
    const policyOf = async (query: string) => {
      const { headers } = await app.inject(`/widget-frame.html${query}`);
      expect(headers).not.toHaveProperty('x-frame-options');
      const parts = String(headers['content-security-policy']).split('; ');
      return Object.fromEntries(parts.map((part) => [part.split(' ')[0], part.slice(part.indexOf(' ') + 1)]));
    };
    expect(await policyOf('')).toMatchObject({
      sandbox: 'allow-scripts allow-forms',
      'default-src': "'none'",
      'connect-src': "'none'",
      'img-src': 'data: blob:',
      'frame-src': "'none'",
      'frame-ancestors': "'self' https://a.example",
    });
    const named = await policyOf(
      '?from=https%3A%2F%2Fcdn.example%3A8443&from=*&from=https%3A%2F%2Fx.example%3B%20script-src%20*',
    );
    expect(named['connect-src']).toBe('https://cdn.example:8443');
    expect(named['script-src']).toMatch(/^'self' .* https:\/\/cdn\.example:8443$/);
    await app.close();
    await fs.rm(folder, { recursive: true });
  });
});

describe('parts of the console', () => {
  it('come without the headers of pages, which a first visit would fetch dozens of times', async () => {
    const folder = await fs.mkdtemp(path.join(tmpdir(), 'console-'));
    await fs.mkdir(path.join(folder, 'static'));
    await fs.writeFile(path.join(folder, 'static', 'part-1234abcd.js'), 'let part;');
    const pages = createConsolePages({ folder });
    const app = Fastify();
    addSecurityHeaders(app);
    app.setNotFoundHandler(async (request, reply) => {
      if (!(await pages.answer(request, reply))) reply.code(404).send();
      return reply;
    });
    const part = await app.inject('/static/part-1234abcd.js');
    expect(part.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-type': expect.stringContaining('javascript'),
    });
    for (const header of ['content-security-policy', 'x-frame-options', 'referrer-policy']) {
      expect(part.headers).not.toHaveProperty(header);
    }
    const absent = await app.inject('/static/other-1234abcd.js');
    expect(absent.statusCode).toBe(404);
    expect(absent.headers['content-security-policy']).toBe("frame-ancestors 'none'");
    await app.close();
    await fs.rm(folder, { recursive: true });
  });
});

describe('replies', () => {
  it('have an explicit type and are never cached', async () => {
    for (const caller of [platform.system, platform.as('')]) {
      const reply = await caller.call('GET', '/api/auth/user');
      expect(reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': expect.stringContaining('no-store'),
        pragma: 'no-cache',
        expires: '0',
      });
      expect(reply.headers).not.toHaveProperty('x-frame-options');
    }
  });

  it('have the JSON content type of 3.3.2', async () => {
    const user = await platform.system.call('GET', '/api/auth/user');
    expect(user.headers['content-type']).toBe('application/json');
    expect((await platform.as('').call('GET', '/api/auth/user')).headers['content-type']).toBe('application/json');
  });

  it('refuse U+0000 in an address', async () => {
    for (const path of ['/api/tenants?pageSize=1&page=0&textSearch=%00', '/api/admin/settings/%00']) {
      expect(await platform.system.call('GET', path), path).toMatchObject({ status: 400, body: { errorCode: 31 } });
    }
  });

  it('refuse values the database cannot represent', async () => {
    const user = await platform.system.get<User>('/api/auth/user');
    const path = `/api/events/USER/${user.id.id}?tenantId=${user.tenantId.id}&pageSize=1&page=0`;
    const reply = await platform.system.call('POST', path, { eventType: 'ERROR', server: 'a\u0000b' });
    expect(reply).toMatchObject({ status: 400, body: { errorCode: 31 } });
  });

  it('refuse what cannot be stored anywhere in a body', async () => {
    const tenant = (additionalInfo: unknown) =>
      platform.system.call('POST', '/api/tenant', { title: 'Nul', additionalInfo });
    expect(await tenant({ notes: ['fine', 'a\u0000b'] })).toMatchObject({
      status: 400,
      body: { errorCode: 31, message: `Validation error: 'additionalInfo.notes.1' ${UNSTORABLE_TEXT}` },
    });
    for (const half of ['\\ud83d', '\\uD83D', '\\uDE00 \\uD83D', '\\udfff']) {
      const body = `{"title":"Half","additionalInfo":{"notes":{"one":"${half}"}}}`;
      expect(await platform.system.call('POST', '/api/tenant', body)).toMatchObject({
        status: 400,
        body: { errorCode: 31, message: `Validation error: 'additionalInfo.notes.one' ${UNSTORABLE_TEXT}` },
      });
    }
    for (const name of ['a\u0000b', 'a\ud800']) {
      expect(await tenant({ [name]: 1 })).toMatchObject({ status: 400, body: { errorCode: 31 } });
    }
    const notes = ['written as \\u0000 and \\ud800', '\ud83d\ude00'];
    expect(await tenant({ notes })).toMatchObject({ status: 200, body: { additionalInfo: { notes } } });
    const escaped = '{"title":"Escaped","additionalInfo":{"notes":"\\uD83D\\ude00"}}';
    expect(await platform.system.call('POST', '/api/tenant', escaped)).toMatchObject({ status: 200 });
  });

  it('keep all digits of numbers in what is any JSON, and refuse those that nothing can hold', async () => {
    const notes = '{"serial":9007199254740993,"list":[-12345678901234567890],"text":"9007199254740993"}';
    const saved = await platform.http.inject({
      method: 'POST',
      url: '/api/tenant',
      headers: { 'x-authorization': `Bearer ${platform.system.token}`, 'content-type': 'application/json' },
      payload: `{"title":"Exact","additionalInfo":${notes}}`,
    });
    expect(saved.body).toContain(notes.slice(1, -1).split(',')[0]);
    const read = await get(`/api/tenant/${saved.json<{ id: { id: string } }>().id.id}`, {
      'x-authorization': `Bearer ${platform.system.token}`,
    });
    for (const number of ['9007199254740993', '[-12345678901234567890]', '"9007199254740993"']) {
      expect(read.body).toContain(number);
    }
    const large = '{"title":"Large","additionalInfo":{"notes":[1,1e400]}}';
    expect(await platform.system.call('POST', '/api/tenant', large)).toMatchObject({
      status: 400,
      body: { message: "Validation error: 'additionalInfo.notes.1' is a number that is too large" },
    });
  });

  it('take the token whatever the seven characters before it say, as 3.3.2 does', async () => {
    for (const prefix of ['Bearer ', 'bearer ', 'Bearer:', 'Token: ']) {
      const reply = await get('/api/auth/user', { 'x-authorization': `${prefix}${platform.system.token}` });
      expect(reply.statusCode, prefix).toBe(200);
    }
    expect((await get('/api/auth/user', { 'x-authorization': platform.system.token })).statusCode).toBe(401);
  });

  it('refuse a call that nobody may make before its body has come', async () => {
    const socket = net.connect(await listeningPort(), '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes)).on('error', () => undefined);
    socket.write('POST /api/resource HTTP/1.1\r\nHost: here\r\nContent-Length: 1000000\r\n\r\n{');
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });

  it('reach a client that is still sending a body that is too large', async () => {
    const reply = await fetch(`http://127.0.0.1:${await listeningPort()}/api/auth/login`, {
      method: 'POST',
      body: 'x'.repeat(5_000_000),
    });
    expect(reply.status).toBe(413);
    expect(await reply.json()).toMatchObject({ errorCode: 31 });
  });

  it('take many ids in an address, and refuse one that is far too long with an error of the API', async () => {
    const root = `http://127.0.0.1:${await listeningPort()}/api/devices?deviceIds=`;
    const headers = { 'x-authorization': `Bearer ${platform.system.token}` };
    const some = Array.from({ length: 1000 }, () => NOBODY).join(',');
    expect((await fetch(`${root}${some}`, { headers })).status).toBe(403);
    const reply = await fetch(`${root}${some},${some}`, { headers });
    expect(reply.status).toBe(431);
    expect(await reply.json()).toMatchObject({ status: 431, errorCode: 31, timestamp: expect.any(String) });
  });

  it('can be read by pages of other origins', async () => {
    const reply = await platform.http.inject({
      method: 'OPTIONS',
      url: '/api/auth/login',
      headers: { origin: 'https://a.example', 'access-control-request-headers': 'x-authorization' },
    });
    expect(reply.statusCode).toBeLessThan(300);
    expect(reply.headers['access-control-allow-headers']).toBe('x-authorization');
  });

  it.each([
    ['malformed UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'not valid UTF-8'],
    ['broken JSON', Buffer.from('{'), 'not valid JSON'],
    ['deep JSON', Buffer.from('['.repeat(10_000)), 'nested deeper'],
    ['nothing', Buffer.from(''), 'Required'],
    ['a list', Buffer.from('[]'), ''],
  ])('refuse %s in a body', async (_what, payload, message) => {
    const reply = await platform.http.inject({
      method: 'POST',
      url: '/api/tenant',
      headers: { 'x-authorization': `Bearer ${platform.system.token}`, 'content-type': 'application/json' },
      payload,
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ errorCode: 31, message: expect.stringContaining(message) });
  });

  it.each([
    ['text/plain', "Content type 'text/plain' not supported"],
    ['application/x-www-form-urlencoded', "Content type 'application/x-www-form-urlencoded' not supported"],
    ['application/jsonx', "Content type 'application/jsonx' not supported"],
    [undefined, "Content type '' not supported"],
  ])('refuse JSON with the media type %s', async (type, message) => {
    const reply = await post('/api/tenant', '{"title":"Typed"}', type);
    expect(reply.statusCode).toBe(415);
    expect(reply.json()).toEqual({ status: 415, message, errorCode: 31, timestamp: expect.any(String) });
  });

  it.each(['application/json', 'application/json;charset=UTF-8', 'Application/JSON', 'application/vnd.api+json'])(
    'accept the media type %s',
    async (type) => {
      const reply = await post('/api/tenant', JSON.stringify({ title: type }), type);
      expect(reply.statusCode, reply.body).toBe(200);
    },
  );

  it.each([
    ['/api/auth/login', JSON.stringify({ username: 'nobody', password: 'x' }), 401],
    ['/api/v1/unknown/telemetry', '{"a":1}', 401],
    [`/api/plugins/telemetry/DEVICE/${NOBODY}/timeseries/ANY`, '{"a":1}', 403],
    [`/api/rpc/oneway/${NOBODY}`, '{"method":"m","params":{}}', 404],
  ])('accept any media type at %s, as 3.3.2 does', async (url, payload, status) => {
    for (const type of ['text/plain', undefined]) expect((await post(url, payload, type)).statusCode).toBe(status);
  });
});
