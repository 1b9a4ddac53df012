import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import type { Tenant } from '@signalbox/contract/tenant';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type Person } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { createKeyCount } from '../telemetry/key-bounds.ts';

const MAX_KEYS = 10;

let platform: TestPlatform;
let admin: Person;
let count = 0;

beforeAll(async () => {
  platform = await startTestPlatform({ maxKeysPerDevice: MAX_KEYS });
  ({ admin } = await createTestTenant(platform, 'keys'));
});
afterAll(() => platform.stop());

interface Entity {
  id: { entityType: string; id: string };
}

interface TestDevice {
  id: string;
  token: string;
  url: string;
}

async function newDevice(owner: Person = admin): Promise<TestDevice> {
  const { id } = await owner.post<Device>('/api/device', { name: `Meter ${++count}`, type: 'default' });
  const { credentialsId } = await owner.get<DeviceCredentials>(`/api/device/${id.id}/credentials`);
  return { id: id.id, token: credentialsId as string, url: `/api/plugins/telemetry/DEVICE/${id.id}` };
}

/** Creates an object with this many keys. */
const values = (size: number, name = 'k') =>
  Object.fromEntries(Array.from({ length: size }, (_, at) => [`${name}${at}`, at]));
const keysOf = ({ url }: TestDevice) => admin.get<string[]>(`${url}/keys/timeseries`);
const post = (path: string, body: object) => admin.call('POST', path, body);

const TOO_MANY = {
  status: 400,
  body: { message: 'Too many keys of telemetry: at most 10 are allowed for a device (maxKeysPerDevice)' },
};

async function errorsOf(entityType: string, id: string, reader: Person = admin): Promise<string[]> {
  const { tenantId } = await reader.get<{ tenantId: { id: string } }>('/api/auth/user');
  const { data } = await reader.get<{ data: { body: { error: string } }[] }>(
    `/api/events/${entityType}/${id}/ERROR?tenantId=${tenantId.id}&pageSize=100&page=0`,
  );
  return data.map(({ body }) => body.error);
}

