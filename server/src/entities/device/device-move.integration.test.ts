import type { AlarmInfo } from '@signalbox/contract/alarm';
import type { Asset } from '@signalbox/contract/asset';
import type { Device, DeviceCredentials, DeviceInfo } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { NULL_UUID } from '@signalbox/contract/id';
import type { PageData } from '@signalbox/contract/page';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { watchRuleMessages } from '../../../test/rule-messages.ts';

const PATIENCE = { timeout: 40_000, interval: 50 };

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  other = await createTestTenant(platform, 'other');
});
afterAll(() => platform?.stop());

const newDevice = (name: string, type = 'default') => acme.admin.post<Device>('/api/device', { name, type });
const move = ({ id }: Device, tenantId = other.tenant.id.id) =>
  acme.admin.call<Device>('POST', `/api/tenant/${tenantId}/device/${id.id}`);
const credentialsOf = ({ id }: Device, { admin }: TestTenant) =>
  admin.get<DeviceCredentials>(`/api/device/${id.id}/credentials`);
const latest = ({ id }: Device, { admin }: TestTenant) =>
  admin.get<Record<string, { value: string }[]>>(`/api/plugins/telemetry/DEVICE/${id.id}/values/timeseries`);
const connect = (token: string | null): Promise<MqttClient> =>
  connectAsync(`mqtt://127.0.0.1:${platform.mqttPort()}`, { username: token ?? '', reconnectPeriod: 0 });
const count = async (table: string, column: string, id: string) =>
  (await platform.database.pool.query(`SELECT FROM ${table} WHERE ${column} = $1`, [id])).rowCount;

