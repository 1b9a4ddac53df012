import { randomUUID } from 'node:crypto';
import type { AuditLog } from '@signalbox/contract/audit-log';
import type { Device, DeviceCredentials, DeviceInfo } from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import type { TokenPair } from '@signalbox/contract/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  other = await createTestTenant(platform, 'other');
});
afterAll(() => platform?.stop());

const NULL_UUID = '13814000-1dd2-11b2-8080-808080808080';
const UNKNOWN = '784f0000-1dd2-11b2-8080-808080808080';
const refusal = (message: string) => ({ status: 400, body: { errorCode: 31, message } });
const save = (body: unknown) => acme.admin.post<Device>('/api/device', body);

describe('a device', () => {
  it('is written with all fields of the wire, in its order', async () => {
    const device = await save({ name: 'Pump' });
    expect(Object.keys(device)).toEqual(
      'id createdTime additionalInfo tenantId customerId name type label deviceProfileId deviceData firmwareId softwareId'.split(
        ' ',
      ),
    );
    expect(device).toMatchObject({
      additionalInfo: null,
      customerId: { entityType: 'CUSTOMER', id: NULL_UUID },
      type: 'default',
      label: null,
      deviceData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
      firmwareId: null,
      softwareId: null,
    });
    expect(await acme.admin.get(`/api/device/${device.id.id}`)).toEqual(device);
    const info = { ...device, customerTitle: null, customerIsPublic: false, deviceProfileName: 'default' };
    const path = `/api/device/info/${device.id.id}`;
    expect(await acme.admin.get<DeviceInfo>(path)).toEqual(info);
    const withActivity = { ...info, active: false, lastActivityTime: 0 };
    expect(await acme.admin.get<DeviceInfo>(`${path}?activity=true`)).toEqual(withActivity);
    const list = '/api/tenant/deviceInfos?pageSize=1&page=0';
    expect(await acme.admin.get(list)).toMatchObject({ data: [info], totalElements: 1 });
    expect(Object.keys((await acme.admin.get<PageData<DeviceInfo>>(list)).data[0] ?? {})).not.toContain('active');
    expect(await acme.admin.get(`${list}&activity=true`)).toMatchObject({ data: [withActivity] });
  });

  it('keeps its creation time and its tenant whatever a client sends', async () => {
    const device = await save({ name: 'Steady' });
    const { createdTime: _createdTime, ...rest } = device;
    const saved = await save({ ...rest, tenantId: other.tenant.id, label: 'north' });
    expect(saved).toEqual({ ...device, label: 'north' });
  });

  it('keeps additional information of any kind, since clients of 3.3.2 send it back as text', async () => {
    for (const additionalInfo of [{ a: 1 }, "{'a': 1}", [1], 5, false, null]) {
      const { id } = await save({ name: `Odd ${JSON.stringify(additionalInfo)}`, additionalInfo });
      expect(await acme.admin.get<Device>(`/api/device/${id.id}`)).toMatchObject({ additionalInfo });
    }
  });

  it('gets the profile that its type names, which is made when there is none', async () => {
    const first = await save({ name: 'Meter 1', type: 'meter' });
    const second = await save({ name: 'Meter 2', type: 'meter' });
    expect(first.type).toBe('meter');
    expect(second.deviceProfileId).toEqual(first.deviceProfileId);
    expect((await save({ name: 'Meter 3', type: 'odd', deviceProfileId: first.deviceProfileId })).type).toBe('meter');
    const types = await acme.admin.get<{ type: string }[]>('/api/device/types');
    expect(types.map(({ type }) => type)).toEqual(['default', 'meter']);
    expect(types[0]).toEqual({ tenantId: acme.tenant.id, entityType: 'DEVICE', type: 'default' });
  });

  it('is not taken when something is wrong with it', async () => {
    const call = (body: unknown) => acme.admin.call('POST', '/api/device', body);
    await save({ name: 'Taken' });
    expect(await call({})).toMatchObject(refusal('Device name should be specified!'));
    expect(await call({ name: '  ' })).toMatchObject(refusal('Device name should be specified!'));
    expect(await call({ name: 'Taken' })).toMatchObject(refusal('Device with such name already exists!'));
    expect(await call({ name: 'x'.repeat(256) })).toMatchObject(
      refusal('Validation error: length of name must be equal or less than 255'),
    );
    expect(await call({ name: '<img src=x onerror=alert(1)>' })).toMatchObject({ status: 400 });
    expect(await call({ name: 'N', customerId: { id: UNKNOWN } })).toMatchObject(
      refusal("Can't assign device to non-existent customer!"),
    );
    expect(await call({ name: 'N', customerId: other.customer.id })).toMatchObject(
      refusal("Can't assign device to customer from different tenant!"),
    );
    expect(await call({ name: 'N', deviceProfileId: { id: UNKNOWN } })).toMatchObject(
      refusal('Device is referencing non existing device profile!'),
    );
    expect(await call('not json')).toMatchObject({ status: 400, body: { errorCode: 31 } });
    expect(await call({ id: { id: UNKNOWN }, name: 'N' })).toMatchObject({ status: 404 });
    expect((await acme.admin.call('GET', '/api/tenant/devices?deviceName=N')).status).toBe(404);
  });

  it('does not exist for another tenant', async () => {
    const device = await save({ name: 'Secret' });
    for (const path of [`/api/device/${device.id.id}`, `/api/device/info/${device.id.id}`]) {
      expect(await other.admin.call('GET', path)).toMatchObject({
        status: 404,
        body: { errorCode: 32, message: `Device with id [${device.id.id}] is not found` },
      });
    }
    expect((await other.admin.call('DELETE', `/api/device/${device.id.id}`)).status).toBe(404);
    expect((await other.admin.call('POST', '/api/device', device)).status).toBe(404);
    expect(await acme.admin.get(`/api/device/${device.id.id}`)).toEqual(device);
  });

  it('goes with its credentials and relations', async () => {
    const device = await save({ name: 'Short-lived' });
    await acme.admin.post('/api/relation', { from: device.id, to: acme.customer.id, type: 'Contains' });
    await acme.admin.delete(`/api/device/${device.id.id}`);
    expect((await acme.admin.call('GET', `/api/device/${device.id.id}`)).status).toBe(404);
    const { rows } = await platform.database.pool.query('SELECT 1 FROM relation WHERE from_id = $1', [device.id.id]);
    expect(rows).toEqual([]);
  });
});