describe('the keys of a device', () => {
  it('are limited over HTTP, and existing ones keep working', async () => {
    const device = await newDevice();
    const path = `/api/v1/${device.token}/telemetry`;
    expect(await post(path, values(MAX_KEYS + 1))).toMatchObject(TOO_MANY);
    expect(await post(path, values(MAX_KEYS))).toMatchObject({ status: 200 });
    await expect.poll(async () => (await keysOf(device)).length).toBe(MAX_KEYS);
    expect(await post(path, { more: 1 })).toMatchObject(TOO_MANY);
    expect(await post(path, values(MAX_KEYS))).toMatchObject({ status: 200 });
    await expect.poll(() => errorsOf('DEVICE', device.id)).toEqual([TOO_MANY.body.message]);
  });

  it('are limited over REST, also for concurrent calls', async () => {
    const device = await newDevice();
    const replies = await Promise.all(
      Array.from({ length: 3 * MAX_KEYS }, (_, at) => post(`${device.url}/timeseries/ANY`, { [`k${at}`]: at })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(MAX_KEYS);
    expect(replies.find(({ status }) => status !== 200)).toMatchObject(TOO_MANY);
    expect(await keysOf(device)).toHaveLength(MAX_KEYS);
  });

  it('are limited when they arrive faster than they are stored: excess ones fail in the rule chain', async () => {
    const device = await newDevice();
    const path = `/api/v1/${device.token}/telemetry`;
    await Promise.all(Array.from({ length: 3 * MAX_KEYS }, (_, at) => post(path, { [`k${at}`]: at })));
    const chains = await admin.get<{ data: { id: { id: string } }[] }>('/api/ruleChains?pageSize=1&page=0');
    const chainId = chains.data[0]?.id.id as string;
    const { nodes } = await admin.get<{ nodes: { name: string; id: { id: string } }[] }>(
      `/api/ruleChain/${chainId}/metadata`,
    );
    const save = nodes.find(({ name }) => name === 'Save Timeseries')?.id.id as string;
    await expect.poll(async () => (await errorsOf('RULE_NODE', save)).join()).toContain('Too many keys of telemetry');
    await post(path, { k0: 'last' });
    await expect
      .poll(() => admin.get(`${device.url}/values/timeseries?keys=k0`))
      .toMatchObject({ k0: [{ value: 'last' }] });
    expect(await keysOf(device)).toHaveLength(MAX_KEYS);
  });

  it('are limited over MQTT, where devices of version 5 are told so and stay connected', async () => {
    const device = await newDevice();
    const client = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort()}`, {
      username: device.token,
      protocolVersion: 5,
      reconnectPeriod: 0,
    });
    const publish = (body: object) => client.publishAsync('v1/devices/me/telemetry', JSON.stringify(body), { qos: 1 });
    await expect(publish(values(MAX_KEYS + 1))).rejects.toMatchObject({ code: 0x97 });
    await publish({ fine: 1 });
    await expect.poll(() => keysOf(device)).toEqual(['fine']);
    expect(client.connected).toBe(true);
    await client.endAsync();
  });

  it('are limited for client and server attributes alike', async () => {
    const device = await newDevice();
    const path = `/api/v1/${device.token}/attributes`;
    expect(await post(path, values(MAX_KEYS + 1))).toMatchObject({
      status: 400,
      body: { message: 'Too many keys of attributes: at most 10 are allowed for a device (maxKeysPerDevice)' },
    });
    const replies = await Promise.all(
      Array.from({ length: 2 * MAX_KEYS }, (_, at) => post(`${device.url}/SERVER_SCOPE`, { [`k${at}`]: at })),
    );
    const stored = replies.filter(({ status }) => status === 200).length;
    const keys = await admin.get<string[]>(`${device.url}/keys/attributes/SERVER_SCOPE`);
    expect(keys.filter((key) => /^k\d+$/.test(key))).toHaveLength(stored);
    expect(stored).toBeLessThanOrEqual(MAX_KEYS);
    expect(stored).toBeGreaterThan(0);
  });

  it('can be replaced when the data of some are deleted', async () => {
    const device = await newDevice();
    await admin.post(`${device.url}/timeseries/ANY`, values(MAX_KEYS));
    expect(await post(`${device.url}/timeseries/ANY`, { other: 1 })).toMatchObject(TOO_MANY);
    await admin.delete(`${device.url}/timeseries/delete?keys=k0&deleteAllDataForKeys=true`);
    expect(await post(`${device.url}/timeseries/ANY`, { other: 1 })).toMatchObject({ status: 200 });
  });

  it('are refused all together, however many they are', async () => {
    const device = await newDevice();
    expect(await post(`${device.url}/timeseries/ANY`, values(100_000))).toMatchObject(TOO_MANY);
    expect(await keysOf(device)).toEqual([]);
  });
});

describe('a tenant profile', () => {
  it('can set limits that 3.3.2 does not know and does not see', async () => {
    const own = await createTestTenant(platform, 'bounded');
    const standard = await platform.system.get<TenantProfile>('/api/tenantProfileInfo/default');
    const { id } = await platform.system.post<TenantProfile>('/api/tenantProfile', {
      name: 'Bounded',
      profileData: { configuration: { type: 'DEFAULT', maxKeysPerDevice: 3, maxKeysPerTenant: 20 } },
    });
    const { tenantId } = await own.admin.get<{ tenantId: { id: string } }>('/api/auth/user');
    const tenant = await platform.system.get<Tenant>(`/api/tenant/${tenantId.id}`);
    await platform.system.post('/api/tenant', { ...tenant, tenantProfileId: id });
    const first = await newDevice(own.admin);
    const save = ({ url }: TestDevice, body: object) => own.admin.call('POST', `${url}/timeseries/ANY`, body);
    expect(await save(first, values(4))).toMatchObject({ status: 400 });
    expect(await save(first, values(3))).toMatchObject({ status: 200 });
    const reason = 'Too many keys: at most 20 are allowed for all devices of the tenant together (maxKeysPerTenant)';
    const refused = async () => {
      const reply = await save(await newDevice(own.admin), values(3));
      return (reply.body as { message?: string } | undefined)?.message;
    };
    await expect.poll(refused).toBe(reason);
    // The device gets an acknowledgement; the tenant learns that the values could not be stored.
    const device = await newDevice(own.admin);
    expect(await post(`/api/v1/${device.token}/telemetry`, values(3))).toMatchObject({ status: 200 });
    await expect.poll(() => errorsOf('DEVICE', device.id, own.admin)).toEqual([reason]);
    const profile = await platform.system.get<TenantProfile>(`/api/tenantProfile/${standard.id.id}`);
    expect(Object.keys(profile.profileData.configuration).filter((name) => name.startsWith('maxKeys'))).toEqual([]);
  });

  it('counts the keys of everything that the tenant has', async () => {
    const own = await createTestTenant(platform, 'counted');
    const { tenantId } = await own.admin.get<{ tenantId: { id: string } }>('/api/auth/user');
    const count = createKeyCount(platform.database.pool);
    /** Keys of what the tenant uses: they come by themselves, and count like all others. */
    const ofUsage = async () => {
      const { rows } = await platform.database.pool.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM series JOIN api_usage_state AS usage ON usage.id = series.entity_id
         WHERE usage.tenant_id = $1`,
        [tenantId.id],
      );
      return rows[0]?.count ?? 0;
    };
    const countOthers = async (): Promise<number> => {
      for (;;) {
        const before = await ofUsage();
        const all = await count(tenantId.id);
        if ((await ofUsage()) === before) return all - before;
      }
    };
    const device = await newDevice(own.admin);
    const asset = await own.admin.post<Entity>('/api/asset', { name: 'Counted', type: 'x' });
    const view = await own.admin.post<Entity>('/api/entityView', { name: 'Counted', type: 'x', entityId: asset.id });
    const edge = await own.admin.post<Entity>('/api/edge', {
      name: 'Counted',
      type: 'x',
      edgeLicenseKey: 'key',
      cloudEndpoint: 'http://cloud',
      routingKey: 'counted',
      secret: 'secret',
    });
    // The server says soon after that a new device is inactive, with a key that counts too.
    await expect
      .poll(() =>
        own.admin.get(`/api/plugins/telemetry/DEVICE/${device.id}/values/attributes/SERVER_SCOPE?keys=active`),
      )
      .toHaveLength(1);
    const before = await countOthers();
    for (const { entityType, id } of [{ entityType: 'DEVICE', id: device.id }, asset.id, view.id, edge.id]) {
      await own.admin.post(`/api/plugins/telemetry/${entityType}/${id}/SERVER_SCOPE`, { counted: 1 });
    }
    expect((await countOthers()) - before).toBe(4);
  });
});
