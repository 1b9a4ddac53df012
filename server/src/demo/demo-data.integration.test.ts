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
  const tenant = await platform.signIn(username, password);
  const total = async (list: string) =>
    (await tenant.get<{ totalElements: number }>(`/api/${list}?pageSize=1&page=0`)).totalElements;
  expect(await total('tenant/devices')).toBe(20);
  expect(await total('tenant/assets')).toBe(3);
  expect(await tenant.get('/api/deviceProfiles/nowKeys')).toHaveLength(3);

  // A device that measures too much raises an alarm, which what contains the device has as well.
  const device = await tenant.get<{ id: { id: string } }>('/api/tenant/devices?deviceName=Pump%20station%20west');
  const { credentialsId } = await tenant.get<{ credentialsId: string }>(`/api/device/${device.id.id}/credentials`);
  const sent = await tenant.call('POST', `/api/v1/${credentialsId}/telemetry`, { power: 22.5 });
  expect(sent.status).toBe(200);
  const site = await tenant.get<{ id: { id: string } }>('/api/tenant/assets?assetName=Waterworks');
  await expect
    .poll(() => tenant.get(`/api/alarm/ASSET/${site.id.id}?pageSize=1&page=0&searchStatus=ACTIVE`))
    .toMatchObject({ data: [{ type: 'High load', severity: 'MAJOR', details: { data: '22.5 kW' } }] });
});
