import type { Device } from '@signalbox/contract/device';
import type { DeviceProfile, DeviceProfileInfo } from '@signalbox/contract/device-profile';
import type { PageData } from '@signalbox/contract/page';
import type { RuleChain } from '@signalbox/contract/rule-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  other = await createTestTenant(platform, 'other');
});
afterAll(() => platform?.stop());

const refusal = (message: string) => ({ status: 400, body: { errorCode: 31, message } });
const minimal = (name: string) => ({ name, type: 'DEFAULT', transportType: 'DEFAULT', profileData: {} });
const save = (body: object) => acme.admin.post<DeviceProfile>('/api/deviceProfile', body);
const call = (body: unknown) => acme.admin.call('POST', '/api/deviceProfile', body);

describe('device profiles', () => {
  it('start with one by the name of default', async () => {
    const list = await acme.admin.get<PageData<DeviceProfile>>('/api/deviceProfiles?pageSize=10&page=0');
    expect(list.data).toHaveLength(1);
    const [profile] = list.data;
    expect(Object.keys(profile as object)).toEqual(
      'id createdTime tenantId name description image type transportType provisionType defaultRuleChainId defaultDashboardId defaultQueueName profileData provisionDeviceKey firmwareId softwareId default'.split(
        ' ',
      ),
    );
    expect(profile).toMatchObject({ name: 'default', description: 'Default device profile', default: true });
    const info = await acme.customerUser.get<DeviceProfileInfo>('/api/deviceProfileInfo/default');
    expect(info).toEqual({
      id: profile?.id,
      name: 'default',
      image: null,
      defaultDashboardId: null,
      type: 'DEFAULT',
      transportType: 'DEFAULT',
    });
  });

  it('keep what they are given', async () => {
    const saved = await save({
      ...minimal('Thermostat'),
      transportType: 'MQTT',
      profileData: {
        transportConfiguration: { type: 'MQTT', deviceTelemetryTopic: 'plant/+/data' },
        alarms: [{ id: 'a', alarmType: 'Hot', createRules: { MAJOR: { alarmDetails: 'too hot' } } }],
      },
    });
    expect(saved.profileData.transportConfiguration).toMatchObject({ deviceTelemetryTopic: 'plant/+/data' });
    expect(await acme.admin.get(`/api/deviceProfile/${saved.id.id}`)).toEqual(saved);
    const renamed = await save({ ...saved, name: 'Thermostat 2', createdTime: 1 });
    expect(renamed).toEqual({ ...saved, name: 'Thermostat 2' });
    const mqtt = await acme.admin.get<PageData<DeviceProfileInfo>>(
      '/api/deviceProfileInfos?pageSize=10&page=0&transportType=MQTT&sortProperty=name&sortOrder=ASC',
    );
    expect(mqtt.data.map(({ name }) => name)).toEqual(['Thermostat 2']);
  });

  it('are of either type, which says nothing about their transport', async () => {
    const saved = await save({ ...minimal('Switches'), type: 'SNMP' });
    expect(saved).toMatchObject({ type: 'SNMP', transportType: 'DEFAULT' });
    expect(await acme.admin.get(`/api/deviceProfileInfo/${saved.id.id}`)).toMatchObject({ type: 'SNMP' });
    expect(await save({ ...saved, type: 'DEFAULT' })).toMatchObject({ type: 'DEFAULT', transportType: 'DEFAULT' });
    expect(await call({ ...saved, type: 'MQTT' })).toMatchObject({ status: 400, body: { errorCode: 31 } });
  });

  it('give their name to their devices', async () => {
    const profile = await save(minimal('Valve'));
    const device = await acme.admin.post<Device>('/api/device', { name: 'V1', deviceProfileId: profile.id });
    await save({ ...profile, name: 'Gate valve' });
    expect(await acme.admin.get(`/api/device/${device.id.id}`)).toMatchObject({ type: 'Gate valve' });
    expect(await call({ ...profile, transportType: 'MQTT' })).toMatchObject(
      refusal("Can't change device profile transport type because devices referenced it!"),
    );
    expect(await call({ ...profile, type: 'SNMP' })).toMatchObject(
      refusal("Can't change device profile type because devices referenced it!"),
    );
    expect(await acme.admin.call('DELETE', `/api/deviceProfile/${profile.id.id}`)).toMatchObject(
      refusal('The device profile referenced by the devices cannot be deleted!'),
    );
  });

  it('have one default, which cannot be deleted', async () => {
    const profile = await save(minimal('New default'));
    expect(await call({ ...minimal('Second default'), default: true })).toMatchObject(
      refusal('Another default device profile is present in scope of current tenant!'),
    );
    const moved = await acme.admin.post<DeviceProfile>(`/api/deviceProfile/${profile.id.id}/default`);
    expect(moved.default).toBe(true);
    expect(await acme.admin.get('/api/deviceProfileInfo/default')).toMatchObject({ name: 'New default' });
    expect(await acme.admin.call('DELETE', `/api/deviceProfile/${profile.id.id}`)).toMatchObject(
      refusal('Deletion of Default Device Profile is prohibited!'),
    );
    const plain = await save(minimal('Plain'));
    await acme.admin.delete(`/api/deviceProfile/${plain.id.id}`);
    expect((await acme.admin.call('GET', `/api/deviceProfile/${plain.id.id}`)).status).toBe(404);
  });

  it('are not taken when something is wrong with them', async () => {
    await save({ ...minimal('Known'), provisionDeviceKey: 'key-1' });
    const foreign = await other.admin.post<RuleChain>('/api/ruleChain', { name: 'Foreign' });
    const cases: [object, string][] = [
      [{ ...minimal('x'), name: '' }, 'Device profile name should be specified!'],
      [{ ...minimal('x'), type: null }, 'Device profile type should be specified!'],
      [{ ...minimal('x'), transportType: null }, 'Device profile transport type should be specified!'],
      [minimal('Known'), 'Device profile with such name already exists!'],
      [
        { ...minimal('x'), provisionDeviceKey: 'key-1' },
        'Device profile with such provision device key already exists!',
      ],
      [{ ...minimal('x'), defaultQueueName: 'Fast' }, 'Device profile is referencing to non-existent queue!'],
      [{ ...minimal('x'), defaultRuleChainId: foreign.id }, "Can't assign non-existent rule chain!"],
      [{ ...minimal('x'), profileData: null }, 'Device profile data should be specified!'],
    ];
    for (const [body, message] of cases) expect(await call(body)).toMatchObject(refusal(message));
    expect(await call({ ...minimal('x'), profileData: 'text' })).toMatchObject({ status: 400 });
    expect(await call({ ...minimal('<b>x</b>') })).toMatchObject({ status: 400 });
    expect((await acme.customerUser.call('POST', '/api/deviceProfile', minimal('x'))).status).toBe(403);
  });

  it('keep schemas of protobuf, and refuse those that devices could not use', async () => {
    const telemetry = 'syntax = "proto3"; message Reading { double t = 1; }';
    const mqtt = (name: string, payload: object) => ({
      ...minimal(name),
      transportType: 'MQTT',
      profileData: {
        transportConfiguration: {
          type: 'MQTT',
          transportPayloadTypeConfiguration: {
            transportPayloadType: 'PROTOBUF',
            deviceTelemetryProtoSchema: telemetry,
            deviceAttributesProtoSchema: telemetry,
            ...payload,
          },
        },
      },
    });
    const saved = await save(mqtt('Binary', { enableCompatibilityWithJsonPayloadFormat: true }));
    expect(saved.profileData.transportConfiguration.transportPayloadTypeConfiguration).toEqual({
      transportPayloadType: 'PROTOBUF',
      deviceTelemetryProtoSchema: telemetry,
      deviceAttributesProtoSchema: telemetry,
      deviceRpcRequestProtoSchema: expect.stringContaining('message RpcRequestMsg'),
      deviceRpcResponseProtoSchema: expect.stringContaining('message RpcResponseMsg'),
      enableCompatibilityWithJsonPayloadFormat: true,
      useJsonPayloadFormatForDefaultDownlinkTopics: false,
    });
    expect(await save({ ...saved, name: 'Binary 2' })).toMatchObject({ profileData: saved.profileData });
    for (const [payload, message] of [
      [
        { deviceTelemetryProtoSchema: 'syntax = "proto3";\nmessage {' },
        "[Transport Configuration] failed to parse telemetry proto schema due to: illegal type name '{' (line 2)",
      ],
      [
        { deviceRpcResponseProtoSchema: 'syntax = "proto3";\nimport "x.proto";\nmessage A {}' },
        "[Transport Configuration] invalid rpc response proto schema provided! Schema imports don't support! (line 2)",
      ],
    ] as const) {
      expect(await call(mqtt('Broken', payload))).toMatchObject(refusal(message));
    }
  });

  it('belong to their tenant', async () => {
    const profile = await save(minimal('Ours'));
    expect((await other.admin.call('GET', `/api/deviceProfile/${profile.id.id}`)).status).toBe(404);
    expect((await other.admin.call('GET', `/api/deviceProfileInfo/${profile.id.id}`)).status).toBe(404);
    expect((await other.admin.call('POST', '/api/deviceProfile', profile)).status).toBe(404);
    expect((await other.admin.call('POST', `/api/deviceProfile/${profile.id.id}/default`)).status).toBe(404);
  });

  it('know the keys of their devices', async () => {
    const profile = await save(minimal('Keyed'));
    const device = await acme.admin.post<Device>('/api/device', { name: 'K1', deviceProfileId: profile.id });
    await platform.database.pool.query(
      `WITH key AS (INSERT INTO telemetry_key (name) VALUES ('serial') RETURNING id)
       INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, string_value) SELECT $1, 2, id, 1, 'x' FROM key`,
      [device.id.id],
    );
    const keys = (kind: string) =>
      acme.admin.get(`/api/deviceProfile/devices/keys/${kind}?deviceProfileId=${profile.id.id}`);
    // Whether a device is active is written shortly after it was made.
    await expect.poll(() => keys('attributes')).toEqual(['active', 'serial']);
    expect(await keys('timeseries')).toEqual([]);
    expect(await acme.admin.get('/api/deviceProfile/devices/keys/attributes')).toEqual(['active', 'serial']);
  });
});
