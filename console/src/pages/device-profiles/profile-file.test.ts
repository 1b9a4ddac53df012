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
  expect(read).toEqual({ ...rest, default: false });
});

it('is taken from a file with its id, which is not kept', () => {
  expect(readProfile(JSON.stringify(profile))).not.toHaveProperty('id');
});

it.each([
  'no JSON',
  '[]',
  '{}',
  '{"name":"x","type":"DEFAULT","transportType":"MQTT","provisionType":"DISABLED"}',
  '{"name":" ","type":"DEFAULT","transportType":"MQTT","provisionType":"DISABLED","profileData":{}}',
  '{"name":"x","type":"DEFAULT","transportType":"PIGEON","provisionType":"DISABLED","profileData":{}}',
])('is not read from %s', (text) => {
  expect(readProfile(text)).toBeUndefined();
});

it('is read with a name that is too long, which the server refuses by its own words', () => {
  const name = 'x'.repeat(300);
  expect(readProfile(JSON.stringify({ ...profile, name }))).toMatchObject({ name });
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
