import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { expect, it } from 'vitest';
import { exportedProfile, readProfile } from './profile-file.ts';

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