describe('assignment', () => {
  it('gives a device to a customer, whose user may use but not own it', async () => {
    const device = await save({ name: 'Rented' });
    const path = `/api/device/${device.id.id}`;
    expect((await acme.customerUser.call('GET', path)).status).toBe(403);
    const assigned = await acme.admin.post<Device>(`/api/customer/${acme.customer.id.id}${path.slice(4)}`);
    expect(assigned.customerId).toEqual(acme.customer.id);
    expect(await acme.customerUser.get(path)).toEqual(assigned);
    expect((await acme.otherCustomerUser.call('GET', path)).status).toBe(403);
    expect(await acme.customerUser.post('/api/device', { ...assigned, label: 'mine' })).toMatchObject({
      label: 'mine',
    });
    const stolen = { ...assigned, customerId: acme.otherCustomer.id };
    expect((await acme.customerUser.call('POST', '/api/device', stolen)).status).toBe(403);
    expect((await acme.customerUser.call('POST', '/api/device', { name: 'New' })).status).toBe(403);
    const { deviceProfileId: _profile, ...ofType } = assigned;
    expect((await acme.customerUser.call('POST', '/api/device', { ...ofType, type: 'no such type' })).status).toBe(403);
    expect((await acme.customerUser.call('POST', '/api/device', { ...ofType, type: 'default' })).status).toBe(200);
    const list = await acme.customerUser.get<PageData<DeviceInfo>>(
      `/api/customer/${acme.customer.id.id}/deviceInfos?pageSize=10&page=0`,
    );
    expect(list).toMatchObject({ totalElements: 1, data: [{ customerTitle: 'Customer A' }] });
    const foreign = `/api/customer/${acme.otherCustomer.id.id}/devices?pageSize=10&page=0`;
    expect((await acme.customerUser.call('GET', foreign)).status).toBe(403);

    const back = await acme.admin.delete<Device>(`/api/customer${path.slice(4)}`);
    expect(back.customerId.id).toBe(NULL_UUID);
    expect(await acme.admin.call('DELETE', `/api/customer${path.slice(4)}`)).toMatchObject(
      refusal("Device isn't assigned to any customer!"),
    );
    const log = await acme.admin.get<PageData<AuditLog>>(
      `/api/audit/logs/entity/DEVICE/${device.id.id}?pageSize=20&page=0&actionTypes=assigned_to_customer`,
    );
    expect(log.data).toMatchObject([
      {
        actionStatus: 'SUCCESS',
        actionData: {
          entityId: device.id.id,
          assignedCustomerId: acme.customer.id.id,
          assignedCustomerName: 'Customer A',
        },
      },
    ]);
  });

  it('can make a device public', async () => {
    const device = await save({ name: 'Weather' });
    const { customerId } = await acme.admin.post<Device>(`/api/customer/public/device/${device.id.id}`);
    expect(await acme.admin.get(`/api/device/info/${device.id.id}`)).toMatchObject({
      customerTitle: 'Public',
      customerIsPublic: true,
    });
    const pair = await platform.as('').post<TokenPair>('/api/auth/login/public', { publicId: customerId.id });
    const visitor = platform.as(pair.token);
    expect(await visitor.get(`/api/device/${device.id.id}`)).toMatchObject({ name: 'Weather' });
    expect((await visitor.call('GET', `/api/device/${device.id.id}/credentials`)).status).toBe(403);
  });

  it('belongs to nobody when its customer is deleted, also at the same moment', async () => {
    const device = await save({ name: 'Contested' });
    for (let round = 0; round < 5; round++) {
      const customer = await acme.admin.post<{ id: { id: string } }>('/api/customer', { title: `Short ${round}` });
      await Promise.all([
        acme.admin.call('POST', `/api/customer/${customer.id.id}/device/${device.id.id}`),
        acme.admin.delete(`/api/customer/${customer.id.id}`),
      ]);
      expect((await acme.admin.get<Device>(`/api/device/${device.id.id}`)).customerId.id).toBe(NULL_UUID);
    }
  });

  it('belongs to nobody either when it is saved with a customer that is deleted at the same moment', async () => {
    const device = await save({ name: 'Saved with its customer' });
    for (let round = 0; round < 5; round++) {
      const customer = await acme.admin.post<{ id: { id: string } }>('/api/customer', { title: `Brief ${round}` });
      const replies = await Promise.all([
        acme.admin.call('POST', '/api/device', { ...device, customerId: customer.id }),
        acme.admin.call('DELETE', `/api/customer/${customer.id.id}`),
        acme.admin.call('POST', '/api/device', { name: `New ${round}`, customerId: customer.id }),
        acme.admin.call('POST', '/api/device', { name: `Newer ${round}`, customerId: customer.id }),
      ]);
      expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
      const { data } = await acme.admin.get<{ data: Device[] }>('/api/tenant/devices?pageSize=1000&page=0');
      expect(data.filter(({ customerId }) => customerId.id === customer.id.id)).toEqual([]);
    }
  });

  it('is refused when its profile is deleted at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await acme.admin.post<{ id: { id: string } }>('/api/deviceProfile', {
        name: `Brief ${round}`,
        type: 'DEFAULT',
        transportType: 'DEFAULT',
        profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
      });
      const replies = await Promise.all([
        ...[1, 2, 3].map((at) =>
          acme.admin.call('POST', '/api/device', { name: `Of ${round} ${at}`, deviceProfileId: id }),
        ),
        acme.admin.call('DELETE', `/api/deviceProfile/${id.id}`),
      ]);
      expect(replies.filter(({ status }) => ![200, 400, 404].includes(status))).toEqual([]);
    }
  });

  it('needs a customer of the tenant', async () => {
    const device = await save({ name: 'Kept' });
    for (const id of [UNKNOWN, other.customer.id.id]) {
      const reply = await acme.admin.call('POST', `/api/customer/${id}/device/${device.id.id}`);
      expect(reply.status).toBe(404);
    }
  });
});

