// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import http from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { callOutside, type OutsideOptions } from '../../../../test/outside-node.ts';
import { startWebServer, type WebServer } from '../../../../test/web-server.ts';
import { restApiCallNode } from './rest-api-call.ts';

interface Asked {
  method: string;
  url: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

let address: string;
let requested: Asked[] = [];
let together = 0;
let most = 0;
const server = http.createServer((request, reply) => {
  let body = '';
  request.on('data', (part) => (body += part));
  request.on('end', async () => {
    const url = request.url ?? '';
    requested.push({ method: request.method ?? '', url, headers: request.headers, body });
    const status = Number(url.match(/^\/status\/(\d+)/)?.[1] ?? 200);
    if (url === '/silent') return;
    if (url === '/together') {
      most = Math.max(most, ++together);
      await new Promise((resolve) => setTimeout(resolve, 20));
      together--;
    }
    if (status >= 300 && status < 400) reply.setHeader('Location', `${address}/elsewhere`);
    reply.writeHead(
      status,
      [
        ['X-Own-Header', 'one'],
        ['X-Own-Header', 'two'],
      ].flat(),
    );
    reply.end(
      url === '/empty'
        ? ''
        : url === '/huge'
          ? 'x'.repeat(1_048_577)
          : url === '/large'
            ? 'x'.repeat(1_048_576)
            : '{"answer":1}',
    );
  });
});
/** Passes everything on, as a proxy does. */
const proxied: string[] = [];
const proxy = http.createServer((request, reply) => {
  proxied.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
  http
    .get(request.url as string, (answer) => answer.pipe(reply.writeHead(answer.statusCode ?? 500)))
    .on('error', () => reply.writeHead(502).end());
});

const started: WebServer[] = [];
let proxyPort: number;
beforeAll(async () => {
  started.push(await startWebServer(server), await startWebServer(proxy));
  address = started[0]?.http ?? '';
  proxyPort = started[1]?.port ?? 0;
});
afterAll(() => Promise.all(started.map((one) => one.close())));

const call = (configuration: object, options: OutsideOptions = {}) => {
  requested = [];
  return callOutside(
    restApiCallNode,
    { ...restApiCallNode.defaultConfiguration, ...configuration },
    { allowed: '127.0.0.0/8', ...options },
  );
};

test('sends the payload with headers from the message, and continues with the answer', async () => {
  const outputs = await call(
    {
      restEndpointUrlPattern: `${address}/devices/\${name}/$[t]`,
      headers: { 'X-${name}': '$[t]', 'Content-Type': 'a/b' },
    },
    { message: { data: '{"t":21}', metadata: { name: 'pump' } } },
  );
  expect(requested).toMatchObject([
    { method: 'POST', url: '/devices/pump/21', body: '{"t":21}', headers: { 'x-pump': '21', 'content-type': 'a/b' } },
  ]);
  expect(outputs).toMatchObject([
    {
      relation: 'Success',
      message: {
        data: '{"answer":1}',
        metadata: { name: 'pump', status: 'OK', statusCode: '200', statusReason: 'OK', 'X-Own-Header': 'one' },
      },
    },
  ]);
});

test.each([
  ['GET', false, ''],
  ['delete', false, '{"t":1}'],
  ['PUT', true, ''],
])('%s, without a body: %s, sends “%s”', async (requestMethod, ignoreRequestBody, body) => {
  await call({ restEndpointUrlPattern: address, requestMethod, ignoreRequestBody }, { message: { data: '{"t":1}' } });
  expect(requested).toMatchObject([{ method: requestMethod.toUpperCase(), body }]);
});

test('continues with an empty object when the answer is empty', async () => {
  const [output] = await call({ restEndpointUrlPattern: `${address}/empty` });
  expect(output?.message.data).toBe('{}');
});

test('says who it is by name and password', async () => {
  const credentials = { type: 'basic', username: 'me', password: 'secret' };
  await call({ restEndpointUrlPattern: address, credentials });
  expect(requested[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:secret').toString('base64')}`);
});

test.each([
  [302, { status: 'FOUND', statusCode: '302', statusReason: 'Found', error_body: '{"answer":1}' }],
  [
    404,
    {
      status: 'Not Found',
      statusCode: '404',
      error: 'HttpClientErrorException: 404 Not Found',
      error_body: '{"answer":1}',
    },
  ],
  [503, { error: 'HttpServerErrorException: 503 Service Unavailable' }],
])('fails with %i, keeping its payload', async (status, metadata) => {
  const outputs = await call(
    { restEndpointUrlPattern: `${address}/status/${status}` },
    { message: { data: '{"t":1}' } },
  );
  expect(outputs).toMatchObject([{ relation: 'Failure', message: { data: '{"t":1}' } }]);
  expect(outputs[0]?.message.metadata).toEqual(metadata);
  expect(requested).toHaveLength(1);
});

test.each([
  ['an answer that is late', { restEndpointUrlPattern: '/silent', readTimeoutMs: 100 }, /Timeout/],
  ['an answer without an end', { restEndpointUrlPattern: '/huge' }, /too long/],
])('fails for %s', async (_what, configuration, reason) => {
  const outputs = await call({
    ...configuration,
    restEndpointUrlPattern: address + configuration.restEndpointUrlPattern,
  });
  expect(outputs).toMatchObject([{ relation: 'Failure' }]);
  expect(outputs[0]?.message.metadata.error).toMatch(reason);
});

test.each([
  ['an address of the own network', 'http://127.0.0.1:1/', 'must not be called'],
  ['a name of it', 'http://localhost:1/', 'must not be called'],
  ['another scheme', 'file:///etc/passwd', 'cannot be called'],
  ['no address', 'nowhere', 'Invalid URL'],
])('does not call %s', async (_what, restEndpointUrlPattern, reason) => {
  const outputs = await call({ restEndpointUrlPattern }, { allowed: 'none' });
  expect(outputs[0]?.message.metadata.error).toContain(reason);
});

test('has no more calls under way than it may', async () => {
  await call({ restEndpointUrlPattern: `${address}/together`, maxParallelRequestsCount: 2 }, { times: 8 });
  expect(requested).toHaveLength(8);
  expect(most).toBe(2);
});

test('takes answers as long as messages may be, many at a time', async () => {
  const outputs = await call({ restEndpointUrlPattern: `${address}/large` }, { times: 20 });
  expect(outputs.map(({ relation, message }) => [relation, message.data.length])).toEqual(
    new Array(20).fill(['Success', 1_048_576]),
  );
});

test('goes through a proxy', async () => {
  const settings = { enableProxy: true, proxyHost: '127.0.0.1', proxyPort, proxyUser: 'me', proxyPassword: 'secret' };
  const outputs = await call({ restEndpointUrlPattern: `${address}/far`, requestMethod: 'GET', ...settings });
  expect(outputs).toMatchObject([{ relation: 'Success' }]);
  expect(proxied).toEqual([`${address}/far Basic ${Buffer.from('me:secret').toString('base64')}`]);
});

test.each([
  ['127.0.0.1', null, 'must not be called'],
  ['[::1]', null, 'must not be called'],
  ['[::ffff:127.0.0.1]', 'https', 'must not be called'],
  ['127.0.0.1', 'socks5', 'The scheme of a proxy is http or https'],
  ['0x7f.1', 'gopher', 'The scheme of a proxy is http or https'],
])('does not start with the proxy %s by %s', async (proxyHost, proxyScheme, reason) => {
  const settings = { enableProxy: true, proxyHost, proxyScheme, proxyPort };
  await expect(call(settings, { allowed: 'none' })).rejects.toThrow(reason);
});

describe('the proxy of the server', () => {
  const SYSTEM = { enableProxy: true, useSystemProxyProperties: true, requestMethod: 'GET' };
  const setProxy = (http_proxy: string, no_proxy = ''): void => {
    proxied.length = 0;
    for (const [name, value] of Object.entries({ http_proxy, HTTP_PROXY: http_proxy, no_proxy, NO_PROXY: no_proxy })) {
      vi.stubEnv(name, value);
    }
  };
  afterEach(() => vi.unstubAllEnvs());

  test('is called wherever it is', async () => {
    setProxy(`http://127.0.0.1:${proxyPort}`);
    const outputs = await call({ restEndpointUrlPattern: `${address}/far`, ...SYSTEM });
    expect(outputs).toMatchObject([{ relation: 'Success' }]);
    expect(proxied).toEqual([`${address}/far `]);
  });

  test.each([
    ['there is none', false, ''],
    ['it is not for that host', true, '*'],
    ['it would be the one who calls', true, ''],
  ])('leads into no network that must not be called where %s', async (_where, isSet, exceptions) => {
    setProxy(isSet ? `http://127.0.0.1:${proxyPort}` : '', exceptions);
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const restEndpointUrlPattern = `http://${host}:${new URL(address).port}/secret`;
      const outputs = await call({ restEndpointUrlPattern, ...SYSTEM }, { allowed: 'none' });
      expect(outputs[0]?.message.metadata.error).toContain('must not be called');
      expect([requested, proxied]).toEqual([[], []]);
    }
  });

  test('is asked for names that only it knows', async () => {
    setProxy(`http://127.0.0.1:${proxyPort}`);
    const outputs = await call({ restEndpointUrlPattern: 'http://far.invalid/', ...SYSTEM }, { allowed: 'none' });
    expect(outputs).toMatchObject([{ relation: 'Failure' }]);
    expect(proxied).toEqual(['http://far.invalid/ ']);
  });
});
