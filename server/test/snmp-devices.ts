import type { Device } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { Caller } from './platform.ts';

/** A part of the settings of a profile. */
export interface CommunicationConfig {
  spec: string;
  queryingFrequencyMs?: number;
  mappings: { oid: string; key: string; dataType: string }[];
}

let made = 0;

/** Makes profiles and devices of SNMP by the REST API, and reads what became of them. */
export function createSnmpDevices(admin: () => Caller) {
  const settingsOf = (profile: DeviceProfile, communicationConfigs: CommunicationConfig[], more: object = {}) => ({
    ...profile,
    profileData: {
      ...profile.profileData,
      transportConfiguration: { type: 'SNMP', timeoutMs: 300, retries: 1, ...more, communicationConfigs },
    },
  });
  const empty = {
    type: 'DEFAULT',
    transportType: 'SNMP',
    profileData: { configuration: { type: 'DEFAULT' }, provisionConfiguration: { type: 'DISABLED' }, alarms: null },
  } as unknown as DeviceProfile;

  const addProfile = (configs: CommunicationConfig[], more?: object): Promise<DeviceProfile> =>
    admin().post('/api/deviceProfile', { ...settingsOf(empty, configs, more), name: `SNMP ${++made}` });

  return {
    addProfile,
    saveProfile: (profile: DeviceProfile, configs: CommunicationConfig[], more?: object): Promise<DeviceProfile> =>
      admin().post('/api/deviceProfile', settingsOf(profile, configs, more)),
    addDevice: (profile: DeviceProfile, transport: object): Promise<Device> =>
      admin().post('/api/device', {
        name: `SNMP device ${++made}`,
        deviceProfileId: profile.id,
        deviceData: {
          configuration: { type: 'DEFAULT' },
          transportConfiguration: {
            type: 'SNMP',
            host: '127.0.0.1',
            protocolVersion: 'V2C',
            community: 'public',
            ...transport,
          },
        },
      }),
    /** Latest values of keys: key → value. */
    async latest({ id }: Device, ...keys: string[]): Promise<Record<string, unknown>> {
      const found = await admin().get<Record<string, { value: unknown }[]>>(
        `/api/plugins/telemetry/DEVICE/${id.id}/values/timeseries?keys=${keys.join(',')}&useStrictDataTypes=true`,
      );
      return Object.fromEntries(Object.entries(found).map(([key, [point]]) => [key, point?.value]));
    },
    async attributes({ id }: Device, scope: string): Promise<Record<string, unknown>> {
      const list = await admin().get<{ key: string; value: unknown }[]>(
        `/api/plugins/telemetry/DEVICE/${id.id}/values/attributes/${scope}`,
      );
      return Object.fromEntries(list.map(({ key, value }) => [key, value]));
    },
  };
}