describe('credentials', () => {
  it('are a random token, or the one that is asked for', async () => {
    const device = await save({ name: 'With token' });
    const read = await acme.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
    expect(read).toMatchObject({ deviceId: device.id, credentialsType: 'ACCESS_TOKEN', credentialsValue: null });
    expect(read.credentialsId).toMatch(/^[A-Za-z0-9]{20}$/);
    const chosen = await acme.admin.post<Device>('/api/device?accessToken=MY_TOKEN', { name: 'Chosen' });
    expect(await acme.admin.get(`/api/device/${chosen.id.id}/credentials`)).toMatchObject({
      credentialsId: 'MY_TOKEN',
    });
    expect(await acme.admin.call('POST', '/api/device?accessToken=MY_TOKEN', { name: 'Twin' })).toMatchObject(
      refusal('Device credentials are already assigned to another device!'),
    );
    expect((await acme.admin.call('GET', '/api/tenant/devices?deviceName=Twin')).status).toBe(404);
    await acme.admin.post('/api/device?accessToken=ANOTHER', { ...chosen, label: 'kept' });
    expect(await acme.admin.get(`/api/device/${chosen.id.id}/credentials`)).toMatchObject({
      credentialsId: 'MY_TOKEN',
    });
  });

  it('are replaced under their own id, by administrators', async () => {
    const device = await save({ name: 'Changing', customerId: acme.customer.id });
    const before = await acme.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
    const basic = { ...before, credentialsType: 'MQTT_BASIC', credentialsValue: '{"userName":"u1","password":"p"}' };
    expect(await acme.admin.post('/api/device/credentials', basic)).toEqual({
      ...before,
      credentialsType: 'MQTT_BASIC',
      credentialsId: 'u1',
      credentialsValue: '{"clientId":null,"userName":"u1","password":"p"}',
    });
    const call = (body: unknown) => acme.admin.call('POST', '/api/device/credentials', body);
    const { id: _id, ...withoutId } = before;
    expect(await call(withoutId)).toMatchObject(refusal('Credentials for this device are already specified!'));
    expect(await call({ ...before, id: { id: UNKNOWN } })).toMatchObject(
      refusal('Unable to update non-existent device credentials!'),
    );
    expect(await call({ ...before, deviceId: null })).toMatchObject(
      refusal('Device credentials should be assigned to device!'),
    );
    expect(await call({ ...before, credentialsId: 'MY_TOKEN' })).toMatchObject(
      refusal('Device credentials are already assigned to another device!'),
    );
    expect((await acme.customerUser.call('GET', `/api/device/${device.id.id}/credentials`)).status).toBe(200);
    expect((await acme.customerUser.call('POST', '/api/device/credentials', before)).status).toBe(403);
    expect((await other.admin.call('POST', '/api/device/credentials', before)).status).toBe(404);
  });

  it('can be saved together with the device, which is found by its name', async () => {
    const path = '/api/device-with-credentials';
    const credentials = { credentialsType: 'ACCESS_TOKEN', credentialsId: 'TOGETHER' };
    const made = await acme.admin.post<Device>(path, { device: { name: 'Together' }, credentials });
    const again = await acme.admin.post<Device>(path, {
      device: { name: 'Together', label: 'second' },
      credentials: { ...credentials, credentialsId: 'TOGETHER_2' },
    });
    expect(again).toEqual({ ...made, label: 'second' });
    expect(await acme.admin.get(`/api/device/${made.id.id}/credentials`)).toMatchObject({
      credentialsId: 'TOGETHER_2',
    });
  });

  it('can be saved together with a device that has to be new', async () => {
    const path = '/api/device-with-credentials?onlyNew=true';
    const credentials = { credentialsType: 'ACCESS_TOKEN', credentialsId: 'ONLY_NEW' };
    const device = { name: 'Only new', customerId: acme.customer.id };
    expect(await acme.admin.post(path, { device, credentials })).toMatchObject({ customerId: acme.customer.id });
    const second = { device, credentials: { ...credentials, credentialsId: 'ONLY_NEW_2' } };
    expect(await acme.admin.call('POST', path, second)).toMatchObject(refusal('Device with such name already exists!'));
    // Neither is left behind when the other is refused.
    const taken = { device: { name: 'Never made' }, credentials };
    expect(await acme.admin.call('POST', path, taken)).toMatchObject(
      refusal('Device credentials are already assigned to another device!'),
    );
    const found = await acme.admin.call('GET', '/api/tenant/devices?deviceName=Never%20made');
    expect(found.status).toBe(404);
  });
});

