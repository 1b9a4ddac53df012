// biome-ignore-all lint/suspicious/noTemplateCurlyInString: details of alarms are written this way
import type { Alarm } from '@signalbox/contract/alarm';
import type { AlarmKeyFilter, AlarmRule, AlarmSchedule, DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import type { AlarmRuleTryReply } from '@signalbox/contract/alarm-rule-try';
import type { Asset } from '@signalbox/contract/asset';
import type { Device } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { PageData } from '@signalbox/contract/page';
import type { RuleChain, RuleChainMetadata } from '@signalbox/contract/rule-chain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { restartPlatform } from '../../../test/restart-platform.ts';

const PATIENCE = { timeout: 40_000, interval: 20 };

let platform: TestPlatform;
let acme: TestTenant;

beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

const temperature = (operation: 'GREATER' | 'LESS', limit: number, dynamicValue?: object): AlarmKeyFilter =>
  ({
    key: { type: 'TIME_SERIES', key: 'temperature' },
    valueType: 'NUMERIC',
    predicate: {
      type: 'NUMERIC',
      operation,
      value: { defaultValue: limit, userValue: null, dynamicValue: dynamicValue ?? null },
    },
  }) as AlarmKeyFilter;
const rule = (filter: AlarmKeyFilter, more: Partial<AlarmRule> & { spec?: object } = {}): AlarmRule => {
  const { spec, ...rest } = more;
  return { condition: { condition: [filter], spec: spec ?? { type: 'SIMPLE' } }, schedule: null, ...rest } as AlarmRule;
};
const duration = (unit: string, defaultValue: number) => ({ type: 'DURATION', unit, predicate: { defaultValue } });
const hot = (more: Partial<DeviceProfileAlarm>): DeviceProfileAlarm => ({ id: 'hot', alarmType: 'Hot', ...more });

let made = 0;
async function makeProfile(alarms: DeviceProfileAlarm[], tenant = acme): Promise<DeviceProfile> {
  return tenant.admin.post<DeviceProfile>('/api/deviceProfile', {
    name: `Profile ${++made}`,
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    provisionType: 'DISABLED',
    profileData: { alarms },
  });
}

interface Sender {
  device: Device;
  profile: DeviceProfile;
  send(telemetry: object): Promise<void>;
  attributes(values: object): Promise<void>;
}
async function makeDevice(profile: DeviceProfile, more: Partial<Device> = {}): Promise<Sender> {
  const device = await acme.admin.post<Device>('/api/device', {
    name: `Device ${++made}`,
    deviceProfileId: profile.id,
    ...more,
  });
  const { credentialsId } = await acme.admin.get<{ credentialsId: string }>(`/api/device/${device.id.id}/credentials`);
  const post = async (what: string, body: object): Promise<void> => {
    const reply = await platform.as('').call('POST', `/api/v1/${credentialsId}/${what}`, body);
    expect(reply.status).toBe(200);
  };
  return {
    device,
    profile,
    send: (telemetry) => post('telemetry', telemetry),
    attributes: (values) => post('attributes', values),
  };
}

async function alarmsOf({ id }: Device, tenant = acme): Promise<Alarm[]> {
  const path = `/api/alarm/DEVICE/${id.id}?pageSize=100&page=0&sortProperty=createdTime&sortOrder=ASC`;
  return (await tenant.admin.get<PageData<Alarm>>(path)).data;
}
const expectAlarms = (device: Device, expected: object[]): Promise<void> =>
  // With what is stored of its rules, so that a failure says whether time was waited for, or its message.
  vi.waitFor(async () => {
    const alarms = await alarmsOf(device);
    expect(alarms, JSON.stringify([Date.now(), await statesOf(device)])).toMatchObject(expected);
  }, PATIENCE);
/** How often the only alarm of a device was created or updated. */
async function historySize(device: Device): Promise<number> {
  const [alarm] = await alarmsOf(device);
  const path = `/api/alarm/history/${alarm?.id.id}?pageSize=100&page=0`;
  const history = alarm ? (await acme.admin.get<PageData<{ times: number }>>(path)).data : [];
  return history.reduce((sum, { times }) => sum + times, 0);
}
const statesOf = async (device: Device): Promise<{ progress: string; due: number | null }[]> =>
  (
    await platform.database.pool.query<{ progress: string; due: number | null }>(
      'SELECT progress, due FROM alarm_rule_state WHERE device_id = $1',
      [device.id.id],
    )
  ).rows;
/** Waits until everything that the device has sent so far went through the rules. */
async function settle({ device, send }: Sender): Promise<void> {
  const marker = Date.now();
  await send({ marker });
  await vi.waitFor(async () => {
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=marker`;
    const latest = await acme.admin.get<{ marker?: { value: string }[] }>(path);
    expect(latest.marker?.[0]?.value).toBe(String(marker));
  }, PATIENCE);
}

describe('the alarm rules of a profile', () => {
  it('raise, worsen, update and clear an alarm by the messages of a device', async () => {
    const dashboard = await acme.admin.post<{ id: { entityType: 'DASHBOARD'; id: string } }>('/api/dashboard', {
      title: 'Ovens',
    });
    const sender = await makeDevice(
      await makeProfile([
        hot({
          createRules: {
            MAJOR: rule(temperature('GREATER', 30), { alarmDetails: 'It is ${temperature} of ${limit}' }),
            CRITICAL: rule(temperature('GREATER', 50), { dashboardId: dashboard.id }),
          },
          clearRule: rule(temperature('LESS', 20), { alarmDetails: 'Down to ${temperature}' }),
        }),
      ]),
    );
    const { device, send } = sender;
    await send({ temperature: 25 });
    await send({ temperature: 31.5 });
    await expectAlarms(device, [
      { severity: 'MAJOR', status: 'ACTIVE_UNACK', details: { data: 'It is 31.5 of ${limit}' }, originator: device.id },
    ]);
    await send({ temperature: 60 });
    await expectAlarms(device, [{ severity: 'CRITICAL', details: { dashboardId: dashboard.id.id } }]);
    // It stays as bad as it was at its worst.
    await send({ temperature: 35 });
    await settle(sender);
    await expectAlarms(device, [{ severity: 'CRITICAL', details: { dashboardId: dashboard.id.id } }]);
    await send({ temperature: 10 });
    await expectAlarms(device, [{ severity: 'CRITICAL', status: 'CLEARED_UNACK', details: { data: 'Down to 10' } }]);
    await send({ temperature: 40 });
    await expectAlarms(device, [{ status: 'CLEARED_UNACK' }, { severity: 'MAJOR', status: 'ACTIVE_UNACK' }]);
    const history = await acme.admin.get<PageData<{ change: string }>>(
      `/api/alarm/history/${(await alarmsOf(device))[0]?.id.id}?pageSize=100&page=0`,
    );
    expect(history.data.map(({ change }) => change).reverse()).toEqual(['CREATED', 'SEVERITY', 'CLEARED']);
  });

  it('tell the chain of it along a relation each, and pass the message on', async () => {
    const chains = await acme.admin.get<PageData<RuleChain>>('/api/ruleChains?pageSize=100&page=0&type=CORE');
    const root = chains.data.find((chain) => chain.root) as RuleChain;
    const content = await acme.admin.get<RuleChainMetadata>(`/api/ruleChain/${root.id.id}/metadata`);
    const at = content.nodes.findIndex(({ type }) => type.endsWith('TbDeviceProfileNode'));
    const node = content.nodes[at] as (typeof content.nodes)[number];
    await acme.admin.post('/api/ruleChain/metadata', {
      ...content,
      nodes: content.nodes.map((one, index) => (index === at ? { ...one, debugMode: true } : one)),
    });
    const sender = await makeDevice(
      await makeProfile([
        hot({
          createRules: {
            MINOR: rule(temperature('GREATER', 1), { spec: { type: 'REPEATING', predicate: { defaultValue: 1 } } }),
            MAJOR: rule(temperature('GREATER', 5)),
          },
          clearRule: rule(temperature('LESS', 0), { spec: duration('MILLISECONDS', 1) }),
        }),
      ]),
    );
    for (const value of [2, 3, 6]) await sender.send({ temperature: value });
    const time = Date.now() + 1_000;
    for (const after of [0, 250]) await sender.send({ ts: time + after, values: { temperature: -1 - after } });
    await vi.waitFor(async () => {
      const path =
        `/api/events/RULE_NODE/${node.id?.id}/DEBUG_RULE_NODE?tenantId=${acme.tenant.id.id}` +
        '&pageSize=100&page=0&sortProperty=createdTime&sortOrder=ASC';
      const events = await acme.admin.get<PageData<{ body: Record<string, string> }>>(path);
      const mine = events.data
        .map(({ body }) => body)
        .filter(({ type, entityId }) => type === 'OUT' && entityId === sender.device.id.id)
        .filter(({ msgType }) => msgType === 'POST_TELEMETRY_REQUEST' || msgType === 'ALARM');
      const flags = (metadata = '{}'): string[] =>
        Object.entries(JSON.parse(metadata) as Record<string, string>)
          .filter(([key]) => /^is|^alarmCondition/.test(key))
          .map(([key, value]) => (value === 'true' ? key : `${key} ${value}`));
      const seen = mine.map(({ relationType, msgType, metadata }) => [relationType, msgType, ...flags(metadata)]);
      const success = ['Success', 'POST_TELEMETRY_REQUEST'];
      expect(seen).toHaveLength(9);
      expect(seen.filter(([relation]) => relation === 'Success')).toEqual(new Array(5).fill(success));
      expect(seen.filter(([relation]) => relation !== 'Success').sort()).toEqual([
        ['Alarm Cleared', 'ALARM', 'isClearedAlarm', 'alarmConditionDuration 250'],
        ['Alarm Created', 'ALARM', 'isNewAlarm', 'alarmConditionRepeats 1'],
        ['Alarm Severity Updated', 'ALARM', 'isExistingAlarm', 'isSeverityUpdated'],
        ['Alarm Updated', 'ALARM', 'isExistingAlarm', 'alarmConditionRepeats 2'],
      ]);
      const alarm = mine.find(({ relationType }) => relationType === 'Alarm Created');
      expect(JSON.parse(alarm?.data ?? '')).toMatchObject({ type: 'Hot', severity: 'MINOR', status: 'ACTIVE_UNACK' });
      expect(JSON.parse(alarm?.metadata ?? '')).toMatchObject({ deviceName: sender.device.name, isNewAlarm: 'true' });
    }, PATIENCE);
  });

  it('look at telemetry that somebody saves for a device, in the order of its times', async () => {
    const spec = { type: 'REPEATING', predicate: { defaultValue: 2 } };
    const { device, send } = await makeDevice(
      await makeProfile([
        hot({
          createRules: { MAJOR: rule(temperature('GREATER', 30), { spec, alarmDetails: '${temperature}' }) },
          clearRule: rule(temperature('LESS', 10)),
        }),
      ]),
    );
    const save = (body: object): Promise<unknown> =>
      acme.admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, body);
    await send({ temperature: 31 });
    const now = Date.now();
    await save([
      { ts: now + 2, values: { temperature: 33, other: 1 } },
      { ts: now + 1, values: { temperature: '32' } },
    ]);
    await expectAlarms(device, [{ status: 'ACTIVE_UNACK', details: { data: '33' } }]);
    expect(await historySize(device)).toBe(2);
    await save({ temperature: 5 });
    await expectAlarms(device, [{ status: 'CLEARED_UNACK' }]);
  });

  it('propagate alarms along relations', async () => {
    const propagate = { propagate: true, propagateRelationTypes: ['Heats'] };
    const { device, send } = await makeDevice(
      await makeProfile([hot({ createRules: { MAJOR: rule(temperature('GREATER', 30)) }, ...propagate })]),
    );
    const asset = await acme.admin.post<Asset>('/api/asset', { name: 'Hall', type: 'hall' });
    await acme.admin.post('/api/relation', { from: asset.id, to: device.id, type: 'Heats', typeGroup: 'COMMON' });
    await send({ temperature: 31 });
    await expectAlarms(device, [propagate]);
    const ofAsset = await acme.admin.get<PageData<Alarm>>(`/api/alarm/ASSET/${asset.id.id}?pageSize=10&page=0`);
    expect(ofAsset.data).toMatchObject([{ type: 'Hot', originator: device.id }]);
  });

  it('compare with attributes of the device, its customer and the tenant, as they are now', async () => {
    const limit = { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'limit', inherit: true };
    const profile = await makeProfile([hot({ createRules: { MAJOR: rule(temperature('GREATER', 100, limit)) } })]);
    const sender = await makeDevice(profile, { customerId: acme.customer.id });
    const setLimit = (kind: string, id: string, value: number): Promise<unknown> =>
      acme.admin.post(`/api/plugins/telemetry/${kind}/${id}/attributes/SERVER_SCOPE`, { limit: value });
    const raisesAt = async (value: number): Promise<void> => {
      await sender.send({ temperature: value - 1 });
      await settle(sender);
      expect((await alarmsOf(sender.device)).filter(({ status }) => status === 'ACTIVE_UNACK')).toEqual([]);
      await sender.send({ temperature: value });
      await vi.waitFor(async () => {
        const active = (await alarmsOf(sender.device)).filter(({ status }) => status === 'ACTIVE_UNACK');
        expect(active).toHaveLength(1);
        await acme.admin.post(`/api/alarm/${active[0]?.id.id}/clear`);
      }, PATIENCE);
    };
    await raisesAt(101);
    await setLimit('TENANT', acme.tenant.id.id, 80);
    await raisesAt(81);
    await setLimit('CUSTOMER', acme.customer.id.id, 60);
    await raisesAt(61);
    await sender.attributes({ limit: 40 });
    await raisesAt(41);
    await setLimit('CUSTOMER', acme.otherCustomer.id.id, 70);
    await acme.admin.delete(`/api/plugins/telemetry/DEVICE/${sender.device.id.id}/CLIENT_SCOPE?keys=limit`);
    await acme.admin.post(`/api/customer/${acme.otherCustomer.id.id}/device/${sender.device.id.id}`);
    await raisesAt(71);
  });

  it('start from scratch when somebody has cleared their alarm, and leave one active alarm', async () => {
    const spec = { type: 'REPEATING', predicate: { defaultValue: 2 } };
    const sender = await makeDevice(
      await makeProfile([hot({ createRules: { MAJOR: rule(temperature('GREATER', 30), { spec }) } })]),
    );
    await sender.send({ temperature: 31 });
    await sender.send({ temperature: 32 });
    await expectAlarms(sender.device, [{ status: 'ACTIVE_UNACK' }]);
    await acme.admin.post(`/api/alarm/${(await alarmsOf(sender.device))[0]?.id.id}/clear`);
    await vi.waitFor(async () => expect(await statesOf(sender.device)).toEqual([]), PATIENCE);
    await sender.send({ temperature: 33 });
    await settle(sender);
    await expectAlarms(sender.device, [{ status: 'CLEARED_UNACK' }]);
    await acme.admin.post('/api/alarm', {
      type: 'Hot',
      originator: sender.device.id,
      severity: 'WARNING',
      status: 'ACTIVE_UNACK',
    });
    await sender.send({ temperature: 34 });
    await expectAlarms(sender.device, [{ status: 'CLEARED_UNACK' }, { severity: 'MAJOR', status: 'ACTIVE_UNACK' }]);
    expect(await alarmsOf(sender.device)).toHaveLength(2);
  });

  it('apply as they are edited, also to devices that wait', async () => {
    const sender = await makeDevice(
      await makeProfile([hot({ createRules: { MAJOR: rule(temperature('GREATER', 30)) } })]),
    );
    const save = (alarm: Partial<DeviceProfileAlarm>): Promise<DeviceProfile> =>
      acme.admin.post('/api/deviceProfile', { ...sender.profile, profileData: { alarms: [hot(alarm)] } });
    await sender.send({ temperature: 25 });
    await settle(sender);
    await save({ createRules: { MAJOR: rule(temperature('GREATER', 20), { spec: duration('HOURS', 1) }) } });
    await sender.send({ temperature: 26 });
    await vi.waitFor(async () => expect(await statesOf(sender.device)).toHaveLength(1), PATIENCE);
    expect(await alarmsOf(sender.device)).toEqual([]);
    await save({ createRules: { MAJOR: rule(temperature('GREATER', 20), { spec: duration('MILLISECONDS', 10) }) } });
    await expectAlarms(sender.device, [{ severity: 'MAJOR' }]);
    await save({ createRules: { CRITICAL: rule(temperature('GREATER', 20)) } });
    await sender.send({ temperature: 27 });
    await expectAlarms(sender.device, [{ severity: 'CRITICAL' }]);
    await vi.waitFor(async () => expect(await statesOf(sender.device)).toEqual([]), PATIENCE);
  });

  it('forget devices that are deleted, or change their profile or tenant', async () => {
    const lasting = { MAJOR: rule(temperature('GREATER', 30), { spec: duration('HOURS', 1) }) };
    const profile = await makeProfile([hot({ createRules: lasting })]);
    const other = await makeProfile([hot({ createRules: lasting })]);
    const changes: ((device: Device) => Promise<unknown>)[] = [
      ({ id }) => acme.admin.delete(`/api/device/${id.id}`),
      (device) => acme.admin.post('/api/device', { ...device, deviceProfileId: other.id }),
    ];
    for (const change of changes) {
      const sender = await makeDevice(profile);
      await sender.send({ temperature: 31 });
      await vi.waitFor(async () => expect(await statesOf(sender.device)).toHaveLength(1), PATIENCE);
      await change(sender.device);
      expect(await statesOf(sender.device)).toEqual([]);
    }
    const globex = await createTestTenant(platform, 'globex');
    const moved = await makeDevice(profile);
    await moved.send({ temperature: 31 });
    await vi.waitFor(async () => expect(await statesOf(moved.device)).toHaveLength(1), PATIENCE);
    await acme.admin.post(`/api/tenant/${globex.tenant.id.id}/device/${moved.device.id.id}`);
    expect(await statesOf(moved.device)).toEqual([]);
    await moved.send({ temperature: 32 });
    expect(await alarmsOf(moved.device, globex)).toEqual([]);
  });

  it('keep to the clock on the wall, also on the day that clocks are changed', async () => {
    const schedule: AlarmSchedule = {
      type: 'SPECIFIC_TIME',
      timezone: 'Europe/Berlin',
      daysOfWeek: [7],
      startsOn: 8 * 3_600_000,
      endsOn: 18 * 3_600_000,
    };
    const { device, send } = await makeDevice(
      await makeProfile([
        hot({ createRules: { MAJOR: rule(temperature('GREATER', 30), { schedule, alarmDetails: '${temperature}' }) } }),
      ]),
    );
    const sendAt = (time: string, value: number): Promise<void> =>
      send({ ts: Date.parse(time), values: { temperature: value } });
    await sendAt('2026-03-29T05:59:59Z', 31);
    await sendAt('2026-03-29T06:00:00Z', 32);
    await sendAt('2026-03-29T16:00:00Z', 33);
    await sendAt('2026-10-25T06:59:59Z', 34);
    await vi.waitFor(async () => expect(await historySize(device)).toBe(1), PATIENCE);
    await sendAt('2026-10-25T16:59:59Z', 35);
    await expectAlarms(device, [{ startTs: Date.parse('2026-03-29T06:00:00Z'), details: { data: '35' } }]);
    expect(await historySize(device)).toBe(2);
  });

  it('are tried with what a device has sent, without an effect', async () => {
    const sender = await makeDevice(await makeProfile([]), { customerId: acme.customer.id });
    const start = Date.now() - 3_600_000;
    const values = [20, 31, 32, 33, 60, 10];
    for (const [minute, value] of values.entries()) {
      await sender.send({ ts: start + minute * 60_000, values: { temperature: value } });
    }
    await settle(sender);
    const limit = { sourceType: 'CURRENT_CUSTOMER', sourceAttribute: 'worst' };
    await acme.admin.post(`/api/plugins/telemetry/CUSTOMER/${acme.customer.id.id}/attributes/SERVER_SCOPE`, {
      worst: 50,
    });
    const alarm = hot({
      createRules: {
        MAJOR: rule(temperature('GREATER', 30), { spec: duration('SECONDS', 90), alarmDetails: '${temperature}' }),
        CRITICAL: rule(temperature('GREATER', 99, limit)),
      },
      clearRule: rule(temperature('LESS', 20)),
    });
    const body = { deviceId: sender.device.id, rule: alarm, startTs: start, endTs: Date.now() };
    const tried = await acme.admin.post<AlarmRuleTryReply>('/api/deviceProfile/alarmRule/try', body);
    expect(tried).toEqual({
      firings: [
        { ts: start + 150_001, type: 'CREATED', severity: 'MAJOR', details: '32', updates: 1 },
        { ts: start + 240_000, type: 'SEVERITY', severity: 'CRITICAL', details: null, updates: 0 },
        { ts: start + 300_000, type: 'CLEARED', severity: 'CRITICAL', details: null, updates: 0 },
      ],
      points: values.length,
      until: body.endTs,
    });
    expect(await alarmsOf(sender.device)).toEqual([]);
    const refused = [
      { ...body, endTs: start },
      { ...body, startTs: start - 32 * 86_400_000 },
      { ...body, rule: hot({}) },
    ];
    for (const one of refused) {
      expect((await acme.admin.call('POST', '/api/deviceProfile/alarmRule/try', one)).status).toBe(400);
    }
  });

  it('are refused with the name of what is wrong in them', async () => {
    const refusalOf = async (alarm: object): Promise<string> => {
      const reply = await acme.admin.call<{ message: string }>('POST', '/api/deviceProfile', {
        name: `Profile ${++made}`,
        type: 'DEFAULT',
        transportType: 'DEFAULT',
        profileData: { alarms: [{ id: 'a', alarmType: 'Hot', ...alarm }] },
      });
      expect(reply.status).toBe(400);
      return reply.body.message;
    };
    const major = (more: object) => ({ createRules: { MAJOR: { ...rule(temperature('GREATER', 30)), ...more } } });
    const field = 'profileData.alarms.0.createRules.MAJOR';
    const zoned = { type: 'SPECIFIC_TIME', timezone: 'Europe/Atlantis', daysOfWeek: [1], startsOn: 0, endsOn: 1 };
    expect(await refusalOf(major({ schedule: zoned }))).toContain(`${field}.schedule.timezone: is not a time zone`);
    expect(await refusalOf(major({ schedule: { type: 'SOMETIMES' } }))).toContain(
      `${field}.schedule.type: must be a schedule`,
    );
    const spec = { type: 'DURATION', unit: 'FORTNIGHTS', predicate: { defaultValue: 1 } };
    expect(await refusalOf(major({ condition: { condition: [], spec } }))).toContain(
      `${field}.condition.spec.unit' must be one of NANOSECONDS`,
    );
    const filter = { ...temperature('GREATER', 1), predicate: { type: 'NUMERIC', operation: 'ABOUT', value: {} } };
    expect(await refusalOf(major({ condition: { condition: [filter] } }))).toContain(
      `${field}.condition.condition.0.predicate.operation' must be one of EQUAL`,
    );
    expect(await refusalOf({ createRules: { AWFUL: rule(temperature('GREATER', 1)) } })).toContain(
      'profileData.alarms.0.createRules: has severities that are not CRITICAL',
    );
  });
});

