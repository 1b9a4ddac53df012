import type { Dashboard } from '@signalbox/contract/dashboard';
import type { Device } from '@signalbox/contract/device';
import type { TokenPair } from '@signalbox/contract/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let device: Device;
let other: Device;
let visitor: Caller;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  const makePublic = async (name: string) => {
    const saved = await acme.admin.post<Device>('/api/device', { name });
    return acme.admin.post<Device>(`/api/customer/public/device/${saved.id.id}`);
  };
  device = await makePublic('Fountain');
  other = await makePublic('Gate');
  const publicId = device.customerId.id;
  const pair = await platform.as('').post<TokenPair>('/api/auth/login/public', { publicId });
  visitor = platform.as(pair.token);
});
afterAll(() => platform?.stop());

const call = ({ id }: Device) =>
  visitor.call('POST', `/api/rpc/oneway/${id.id}`, { method: 'on', params: {}, expirationTime: Date.now() + 200 });

/** Creates a public dashboard with an alias for the fountain. */
async function publicDashboard(settings: object, filter: object): Promise<Dashboard> {
  const configuration = { settings, entityAliases: { a: { id: 'a', alias: 'Fountain', filter } }, widgets: {} };
  const dashboard = await acme.admin.post<Dashboard>('/api/dashboard', { title: 'Park', configuration });
  await acme.admin.post(`/api/customer/public/dashboard/${dashboard.id.id}`);
  return dashboard;
}

const fountain = () => ({
  type: 'singleEntity',
  resolveMultiple: false,
  singleEntity: { entityType: 'DEVICE', id: device.id.id },
});

describe('a public visitor', () => {
  it('cannot call devices unless the owner of a dashboard allows it', async () => {
    await publicDashboard({}, fountain());
    await publicDashboard({ visitorsMayCall: 'yes' }, fountain());
    expect(await call(device)).toMatchObject({ status: 403, body: { errorCode: 20 } });
  });

  it('can call the devices of a dashboard whose owner allows it, and no others', async () => {
    const dashboard = await publicDashboard({ visitorsMayCall: true }, fountain());
    expect((await call(device)).status).toBe(504);
    expect((await call(other)).status).toBe(403);
    const stored = await visitor.call(
      'GET',
      `/api/rpc/persistent/device/${device.id.id}?pageSize=1&page=0&rpcStatus=QUEUED`,
    );
    expect(stored.status).toBe(403);
    await acme.admin.delete(`/api/customer/public/dashboard/${dashboard.id.id}`);
    expect((await call(device)).status).toBe(403);
  });

  it.each([
    ['names of devices', { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'Fount' }],
    ['types of devices', { type: 'deviceType', deviceType: 'default', deviceNameFilter: 'Foun' }],
    ['all devices', { type: 'entityType', entityType: 'DEVICE' }],
  ])('can call what an alias for %s finds', async (_what, filter) => {
    const dashboard = await publicDashboard({ visitorsMayCall: true }, filter);
    expect((await call(device)).status).toBe(504);
    expect((await call(other)).status).toBe(filter.type === 'entityType' ? 504 : 403);
    await acme.admin.delete(`/api/dashboard/${dashboard.id.id}`);
  });

  it('cannot call through aliases that depend on a selection or are invalid', async () => {
    for (const filter of [{ type: 'stateEntity' }, { type: 'singleEntity' }, null, 'x'] as object[]) {
      await publicDashboard({ visitorsMayCall: true }, filter);
    }
    expect((await call(device)).status).toBe(403);
  });

  it('cannot call what is not public, whatever a dashboard names', async () => {
    const hidden = await acme.admin.post<Device>('/api/device', { name: 'Hidden' });
    const dashboard = await publicDashboard({ visitorsMayCall: true }, { type: 'entityType', entityType: 'DEVICE' });
    expect((await call(hidden)).status).toBe(403);
    await acme.admin.delete(`/api/dashboard/${dashboard.id.id}`);
  });
});
