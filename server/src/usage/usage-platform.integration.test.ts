import type { Device } from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import type { Timeseries } from '@signalbox/contract/telemetry';
import type { Tenant } from '@signalbox/contract/tenant';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMailServer, type TestMailServer } from '../../test/mail-server.ts';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { DEFAULT_MAIL_SETTINGS } from '../mail/default-mail-settings.ts';
import { monthOf } from './usage-reckoning.ts';

let platform: TestPlatform;
let mailServer: TestMailServer;
beforeAll(async () => {
  platform = await startTestPlatform({ usageReportPeriod: 30 });
  mailServer = await startMailServer();
  const setting = await platform.system.get<{ jsonValue: object }>('/api/admin/settings/mail');
  await platform.system.post('/api/admin/settings', {
    ...setting,
    jsonValue: { ...DEFAULT_MAIL_SETTINGS, smtpHost: '127.0.0.1', smtpPort: String(mailServer.port) },
  });
});
afterAll(async () => {
  await platform?.stop();
  await mailServer?.close();
});

let made = 0;
/** A tenant with a profile of its own, which has these limits. */
async function limitedTenant(limits: object): Promise<TestTenant & { profile: TenantProfile }> {
  const tenant = await createTestTenant(platform, `usage${++made}`);
  const profile = await platform.system.post<TenantProfile>('/api/tenantProfile', {
    name: `usage ${made}`,
    profileData: { configuration: limits },
  });
  await platform.system.post('/api/tenant', { ...tenant.tenant, tenantProfileId: profile.id });
  return { ...tenant, profile };
}

function setLimits(profile: TenantProfile, limits: object) {
  return platform.system.post('/api/tenantProfile', { ...profile, profileData: { configuration: limits } });
}

const STATE_QUERY = {
  entityFilter: { type: 'apiUsageState' },
  pageLink: { page: 0, pageSize: 1 },
  entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
  latestValues: [{ type: 'TIME_SERIES', key: 'transportApiState' }],
};

async function stateOf({ admin }: TestTenant): Promise<string> {
  const found = await admin.post<PageData<{ entityId: { id: string } }>>('/api/entitiesQuery/find', STATE_QUERY);
  return found.data[0]?.entityId.id as string;
}

async function reading(tenant: TestTenant, key: string): Promise<string | null | undefined> {
  const id = await stateOf(tenant);
  const found = await tenant.admin.get<Timeseries>(
    `/api/plugins/telemetry/API_USAGE_STATE/${id}/values/timeseries?keys=${key}`,
  );
  return found[key]?.[0]?.value as string | null;
}

async function newDevice({ admin }: TestTenant): Promise<string> {
  const device = await admin.post<Device>('/api/device', { name: `device ${++made}`, type: 'default' });
  const credentials = await admin.get<{ credentialsId: string }>(`/api/device/${device.id.id}/credentials`);
  return credentials.credentialsId;
}

const send = (token: string, values: object) => platform.as('').call('POST', `/api/v1/${token}/telemetry`, values);