describe('rules that last or repeat', () => {
  it('fire while no data come, also when the server was down when it was time', { timeout: 120_000 }, async () => {
    const lasting = (seconds: number) => rule(temperature('GREATER', 30), { spec: duration('SECONDS', seconds) });
    const repeated = { type: 'REPEATING', predicate: { defaultValue: 3 } };
    const profile = await makeProfile([
      hot({
        createRules: { MAJOR: lasting(1), CRITICAL: lasting(6) },
        clearRule: rule(temperature('LESS', 0)),
      }),
      {
        id: 'often',
        alarmType: 'Often',
        createRules: {
          MINOR: rule(
            { key: { type: 'TIME_SERIES', key: 'often' }, predicate: temperature('GREATER', 0).predicate },
            { spec: repeated, alarmDetails: '${often}' },
          ),
        },
      },
    ]);
    const sender = await makeDevice(profile);
    await sender.send({ temperature: 31 });
    await expectAlarms(sender.device, [{ type: 'Hot', severity: 'MAJOR' }]);
    await sender.send({ often: 1 });
    await sender.send({ often: 2 });
    await settle(sender);
    const [before] = await statesOf(sender.device);
    expect(before?.due).toBeGreaterThan(Date.now());
    await restartPlatform(platform, () =>
      vi.waitFor(() => expect(Date.now()).toBeGreaterThan(before?.due ?? 0), PATIENCE),
    );
    await expectAlarms(sender.device, [{ type: 'Hot', severity: 'CRITICAL' }]);
    await sender.send({ often: 3 });
    await expectAlarms(sender.device, [{ type: 'Hot' }, { type: 'Often', severity: 'MINOR', details: { data: '3' } }]);
    await sender.send({ temperature: -1 });
    await expectAlarms(sender.device, [{ type: 'Hot', status: 'CLEARED_UNACK' }, { type: 'Often' }]);
    const [alarm] = await alarmsOf(sender.device);
    const history = await acme.admin.get<PageData<{ change: string }>>(
      `/api/alarm/history/${alarm?.id.id}?pageSize=100&page=0`,
    );
    expect(history.data.map(({ change }) => change).reverse()).toEqual(['CREATED', 'SEVERITY', 'CLEARED']);
  });
});
