import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { createDemoData, DEMO_ACCOUNTS } from './demo-data.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(() => platform?.stop());

it('is complete even if access tokens expire during its creation', async () => {
  let calls = 0;
  /** Ends the caller's session at every 15th call, as a short token lifetime would. */
  const inject = async (options: InjectOptions) => {
    const token = options.headers?.['x-authorization'];
    if (token && ++calls % 15 === 0) {
      await platform.http.inject({ method: 'POST', url: '/api/auth/logout', headers: { 'x-authorization': token } });
    }
    return platform.http.inject(options);
  };
  const http = { inject } as unknown as FastifyInstance;
  await createDemoData(http, pino({ level: 'silent' }), platform.firstAdministrator);
  expect(calls).toBeGreaterThan(30);

  const { username, password } = DEMO_ACCOUNTS.tenantAdministrator;
  const devices = await (await platform.signIn(username, password)).get<{ totalElements: number }>(
    '/api/tenant/devices?pageSize=1&page=0',
  );
  expect(devices.totalElements).toBe(20);
});