describe('lists', () => {
  let fleet: TestTenant;
  const infos = (query: string, pageSize = 10) =>
    fleet.admin.get<PageData<DeviceInfo>>(`/api/tenant/deviceInfos?pageSize=${pageSize}&page=0&${query}`);
  const names = (page: PageData<{ name: string }>) => page.data.map(({ name }) => name);

  beforeAll(async () => {
    fleet = await createTestTenant(platform, 'fleet');
    const make = (name: string, rest: object) => fleet.admin.post('/api/device', { name, ...rest });
    await make('beta', { type: 'pump', label: 'L1' });
    await make('Alpha', { type: 'fan', customerId: fleet.customer.id });
    await make('gamma 100%', { type: 'pump', customerId: fleet.otherCustomer.id, label: 'a label' });
  });

  it('sort by everything they offer and nothing else', async () => {
    const sorted = async (by: string, order: string) => names(await infos(`sortProperty=${by}&sortOrder=${order}`));
    expect(await sorted('name', 'ASC')).toEqual(['Alpha', 'beta', 'gamma 100%']);
    expect(await sorted('name', 'desc')).toEqual(['gamma 100%', 'beta', 'Alpha']);
    expect(await sorted('createdTime', 'ASC')).toEqual(['beta', 'Alpha', 'gamma 100%']);
    expect(await sorted('createdTime', 'DESC')).toEqual(['gamma 100%', 'Alpha', 'beta']);
    expect(await sorted('deviceProfileName', 'ASC')).toEqual(['Alpha', 'gamma 100%', 'beta']);
    expect(await sorted('type', 'DESC')).toEqual(['beta', 'gamma 100%', 'Alpha']);
    expect(await sorted('label', 'ASC')).toEqual(['gamma 100%', 'beta', 'Alpha']);
    expect(await sorted('label', 'DESC')).toEqual(['beta', 'gamma 100%', 'Alpha']);
    expect(await sorted('customerTitle', 'ASC')).toEqual(['Alpha', 'gamma 100%', 'beta']);
    expect(await sorted('customerTitle', 'DESC')).toEqual(['gamma 100%', 'Alpha', 'beta']);
    const path = '/api/tenant/deviceInfos?pageSize=10&page=0&sortProperty=';
    for (const property of ['password', 'name;DROP TABLE device', '__proto__']) {
      const reply = await fleet.admin.call('GET', path + encodeURIComponent(property));
      expect(reply).toMatchObject({ status: 400, body: { errorCode: 31 } });
    }
  });

  it('search in names, whatever the letter case, and take signs of patterns literally', async () => {
    expect(names(await infos('textSearch=ALPH'))).toEqual(['Alpha']);
    expect(names(await infos(`textSearch=${encodeURIComponent('100%')}`))).toEqual(['gamma 100%']);
    expect(names(await infos(`textSearch=${encodeURIComponent('_')}`))).toEqual([]);
    expect(await infos('textSearch=a', 2)).toMatchObject({ totalElements: 3 });
  });

  it('filter by type, profile and activity', async () => {
    expect(await infos('type=pump')).toMatchObject({ totalElements: 2 });
    expect(await infos('type=nothing')).toMatchObject({ totalElements: 0, totalPages: 0, data: [] });
    const [pump] = (await infos('type=pump')).data;
    expect(await infos(`deviceProfileId=${pump?.deviceProfileId.id}`)).toMatchObject({ totalElements: 2 });
    expect(await infos('type=&deviceProfileId=')).toMatchObject({ totalElements: 3 });
    const { credentialsId } = await fleet.admin.get<DeviceCredentials>(`/api/device/${pump?.id.id}/credentials`);
    await platform.as('').post(`/api/v1/${credentialsId}/telemetry`, { level: 1 });
    await expect.poll(async () => names(await infos('active=true'))).toEqual([pump?.name]);
    expect((await infos('active=true&activity=true')).data[0]?.active).toBe(true);
    expect(await infos('active=false')).toMatchObject({ totalElements: 2 });
  });

  it('filter by having no customer', async () => {
    expect(await infos('unassigned=true')).toMatchObject({ totalElements: 1, data: [{ name: 'beta' }] });
    expect(await infos('unassigned=true&textSearch=alph')).toMatchObject({ totalElements: 0 });
    expect(await infos('unassigned=false')).toMatchObject({ totalElements: 3 });
  });

  it('page without gaps and with exact totals, also beyond the end', async () => {
    const page = (at: number) =>
      fleet.admin.get<PageData<Device>>(`/api/tenant/devices?pageSize=2&page=${at}&sortProperty=name`);
    expect(await page(0)).toMatchObject({ totalPages: 2, totalElements: 3, hasNext: true });
    expect(await page(1)).toMatchObject({ totalPages: 2, totalElements: 3, hasNext: false });
    expect(await page(7)).toMatchObject({ totalPages: 2, totalElements: 3, hasNext: false, data: [] });
    expect([...names(await page(0)), ...names(await page(1))]).toEqual(['Alpha', 'beta', 'gamma 100%']);
    for (const query of ['page=0', 'pageSize=10', 'pageSize=0&page=0', 'pageSize=10&page=-1', 'pageSize=x&page=0']) {
      const reply = await fleet.admin.call('GET', `/api/tenant/devices?${query}`);
      expect(reply, query).toMatchObject({ status: 400, body: { errorCode: 31 } });
    }
  });

  it('count exactly after devices moved and went', async () => {
    const [device] = (await infos('textSearch=beta')).data;
    await fleet.admin.post(`/api/customer/${fleet.customer.id.id}/device/${device?.id.id}`);
    const ofCustomer = `/api/customer/${fleet.customer.id.id}/devices?pageSize=1&page=0`;
    expect(await fleet.admin.get(ofCustomer)).toMatchObject({ totalElements: 2 });
    await fleet.admin.delete(`/api/device/${device?.id.id}`);
    expect(await fleet.admin.get(ofCustomer)).toMatchObject({ totalElements: 1 });
    expect(await infos('type=pump', 1)).toMatchObject({ totalElements: 1 });
  });

  it('find several by id, leaving out what is not known or not allowed', async () => {
    const all = (await infos('')).data.map(({ id }) => id.id);
    const ids = [...all, UNKNOWN].join(',');
    const found = await fleet.admin.get<Device[]>(`/api/devices?deviceIds=${ids}`);
    expect(found.map(({ id }) => id.id).sort()).toEqual([...all].sort());
    expect(names({ data: await fleet.customerUser.get(`/api/devices?deviceIds=${ids}`) } as never)).toEqual(['Alpha']);
    expect((await fleet.admin.call('GET', '/api/devices?deviceIds=xyz')).status).toBe(400);
    expect(await fleet.admin.call('GET', '/api/devices?deviceIds=')).toMatchObject(
      refusal("Parameter 'deviceIds' can't be empty!"),
    );
  });

  it('find devices by their relations', async () => {
    const [alpha] = (await infos('textSearch=alpha')).data;
    await fleet.admin.post('/api/relation', { from: fleet.customer.id, to: alpha?.id, type: 'Contains' });
    const search = (deviceTypes?: string[], caller: Caller = fleet.admin) =>
      caller.call<Device[]>('POST', '/api/devices', {
        parameters: { rootId: fleet.customer.id.id, rootType: 'CUSTOMER', direction: 'FROM', maxLevel: 1 },
        relationType: 'Contains',
        deviceTypes,
      });
    expect(names({ data: (await search(['fan'])).body } as never)).toEqual(['Alpha']);
    expect((await search([])).body).toEqual([]);
    expect((await search()).status).toBe(404);
    expect((await search(['fan'], other.admin)).status).toBe(404);
  });

  it('leave no profile behind when they are refused', async () => {
    const taken = await save({ name: 'Taken name' });
    const { credentialsId } = await acme.admin.get<DeviceCredentials>(`/api/device/${taken.id.id}/credentials`);
    const firmwareId = { entityType: 'OTA_PACKAGE', id: randomUUID() };
    const refused = [
      await acme.admin.call('POST', '/api/device', { name: 'New', type: 'ghost', firmwareId }),
      await acme.admin.call('POST', '/api/device', { name: 'Taken name', type: 'ghost' }),
      await acme.admin.call('POST', `/api/device?accessToken=${credentialsId}`, { name: 'New', type: 'ghost' }),
    ];
    expect(refused.map(({ body }) => (body as { message: string }).message)).toEqual([
      "Can't assign non-existent firmware!",
      'Device with such name already exists!',
      'Device credentials are already assigned to another device!',
    ]);
    const profiles = '/api/deviceProfileInfos?pageSize=10&page=0&textSearch=ghost';
    expect((await acme.admin.get<PageData<unknown>>(profiles)).data).toEqual([]);
    await acme.admin.post('/api/device', { name: 'New', type: 'ghost' });
    expect((await acme.admin.get<PageData<unknown>>(profiles)).data).toHaveLength(1);
  });

  it('have their names exactly as they were sent', async () => {
    const device = await save({ name: ' spaced ' });
    expect(device.name).toBe(' spaced ');
    expect(await acme.admin.get('/api/tenant/devices?deviceName=%20spaced%20')).toEqual(device);
    expect((await acme.admin.call('GET', '/api/tenant/devices?deviceName=spaced')).status).toBe(404);
  });

  it('stop at the number of devices that the tenant profile allows', async () => {
    const small = await createTestTenant(platform, 'small');
    const profile = await platform.system.post<{ id: unknown }>('/api/tenantProfile', {
      name: 'Two devices',
      profileData: { configuration: { type: 'DEFAULT', maxDevices: 2, maxDashboards: 1 } },
    });
    await platform.system.post('/api/tenant', { ...small.tenant, tenantProfileId: profile.id });
    await small.admin.post('/api/device', { name: 'First' });
    // However many come at once, there is room for one more.
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => small.admin.call('POST', '/api/device', { name: `Further ${at}` })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 400)[0]).toMatchObject(
      refusal("Can't create more then 2 devices!"),
    );
    const ghost = { name: 'One more', type: 'ghost' };
    expect(await small.admin.call('POST', '/api/device', ghost)).toMatchObject(
      refusal("Can't create more then 2 devices!"),
    );
    const profiles = '/api/deviceProfileInfos?pageSize=10&page=0&textSearch=ghost';
    expect((await small.admin.get<PageData<unknown>>(profiles)).data).toEqual([]);
    await small.admin.post('/api/dashboard', { title: 'Only one' });
    expect(await small.admin.call('POST', '/api/dashboard', { title: 'Another' })).toMatchObject(
      refusal("Can't create more then 1 dashboards!"),
    );
  });
});
