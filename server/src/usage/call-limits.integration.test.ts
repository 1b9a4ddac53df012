import { once } from 'node:events';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../test/platform.ts';

let platform: TestPlatform;
let standard: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform({ restRatePerTenant: '2000:3600', restRatePerCustomer: '4:3600' });
  standard = await createTestTenant(platform, 'standard');
});
afterAll(() => platform?.stop());

let made = 0;
/** A tenant whose profile has these members. */
async function tenantWith(configuration: object): Promise<TestTenant> {
  const tenant = await createTestTenant(platform, `calls${++made}`);
  const profile = await platform.system.post<TenantProfile>('/api/tenantProfile', {
    name: `calls ${made}`,
    profileData: { configuration },
  });
  await platform.system.post('/api/tenant', { ...tenant.tenant, tenantProfileId: profile.id });
  return tenant;
}

const ask = (caller: Caller) => caller.call('GET', '/api/dashboard/serverTime');
async function statuses(caller: Caller, calls: number): Promise<number[]> {
  const found: number[] = [];
  for (let call = 0; call < calls; call++) found.push((await ask(caller)).status);
  return found;
}

const open: WebSocket[] = [];
afterAll(() => {
  for (const socket of open) socket.terminate();
});
function openSocket({ token }: Caller): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${platform.httpPort()}/api/ws/plugins/telemetry?token=${token}`);
  open.push(socket);
  socket.on('error', () => undefined);
  return socket;
}

describe('calls of the REST API', () => {
  it('of a tenant are limited by its profile', async () => {
    const { admin, otherCustomerUser } = await tenantWith({
      tenantServerRestLimitsConfiguration: '5:3600',
      customerServerRestLimitsConfiguration: '',
    });
    expect(await statuses(admin, 3)).toEqual([200, 200, 200]);
    // The users of its customers count too.
    expect(await statuses(otherCustomerUser, 2)).toEqual([200, 200]);
    const refused = await ask(admin);
    expect(refused).toMatchObject({
      status: 429,
      body: { errorCode: 33, message: 'Too many requests for current tenant!' },
    });
    const retryAfter = Number(refused.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(720);
    // So do calls that do not exist, and sockets.
    expect((await admin.call('GET', '/api/nothing')).status).toBe(429);
    const [, response] = await once(openSocket(admin), 'unexpected-response');
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('of a customer are limited by the settings, apart from other customers', async () => {
    const { customerUser, otherCustomerUser, admin } = await tenantWith({});
    expect(await statuses(customerUser, 5)).toEqual([200, 200, 200, 200, 429]);
    expect((await ask(customerUser)).body).toMatchObject({ message: 'Too many requests for current customer!' });
    expect(await statuses(otherCustomerUser, 1)).toEqual([200]);
    expect(await statuses(admin, 6)).toEqual(Array(6).fill(200));
  });

  it('are limited no longer once the profile says so', async () => {
    const tenant = await tenantWith({ tenantServerRestLimitsConfiguration: '1:3600' });
    expect(await statuses(tenant.admin, 2)).toEqual([200, 429]);
    const { data } = await platform.system.get<{ data: TenantProfile[] }>(
      `/api/tenantProfiles?pageSize=1&page=0&textSearch=${encodeURIComponent(`calls ${made}`)}`,
    );
    await platform.system.post('/api/tenantProfile', { ...data[0], profileData: { configuration: {} } });
    expect(await statuses(tenant.admin, 2)).toEqual([200, 200]);
  });

  it('of system administrators, devices and strangers are not', async () => {
    expect(await statuses(platform.system, 6)).toEqual(Array(6).fill(200));
    const strangers = await Promise.all(
      Array.from({ length: 6 }, () => platform.as('').call('POST', '/api/noauth/oauth2Clients')),
    );
    expect(strangers.filter(({ status }) => status === 429)).toEqual([]);
    const device = await standard.admin.post<{ id: { id: string } }>('/api/device', { name: 'd', type: 'default' });
    const { credentialsId } = await standard.admin.get<{ credentialsId: string }>(
      `/api/device/${device.id.id}/credentials`,
    );
    for (let message = 0; message < 6; message++) {
      await platform.as('').post(`/api/v1/${credentialsId}/telemetry`, { t: message });
    }
  });
});

describe('sockets', () => {
  async function closeOf(socket: WebSocket): Promise<[number, string]> {
    const [code, reason] = await once(socket, 'close');
    return [code as number, String(reason)];
  }

  it('of a tenant are limited by its profile', async () => {
    const { admin } = await tenantWith({ maxWsSessionsPerTenant: 1 });
    await once(openSocket(admin), 'open');
    expect(await closeOf(openSocket(admin))).toEqual([1008, 'Max tenant sessions limit reached!']);
    await once(openSocket(standard.admin), 'open');
  });

  it('follow as much as its profile says', async () => {
    const { admin, tenant } = await tenantWith({ maxWsSubscriptionsPerTenant: 1 });
    const socket = openSocket(admin);
    await once(socket, 'open');
    const follow = (cmdId: number) =>
      socket.send(
        JSON.stringify({
          attrSubCmds: [{ cmdId, entityType: 'TENANT', entityId: tenant.id.id, scope: 'SERVER_SCOPE' }],
        }),
      );
    follow(1);
    await once(socket, 'message');
    follow(2);
    expect(await closeOf(socket)).toEqual([1008, 'Max tenant subscriptions limit reached!']);
  });

  it('send updates at the rate of its profile', async () => {
    const { admin, tenant } = await tenantWith({ wsUpdatesPerSessionRateLimit: '1:3600' });
    const socket = openSocket(admin);
    await once(socket, 'open');
    const messages: string[] = [];
    socket.on('message', (data) => messages.push(String(data)));
    socket.send(
      JSON.stringify({
        attrSubCmds: [{ cmdId: 1, entityType: 'TENANT', entityId: tenant.id.id, scope: 'SERVER_SCOPE' }],
      }),
    );
    await expect.poll(() => messages.length).toBe(1);
    await admin.post(`/api/plugins/telemetry/TENANT/${tenant.id.id}/SERVER_SCOPE`, { colour: 'red' });
    await expect.poll(() => messages.at(-1)).toContain('Too many updates!');
  });
});