describe('a device that is given to another tenant', () => {
  it('takes along its credentials, attributes and telemetry, and leaves customer, relations, events and calls', async () => {
    const [here, there] = await Promise.all([watchRuleMessages(acme), watchRuleMessages(other)]);
    const device = await newDevice('Mover', 'Thermometer');
    const { id } = device.id;
    await acme.admin.post(`/api/customer/${acme.customer.id.id}/device/${id}`);
    await acme.admin.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SERVER_SCOPE`, { site: 'North' });
    await acme.admin.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { temperature: 21 });
    await acme.admin.post('/api/relation', { from: acme.customer.id, to: device.id, type: 'Contains' });
    await platform.database.pool.query(
      `INSERT INTO rpc (id, created_time, tenant_id, device_id, expiration_time, request, status)
       VALUES (gen_random_uuid(), 1, $1, $2, 9999999999999, '{"method":"ping"}', 'QUEUED')`,
      [acme.tenant.id.id, id],
    );
    await platform.database.pool.query(
      `INSERT INTO event (id, created_time, tenant_id, entity_type, entity_id, type, uid, body)
       VALUES (gen_random_uuid(), 1, $1, 'DEVICE', $2, 'ERROR', 'u', '{}')`,
      [acme.tenant.id.id, id],
    );
    const credentials = await credentialsOf(device, acme);
    const client = await connect(credentials.credentialsId);
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));

    const reply = await move(device);
    expect(reply.status).toBe(200);
    await closed;
    const { data } = await other.admin.get<PageData<DeviceProfile>>('/api/deviceProfiles?pageSize=10&page=0');
    expect(reply.body).toEqual({
      ...device,
      tenantId: other.tenant.id,
      customerId: { entityType: 'CUSTOMER', id: NULL_UUID },
      type: 'default',
      deviceProfileId: data[0]?.id,
    });
    for (const path of ['/api/device', '/api/device/info']) {
      expect((await acme.admin.call('GET', `${path}/${id}`)).status).toBe(404);
      expect((await acme.customerUser.call('GET', `${path}/${id}`)).status).toBe(404);
      expect((await other.admin.get<Device>(`${path}/${id}`)).tenantId).toEqual(other.tenant.id);
    }
    const values = `/api/plugins/telemetry/DEVICE/${id}/values`;
    expect((await acme.admin.call('GET', `${values}/timeseries`)).status).toBe(404);
    expect(await other.admin.get(`${values}/attributes/SERVER_SCOPE?keys=site`)).toMatchObject([{ value: 'North' }]);
    expect((await latest(device, other)).temperature?.[0]?.value).toBe('21');
    expect(await credentialsOf(device, other)).toEqual(credentials);
    expect(await count('relation', 'to_id', id)).toBe(0);
    expect(await count('rpc', 'device_id', id)).toBe(0);
    expect(await count('event', 'entity_id', id)).toBe(0);
    for (const [tenant, total] of [
      [acme, 0],
      [other, 1],
    ] as const) {
      const list = '/api/tenant/deviceInfos?pageSize=10&page=0&textSearch=Mover';
      expect((await tenant.admin.get<PageData<DeviceInfo>>(list)).totalElements).toBe(total);
      expect(
        (await tenant.admin.get<PageData<DeviceInfo>>(`${list}&sortProperty=lastActivityTime`)).totalElements,
      ).toBe(total);
    }

    const away = await here.of('ENTITY_ASSIGNED_TO_TENANT', id);
    expect(JSON.parse(away.metadata)).toMatchObject({
      assignedToTenantId: other.tenant.id.id,
      assignedToTenantName: 'other',
    });
    const arrived = await there.of('ENTITY_ASSIGNED_FROM_TENANT', id);
    expect(JSON.parse(arrived.metadata)).toEqual({
      assignedFromTenantId: acme.tenant.id.id,
      assignedFromTenantName: 'acme',
    });
    expect(JSON.parse(arrived.data)).toEqual(reply.body);
    const { rows } = await platform.database.pool.query(
      "SELECT tenant_id, action_data FROM audit_log WHERE entity_id = $1 AND action_type = 'ASSIGNED_TO_TENANT'",
      [id],
    );
    expect(rows.map((row) => row.tenant_id)).toEqual([acme.tenant.id.id]);

    // It signs in with the same credentials, as a device of its new tenant.
    const again = await connect(credentials.credentialsId);
    await again.publishAsync('v1/devices/me/telemetry', '{"temperature":22}', { qos: 1 });
    await vi.waitFor(async () => expect((await latest(device, other)).temperature?.[0]?.value).toBe('22'), PATIENCE);
    await there.of('POST_TELEMETRY_REQUEST', id);
    await again.endAsync();
  });

  it('leaves none of its alarms in either tenant, and has new ones in its new tenant alone', async () => {
    const device = await newDevice('Alarming');
    const parent = await acme.admin.post<Asset>('/api/asset', { name: 'Site', type: 'site' });
    await acme.admin.post('/api/relation', { from: parent.id, to: device.id, type: 'Contains' });
    const alarm = { originator: device.id, severity: 'MAJOR', status: 'ACTIVE_UNACK', propagate: true };
    await acme.admin.post<AlarmInfo>('/api/alarm', { ...alarm, type: 'Hot' });
    await acme.admin.post<AlarmInfo>('/api/alarm', { ...alarm, type: 'Wet', status: 'CLEARED_ACK' });
    const typesOf = async ({ admin }: TestTenant, path = '/api/alarms') => {
      const { data, totalElements } = await admin.get<PageData<AlarmInfo>>(`${path}?pageSize=10&page=0`);
      expect(totalElements).toBe(data.length);
      return data.map(({ type }) => type).sort();
    };
    const ofSite = `/api/alarm/ASSET/${parent.id.id}`;
    expect(await typesOf(acme)).toEqual(['Hot', 'Wet']);
    expect(await typesOf(acme, ofSite)).toEqual(['Hot', 'Wet']);
    expect((await move(device)).status).toBe(200);
    for (const path of ['/api/alarms', ofSite]) expect(await typesOf(acme, path)).toEqual([]);
    expect(await typesOf(other)).toEqual([]);
    expect(await typesOf(other, `/api/alarm/DEVICE/${device.id.id}`)).toEqual([]);
    expect((await acme.admin.call('POST', '/api/alarm', { ...alarm, type: 'Late' })).status).toBe(404);
    await other.admin.post('/api/alarm', { ...alarm, type: 'Hot' });
    expect([await typesOf(acme), await typesOf(other)]).toEqual([[], ['Hot']]);
  });

  it('gets the profile of the same name, where its new tenant has one', async () => {
    const device = await newDevice('Named', 'Barometer');
    const known = await other.admin.post<Device>('/api/device', { name: 'Has the profile', type: 'Barometer' });
    expect((await move(device)).body).toMatchObject({ type: 'Barometer', deviceProfileId: known.deviceProfileId });
  });

  it('is refused with views, with a name that is taken, beyond the limit, and to nobody', async () => {
    const viewed = await newDevice('Viewed');
    await acme.admin.post('/api/entityView', { name: 'View', type: 'excerpt', entityId: viewed.id });
    const refusal = (message: string) => ({ status: 400, body: { message, errorCode: 31 } });
    expect(await move(viewed)).toMatchObject(refusal("Can't assign device that has entity views to another tenant!"));
    const taken = await newDevice('Taken');
    await other.admin.post('/api/device', { name: 'Taken', type: 'default' });
    expect(await move(taken)).toMatchObject(refusal('Device with such name already exists!'));
    expect(await move(taken, '7d6b1c50-0000-1000-8000-000000000000')).toMatchObject(
      refusal('Could not find the specified Tenant!'),
    );
    expect((await other.admin.call('POST', `/api/tenant/${other.tenant.id.id}/device/${taken.id.id}`)).status).toBe(
      404,
    );
    expect(
      (await acme.customerUser.call('POST', `/api/tenant/${other.tenant.id.id}/device/${taken.id.id}`)).status,
    ).toBe(403);
    // To the own tenant it goes as it is.
    expect(await move(taken, acme.tenant.id.id)).toMatchObject({ status: 200, body: taken });
    const profile = await platform.system.post<{ id: object }>('/api/tenantProfile', {
      name: 'Small',
      profileData: { configuration: { type: 'DEFAULT', maxDevices: 1 } },
    });
    const small = await createTestTenant(platform, 'small');
    await platform.system.post('/api/tenant', { ...small.tenant, tenantProfileId: profile.id });
    const [one, two] = [await newDevice('Fits'), await newDevice('Does not fit')];
    expect((await move(one, small.tenant.id.id)).status).toBe(200);
    expect(await move(two, small.tenant.id.id)).toMatchObject(refusal("Can't create more then 1 devices!"));
    expect((await acme.admin.get<Device>(`/api/device/${two.id.id}`)).tenantId).toEqual(acme.tenant.id);
  });

  it('gets no view of its former tenant while it goes', async () => {
    for (let round = 0; round < 5; round++) {
      const device = await newDevice(`View race ${round}`);
      const [moved, viewed] = await Promise.all([
        move(device),
        acme.admin.call('POST', '/api/entityView', { name: `Race ${round}`, type: 'excerpt', entityId: device.id }),
      ]);
      expect([moved.status, viewed.status].sort()).toEqual([200, 400]);
    }
  });

  it('loses nothing of what it sends meanwhile, and sends each message to one tenant', async () => {
    const device = await newDevice('Busy');
    const { credentialsId } = await credentialsOf(device, acme);
    let sent = 0;
    let moved = false;
    const keepSending = async () => {
      for (let after = 0; after < 20; ) {
        const reply = await platform
          .as('')
          .call('POST', `/api/v1/${credentialsId}/telemetry`, { ts: 1_600_000_000_000 + sent, values: { n: sent } });
        // A device that is being changed tries again.
        if (reply.status === 200) sent++;
        if (moved) after++;
      }
    };
    const sending = keepSending();
    await vi.waitFor(() => expect(sent).toBeGreaterThan(20), PATIENCE);
    expect((await move(device)).status).toBe(200);
    moved = true;
    await sending;
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries`;
    await vi.waitFor(async () => {
      const points = await other.admin.get<{ n?: unknown[] }>(
        `${path}?keys=n&startTs=1600000000000&endTs=1700000000000&limit=100000`,
      );
      expect(points.n).toHaveLength(sent);
    }, PATIENCE);
  });
});
