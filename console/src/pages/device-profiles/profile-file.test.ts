import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { expect, it } from 'vitest';
import { exportedProfile, readProfile, withoutForeign } from './profile-file.ts';

const profile: DeviceProfile = {
  id: { entityType: 'DEVICE_PROFILE', id: '6f271bb0-e57e-11f1-a2cf-f30f015b2b9a' },
  createdTime: 1,
  tenantId: { entityType: 'TENANT', id: '7f271bb0-e57e-11f1-a2cf-f30f015b2b9a' },
  name: 'Meters',
  description: 'In cellars',
  image: null,
  type: 'DEFAULT',
  transportType: 'LWM2M',
  provisionType: 'DISABLED',
  defaultRuleChainId: null,
  defaultDashboardId: null,
  defaultQueueName: null,
  profileData: {
    configuration: { type: 'DEFAULT' },
    transportConfiguration: { type: 'LWM2M', observeAttr: { observe: ['/3_1.0/0/9'] }, ofAnotherClient: 5 },
    provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null },
    alarms: [{ id: 'a', alarmType: 'Leak', createRules: {}, propagate: false, propagateToMoon: true }],
  },
  provisionDeviceKey: null,
  firmwareId: null,
  softwareId: null,
  default: true,
};

it('comes back as a new profile with everything in it, which is not the default', () => {
  const { id, createdTime, tenantId, ...rest } = profile;
  const read = readProfile(JSON.stringify(exportedProfile(profile)));
  expect(read).toEqual({ content: { ...rest, default: false } });
});

it('is taken from a file with its id, which is not kept', () => {
  expect(readProfile(JSON.stringify(profile))).not.toHaveProperty('content.id');
});

it.each([
  ['no JSON', undefined],
  ['null', undefined],
  ['[]', undefined],
  ['{}', undefined],
  ['{"name":"x","type":"DEFAULT","transportType":"MQTT","provisionType":"DISABLED"}', undefined],
  ['{"name":"x","transportType":"MQTT","provisionType":"DISABLED","profileData":{}}', 'type'],
  ['{"name":" ","type":"DEFAULT","transportType":"MQTT","provisionType":"DISABLED","profileData":{}}', 'name'],
  [
    '{"name":"x","type":"DEFAULT","transportType":"PIGEON","provisionType":"DISABLED","profileData":{}}',
    'transportType',
  ],
  [
    '{"name":"x","type":"DEFAULT","transportType":"MQTT","provisionType":"DISABLED","profileData":{"alarms":[5]}}',
    'profileData.alarms[0]',
  ],
])('is not read from %s, and says which member does not fit', (text, wrong) => {
  expect(readProfile(text)).toEqual({ wrong });
});

it('is not read with an object of SNMP that no request could name, whose line is named', () => {
  const mapping = (oid: string) => ({ oid, key: oid, dataType: 'LONG' });
  const read = (...oids: string[]) => {
    const config = { spec: 'TELEMETRY_QUERYING', queryingFrequencyMs: 5000, mappings: oids.map(mapping) };
    const transportConfiguration = { type: 'SNMP', timeoutMs: 500, retries: 0, communicationConfigs: [config] };
    const profileData = { ...profile.profileData, transportConfiguration };
    return readProfile(JSON.stringify({ ...profile, transportType: 'SNMP', profileData }));
  };
  const at = (line: number) => `profileData.transportConfiguration.communicationConfigs[0].mappings[${line}].oid`;
  expect(read('1.3.6.1')).toHaveProperty('content');
  expect(read('1.3.6.1', '1.03')).toEqual({ wrong: at(1) });
  expect(read('1.3.6.1', '1.3.7', '.1.3.6.1')).toEqual({ wrong: at(2) });
});

it('is read with a name that is too long, which the server refuses by its own words', () => {
  const name = 'x'.repeat(300);
  expect(readProfile(JSON.stringify({ ...profile, name }))).toMatchObject({ content: { name } });
});

it('comes without what is not here, which is named', async () => {
  const id = '8f271bb0-e57e-11f1-a2cf-f30f015b2b9a';
  const naming = {
    ...profile,
    defaultRuleChainId: { entityType: 'RULE_CHAIN' as const, id },
    defaultDashboardId: { entityType: 'DASHBOARD' as const, id },
    defaultQueueName: 'Far away',
    firmwareId: { entityType: 'OTA_PACKAGE' as const, id },
  };
  const nothing = await withoutForeign(naming, async () => false);
  expect(nothing.left).toEqual(['ruleChain', 'dashboard', 'queue', 'firmware']);
  expect(nothing.profile).toEqual(profile);
  const chain = await withoutForeign({ ...naming, defaultQueueName: 'Main' }, async (part) => part === 'ruleChain');
  expect(chain.left).toEqual(['dashboard', 'firmware']);
  expect(chain.profile).toMatchObject({
    defaultRuleChainId: { id },
    defaultQueueName: 'Main',
    defaultDashboardId: null,
  });
});

it('comes without dashboards of alarm rules that are not here', async () => {
  const dashboard = (end: number) => ({
    entityType: 'DASHBOARD' as const,
    id: `8f271bb0-e57e-11f1-a2cf-f30f015b2b0${end}`,
  });
  const rule = (end: number) => ({ alarmDetails: 'Wet', dashboardId: dashboard(end), ofAnotherClient: 1 });
  const naming = {
    ...profile,
    profileData: {
      ...profile.profileData,
      alarms: [{ id: 'a', alarmType: 'Leak', createRules: { MAJOR: rule(1), MINOR: rule(2) }, clearRule: rule(1) }],
    },
  };
  const { profile: read, left } = await withoutForeign(naming, async (_part, id) => id === dashboard(2).id);
  expect(left).toEqual(['alarmDashboard']);
  expect(read.profileData?.alarms?.[0]).toEqual({
    id: 'a',
    alarmType: 'Leak',
    createRules: { MAJOR: { ...rule(1), dashboardId: null }, MINOR: rule(2) },
    clearRule: { ...rule(1), dashboardId: null },
  });
  expect((await withoutForeign(naming, async () => true)).profile.profileData).toEqual(naming.profileData);
});