describe('what devices send', () => {
  it('is counted, whichever protocol they speak, with what the rules do with it', async () => {
    const tenant = await limitedTenant({});
    const token = await newDevice(tenant);
    // What was counted while the tenant was made.
    const executions = Number((await reading(tenant, 'ruleEngineExecutionCount')) ?? 0);
    expect((await send(token, { temperature: 1, humidity: 2 })).status).toBe(200);
    const client = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort()}`, { username: token });
    await client.publishAsync('v1/devices/me/telemetry', '{"temperature":3,"humidity":4}', { qos: 1 });
    await client.publishAsync('v1/devices/me/attributes', '{"firmware":"1.2"}', { qos: 1 });
    await client.endAsync();
    await expect.poll(() => reading(tenant, 'transportMsgCount')).toBe('3');
    expect(await reading(tenant, 'transportDataPointsCount')).toBe('5');
    await expect.poll(() => reading(tenant, 'storageDataPointsCount')).toBe('4');
    await expect
      .poll(async () => Number(await reading(tenant, 'ruleEngineExecutionCount')))
      .toBeGreaterThanOrEqual(executions + 9);
    expect(await reading(tenant, 'transportMsgCountHourly')).toBe('3');
    const id = await stateOf(tenant);
    const month = await tenant.admin.get<Timeseries>(
      `/api/plugins/telemetry/API_USAGE_STATE/${id}/values/timeseries?keys=transportMsgCount&startTs=0&endTs=${Date.now()}`,
    );
    expect(month.transportMsgCount).toEqual([{ ts: monthOf(Date.now()), value: '3' }]);
  });

  it('is refused once the limit is reached, and taken again when it is raised', async () => {
    const tenant = await limitedTenant({ maxTransportMessages: 10 });
    const token = await newDevice(tenant);
    await expect.poll(() => reading(tenant, 'transportMsgLimit')).toBe('10');
    const replies: number[] = [];
    for (let message = 0; message < 15; message++) replies.push((await send(token, { t: message })).status);
    expect(replies).toEqual([...Array<number>(10).fill(200), ...Array<number>(5).fill(500)]);
    await expect.poll(() => reading(tenant, 'transportApiState')).toBe('DISABLED');
    await expect(
      connectAsync(`mqtt://127.0.0.1:${platform.mqttPort()}`, { username: token, reconnectPeriod: 0 }),
    ).rejects.toMatchObject({ code: 3 });
    await setLimits(tenant.profile, { maxTransportMessages: 20 });
    await expect.poll(async () => (await send(token, { t: 1 })).status).toBe(200);
    await expect.poll(() => reading(tenant, 'transportApiState')).toBe('ENABLED');
  });

  it('leaves other tenants alone', async () => {
    const [stopped, other] = [await limitedTenant({ maxTransportMessages: 1 }), await limitedTenant({})];
    const token = await newDevice(stopped);
    await expect.poll(() => reading(stopped, 'transportMsgLimit')).toBe('1');
    expect((await send(token, { t: 1 })).status).toBe(200);
    expect((await send(token, { t: 1 })).status).toBe(500);
    expect((await send(await newDevice(other), { t: 1 })).status).toBe(200);
  });
});

describe('administrators', () => {
  it('get a mail at 80 % and at the limit, and find it in the audit log', async () => {
    const tenant = await limitedTenant({ maxDPStorageDays: 10 });
    await expect.poll(() => reading(tenant, 'storageDataPointsLimit')).toBe('10');
    const mailsTo = () =>
      mailServer.received
        .filter(({ to }) => to.includes(tenant.admin.user.email))
        .map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1]?.trim());
    const save = (count: number) =>
      tenant.admin.call(
        'POST',
        `/api/plugins/telemetry/TENANT/${tenant.tenant.id.id}/timeseries/ANY`,
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at])),
      );
    expect((await save(8)).status).toBe(200);
    await expect.poll(() => reading(tenant, 'dbApiState')).toBe('WARNING');
    await expect.poll(mailsTo).toEqual(['Signalbox - Storage of telemetry: limit nearly reached']);
    expect((await save(2)).status).toBe(200);
    await expect.poll(() => reading(tenant, 'dbApiState')).toBe('DISABLED');
    await expect.poll(mailsTo).toHaveLength(2);
    expect(await save(1)).toMatchObject({
      status: 500,
      body: { errorCode: 2, message: 'DB storage writes are disabled due to API limits!' },
    });
    await setLimits(tenant.profile, {});
    await expect.poll(mailsTo).toContain('Signalbox - Storage of telemetry: available again');
    expect((await save(1)).status).toBe(200);
    const log = await tenant.admin.get<PageData<{ userName: string; actionData: object }>>(
      `/api/audit/logs/entity/API_USAGE_STATE/${await stateOf(tenant)}?pageSize=10&page=0`,
    );
    expect(log.data.map(({ userName, actionData }) => [userName, actionData])).toEqual([
      ['Signalbox', { feature: 'DB', from: 'DISABLED', to: 'ENABLED', used: [] }],
      [
        'Signalbox',
        {
          feature: 'DB',
          from: 'WARNING',
          to: 'DISABLED',
          used: [{ key: 'storageDataPointsCount', count: 10, limit: 10 }],
        },
      ],
      [
        'Signalbox',
        {
          feature: 'DB',
          from: 'ENABLED',
          to: 'WARNING',
          used: [{ key: 'storageDataPointsCount', count: 8, limit: 10 }],
        },
      ],
    ]);
  });
});

