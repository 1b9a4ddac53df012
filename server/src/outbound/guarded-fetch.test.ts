import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebServer, type WebServer } from '../../test/web-server.ts';
import { parseAddressRanges } from '../config/address-ranges.ts';
import { createAddressGuard, type ResolveAll } from './address-guard.ts';
import { createGuardedFetch, describeFailure } from './guarded-fetch.ts';

let port: number;
const requested: string[] = [];
let server: WebServer;
const answers: RequestListener = (request, reply) => {
  requested.push(request.url ?? '');
  if (request.url === '/silent') return;
  if (request.url === '/moved') reply.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end('moved');
  else if (request.url === '/long') reply.end('x'.repeat(2000));
  else if (request.url === '/empty') reply.writeHead(204).end();
  else reply.writeHead(200, { 'content-type': 'text/plain' }).end('hello');
};
beforeAll(async () => {
  server = await startWebServer(answers);
  port = server.port;
});
afterAll(() => server?.close());

/** Resolves names to these addresses, one list after the other. */
const resolvesTo = (...lists: string[][]): { resolve: ResolveAll; looked: string[] } => {
  const looked: string[] = [];
  return {
    looked,
    resolve(hostname, _options, callback) {
      looked.push(hostname);
      const list = lists.length > 1 ? (lists.shift() as string[]) : (lists[0] as string[]);
      callback(
        null,
        list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
  };
};

const fetchAs = (listed: string, resolve?: ResolveAll, more = {}) =>
  createGuardedFetch({
    guard: createAddressGuard(parseAddressRanges(listed), resolve),
    plainText: 'anywhere',
    timeLimit: 2000,
    maxBytes: 1000,
    ...more,
  }).fetch;

async function failureOf(call: Promise<Response>): Promise<string> {
  return call.then(
    () => 'none',
    (error: unknown) => describeFailure(error),
  );
}

describe('addresses that others name', () => {
  const guard = createAddressGuard(parseAddressRanges('10.1.0.0/16,fd00:1::/32'));
  it.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['fd00:1::5', true],
    ['64:ff9b::5db8:d822', true],
    ['10.2.0.1', false],
    ['127.0.0.1', false],
    ['::1', false],
    ['::ffff:127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['64:ff9b::a9fe:a9fe', false],
    ['2002:7f00:1::', false],
    ['0.0.0.0', false],
    ['::', false],
    ['169.254.169.254', false],
    ['192.168.0.1', false],
    ['172.16.0.1', false],
    ['100.64.0.1', false],
    ['198.18.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['fe80::1', false],
    ['fc00::1', false],
    ['fd00:2::5', false],
    ['ff02::1', false],
    ['not an address', false],
  ])('%s may be called: %s', (address, allowed) => {
    expect(guard.allows(address)).toBe(allowed);
  });
});

describe('a guarded call', () => {
  it('reaches what the operator lists', async () => {
    const reply = await fetchAs('127.0.0.1')(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' });
    expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([200, 'text/plain', 'hello']);
    expect((await fetchAs('127.0.0.1')(`http://127.0.0.1:${port}/empty`)).status).toBe(204);
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '0.0.0.0', 'localhost'])(
    'refuses the own machine, written as %s',
    async (host) => {
      requested.length = 0;
      expect(await failureOf(fetchAs('none')(`http://${host}:${port}/`))).toContain('in a network that must not be');
      expect(requested).toEqual([]);
    },
  );

  it('refuses a name that leads into the own network, whatever else it leads to', async () => {
    const { resolve } = resolvesTo(['10.0.0.8', 'fc00::1', '127.0.0.1']);
    expect(await failureOf(fetchAs('none', resolve)(`http://inside.example:${port}/`))).toContain('must not be called');
  });

  it('connects only to those addresses of a name that may be called', async () => {
    const { resolve } = resolvesTo(['10.0.0.8', '127.0.0.1']);
    const reply = await fetchAs('127.0.0.0/8', resolve)(`http://mixed.example:${port}/`);
    expect(await reply.text()).toBe('hello');
  });

  it('is not deceived by a name that changes after it was checked', async () => {
    requested.length = 0;
    const { resolve, looked } = resolvesTo(['127.0.0.2'], ['127.0.0.1']);
    // Nobody listens at the first address: what is connected to is what was checked.
    const fetch = fetchAs('127.0.0.2', resolve);
    await failureOf(fetch(`http://rebinding.example:${port}/`));
    expect(await failureOf(fetch(`http://rebinding.example:${port}/`))).toContain('must not be called');
    expect(looked).toEqual(['rebinding.example', 'rebinding.example']);
    expect(requested).toEqual([]);
  });

  it('follows no redirection', async () => {
    requested.length = 0;
    const reply = await fetchAs('127.0.0.1')(`http://127.0.0.1:${port}/moved`);
    expect([reply.status, requested]).toEqual([302, ['/moved']]);
  });

  it('ends when the answer is late or long', async () => {
    const fetch = fetchAs('127.0.0.1', undefined, { timeLimit: 100 });
    expect(await failureOf(fetch(`http://127.0.0.1:${port}/silent`))).toBe('did not answer in time');
    await expect(fetchAs('127.0.0.1')(`http://127.0.0.1:${port}/long`)).rejects.toThrow('too long');
  });

  it('is encrypted, except in networks that the operator lists', async () => {
    const { resolve } = resolvesTo(['93.184.216.34']);
    const fetch = fetchAs('127.0.0.1', resolve, { plainText: 'listed' });
    expect(await failureOf(fetch('http://outside.example/'))).toContain('must be called by https');
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('hello');
  });
});
