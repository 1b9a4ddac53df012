import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform({ lwm2mHost: 'devices.example' });
  acme = await createTestTenant(platform, 'lwm2m');
});
afterAll(() => platform?.stop());

it.each([
  ['true', 'lwm2m-bootstrap', 'lwm2ms-bootstrap', 111],
  ['false', 'lwm2m', 'lwm2ms', 123],
])('tells where the servers are (bootstrap: %s)', async (isBootstrap, plain, secure, serverId) => {
  const addresses = platform.transportAddresses();
  expect(await acme.admin.get(`/api/lwm2m/deviceProfile/bootstrap/${isBootstrap}`)).toEqual({
    bootstrapServerIs: isBootstrap === 'true',
    host: 'devices.example',
    securityHost: 'devices.example',
    clientHoldOffTime: 1,
    serverPublicKey: '',
    bootstrapServerAccountTimeout: 0,
    port: addresses[plain]?.port,
    securityPort: addresses[secure]?.port,
    serverId,
  });
});

it('refuses what is neither', async () => {
  expect((await acme.admin.call('GET', '/api/lwm2m/deviceProfile/bootstrap/perhaps')).status).toBe(400);
});
