import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';
import { createBaseUrl, createConfiguredBaseUrl } from './base-url.ts';

const storeOf = (value: unknown) =>
  ({ find: async () => ({ id: '', createdTime: 0, key: 'general', value }) }) as unknown as AdminSettingStore;

const request = (headers: Record<string, string> = {}) =>
  ({ headers, protocol: 'http', hostname: 'things.example', port: 8080, socket: {} }) as unknown as FastifyRequest;

describe('links that somebody signed in asks for', () => {
  it.each([
    ['as the request came', {}, {}, 'http://things.example:8080'],
    ['behind a proxy', {}, { 'x-forwarded-proto': 'https' }, 'https://things.example:443'],
    [
      'behind a proxy on a port',
      {},
      { 'x-forwarded-proto': 'https', 'x-forwarded-port': '8443' },
      'https://things.example:8443',
    ],
    ['with an odd scheme', {}, { 'x-forwarded-proto': 'javascript' }, 'http://things.example:80'],
    [
      'when the address is fixed',
      { baseUrl: 'https://a.example/', prohibitDifferentUrl: true },
      {},
      'https://a.example',
    ],
    ['when it is not fixed', { baseUrl: 'https://a.example/' }, {}, 'http://things.example:8080'],
    ['with settings that are none', { baseUrl: 5, prohibitDifferentUrl: true }, {}, 'http://things.example:8080'],
    ['without settings', null, {}, 'http://things.example:8080'],
  ])('begin right %s', async (_when, settings, headers, base) => {
    expect(await createBaseUrl(storeOf(settings))(request(headers))).toBe(base);
  });
});

describe('links that anybody can ask for', () => {
  it.each([
    [{ baseUrl: 'https://a.example//' }, 'https://a.example'],
    [{ baseUrl: ['x'] }, 'http://localhost:8080'],
    [null, 'http://localhost:8080'],
  ])('begin with what is configured: %j', async (settings, base) => {
    expect(await createConfiguredBaseUrl(storeOf(settings))()).toBe(base);
  });
});