describe('scripts', () => {
  it('fail once those of the month are used up, and run again', async () => {
    const tenant = await limitedTenant({ maxJSExecutions: 2 });
    await expect.poll(() => reading(tenant, 'jsExecutionLimit')).toBe('2');
    const test = async () =>
      (
        await tenant.admin.post<{ output: string; error: string }>('/api/ruleChain/testScript', {
          script: 'return msg.t > 0;',
          scriptType: 'filter',
          argNames: ['msg', 'metadata', 'msgType'],
          msg: '{"t":1}',
          metadata: {},
          msgType: 'POST_TELEMETRY_REQUEST',
        })
      ).error;
    expect([await test(), await test(), await test()]).toEqual(['', '', 'JS Execution is disabled due to API limits!']);
    await expect.poll(() => reading(tenant, 'jsExecutionCount')).toBe('2');
    await setLimits(tenant.profile, {});
    await expect.poll(test).toBe('');
  });
});

describe('the state of a tenant', () => {
  it('is found by administrators, with its name, and by nobody else', async () => {
    const tenant = await limitedTenant({});
    const found = await tenant.admin.post<PageData<unknown>>('/api/entitiesQuery/find', STATE_QUERY);
    expect(found).toMatchObject({
      totalElements: 1,
      data: [
        {
          entityId: { entityType: 'API_USAGE_STATE' },
          latest: {
            ENTITY_FIELD: { name: { value: tenant.tenant.title } },
            TIME_SERIES: { transportApiState: { value: 'ENABLED' } },
          },
        },
      ],
    });
    const ofCustomer = await tenant.customerUser.post<PageData<unknown>>('/api/entitiesQuery/find', STATE_QUERY);
    expect(ofCustomer.totalElements).toBe(0);
    const other = await createTestTenant(platform, `usage${++made}`);
    const id = await stateOf(tenant);
    const address = `/api/plugins/telemetry/API_USAGE_STATE/${id}/values/timeseries`;
    expect((await other.admin.call('GET', address)).status).toBe(404);
    expect((await platform.system.call('GET', address)).status).toBe(403);
  });

  it('is not written by anybody, nor has it attributes', async () => {
    const tenant = await limitedTenant({});
    const id = await stateOf(tenant);
    const forge = await tenant.admin.call('POST', `/api/plugins/telemetry/API_USAGE_STATE/${id}/timeseries/ANY`, {
      transportMsgCount: 0,
    });
    expect(forge.status).toBe(403);
    const attributes = await tenant.admin.call('GET', `/api/plugins/telemetry/API_USAGE_STATE/${id}/values/attributes`);
    expect(attributes.status).toBe(403);
  });

  it('is gone with the tenant, with all that was counted', async () => {
    const tenant = await limitedTenant({});
    const id = await stateOf(tenant);
    await send(await newDevice(tenant), { t: 1 });
    await expect.poll(() => reading(tenant, 'transportMsgCount')).toBe('1');
    await platform.system.delete<Tenant>(`/api/tenant/${tenant.tenant.id.id}`);
    const { pool } = platform.database;
    expect((await pool.query('SELECT 1 FROM api_usage_state WHERE id = $1', [id])).rowCount).toBe(0);
    await expect
      .poll(async () => (await pool.query('SELECT 1 FROM latest_value WHERE entity_id = $1', [id])).rowCount)
      .toBe(0);
  });
});
