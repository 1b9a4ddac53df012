import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { isInRanges, parseAddressRanges } from '../config/address-ranges.ts';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';
import { createBaseUrl, createConfiguredBaseUrl } from './base-url.ts';

const storeOf = (value: unknown) =>
  ({ find: async () => ({ id: '', createdTime: 0, key: 'general', value }) }) as unknown as AdminSettingStore;

/** Returns the base of links for a request with these headers from a client at `remoteAddress`. */
async function baseOf(settings: unknown, headers: Record<string, string>, remoteAddress = '127.0.0.1') {
  const trustedProxies = parseAddressRanges('127.0.0.0/8');
  const app = Fastify({ trustProxy: (address) => isInRanges(address, trustedProxies) });
  app.get('/', (request) => createBaseUrl(storeOf(settings), trustedProxies)(request));
  return (await app.inject({ url: '/', remoteAddress, headers: { host: 'things.example:8080', ...headers } })).body;
}

describe('links for a signed-in user', () => {
  const fixed = { baseUrl: 'https://a.example/', prohibitDifferentUrl: true };
  it.each([
    ['as the request came', {}, {}, 'http://things.example:8080'],
    ['behind a proxy', {}, { 'x-forwarded-proto': 'https' }, 'https://things.example:443'],
    [
      'behind a proxy on a port',
      {},
      { 'x-forwarded-proto': 'https', 'x-forwarded-port': '8443' },
      'https://things.example:8443',
    ],
    [
      'behind a proxy that names the host',
      {},
      { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'front.example:8443' },
      'https://front.example:8443',
    ],
    [
      'behind several proxies',
      {},
      { 'x-forwarded-proto': 'http, https', 'x-forwarded-host': 'claimed.example, front.example' },
      'https://front.example:443',
    ],
    ['with an odd scheme', {}, { 'x-forwarded-proto': 'javascript' }, 'http://things.example:80'],
    ['when the address is fixed', fixed, {}, 'https://a.example'],
    ['when it is not fixed', { baseUrl: 'https://a.example/' }, {}, 'http://things.example:8080'],
    ['with settings of another type', { baseUrl: 5, prohibitDifferentUrl: true }, {}, 'http://things.example:8080'],
    ['without settings', null, {}, 'http://things.example:8080'],
  ])('start correctly %s', async (_when, settings, headers, base) => {
    expect(await baseOf(settings, headers)).toBe(base);
  });

  it('ignore the headers of untrusted clients', async () => {
    const claimed = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example', 'x-forwarded-port': '1' };
    expect(await baseOf({}, claimed, '203.0.113.9')).toBe('http://things.example:8080');
  });
});

describe('links that anyone can request', () => {
  it.each([
    [{ baseUrl: 'https://a.example//' }, 'https://a.example'],
    [{ baseUrl: ['x'] }, 'http://localhost:8080'],
    [null, 'http://localhost:8080'],
  ])('start with the configured address: %j', async (settings, base) => {
    expect(await createConfiguredBaseUrl(storeOf(settings))()).toBe(base);
  });
});
