import { type AccessRow, idsOf, imports, NONE, only, relationsOf } from '../access-row.ts';

/** Devices and their profiles. */
export const devicesRows: Record<string, AccessRow | AccessRow[]> = {
  // Devices
  getDevice: only('device', 'READ'),
  getDeviceInfo: only('device', 'READ'),
  saveDevice: [
    { creates: 'device', body: (_objects, unique) => ({ name: unique, type: 'default' }) },
    { on: 'device', op: 'WRITE', body: ({ device }) => ({ ...device, label: 'Changed' }) },
  ],
  saveDeviceWithCredentials: [
    {
      creates: 'device',
      body: (_objects, unique) => ({
        device: { name: unique, type: 'default' },
        credentials: { credentialsType: 'ACCESS_TOKEN', credentialsId: unique },
      }),
    },
    {
      on: 'device',
      op: 'WRITE_CREDENTIALS',
      body: ({ device }, unique) => ({
        device,
        credentials: { credentialsType: 'ACCESS_TOKEN', credentialsId: unique },
      }),
    },
  ],
  deleteDevice: only('device', 'DELETE'),
  getDeviceCredentials: only('device', 'READ_CREDENTIALS'),
  saveDeviceCredentials: {
    on: 'device',
    op: 'WRITE_CREDENTIALS',
    body: ({ device }, unique) => ({
      deviceId: device.id,
      credentialsType: 'ACCESS_TOKEN',
      credentialsId: unique,
    }),
    // The credentials have their own id, which a permitted caller would have read first.
    letIn: [400],
  },
  assignDeviceToCustomer: only('device', 'ASSIGN_TO_CUSTOMER'),
  unassignDeviceFromCustomer: only('device', 'UNASSIGN_FROM_CUSTOMER'),
  assignDeviceToPublicCustomer: only('device', 'ASSIGN_TO_CUSTOMER'),
  // To the own tenant, which changes nothing; to another one: `device-move.integration.test.ts`.
  assignDeviceToTenant: only('device', 'ASSIGN_TO_TENANT'),
  claimDevice: { params: { deviceName: 'nobody' }, letIn: [404], alsoDenied: ['publicVisitor'] },
  reclaimDevice: { params: { deviceName: 'nobody' }, letIn: [404], alsoDenied: ['publicVisitor'] },
  getTenantDevices: NONE,
  getTenantDeviceInfos: NONE,
  getCustomerDevices: only('customer', 'READ'),
  getCustomerDeviceInfos: only('customer', 'READ'),
  getDevicesByIds: { query: (objects) => `deviceIds=${idsOf('device')(objects)}` },
  searchDevices: {
    on: 'device',
    op: 'READ',
    body: (objects) => ({ ...relationsOf(objects), relationType: 'Contains', deviceTypes: ['default'] }),
  },
  // Counts only devices of the caller, whatever the profile.
  countDevicesWithoutPackage: { params: { otaPackageType: 'FIRMWARE' } },
  getDeviceTypes: NONE,
  importDevices: imports('device', 'default'),

  // Device profiles
  getDeviceProfile: only('deviceProfile', 'READ'),
  getDeviceProfileInfo: {
    on: 'deviceProfile',
    op: 'READ',
    alsoLetIn: {
      callers: ['customerUser', 'otherCustomerUser', 'publicVisitor'],
      because: 'customer users choose from the names of the profiles of their tenant',
    },
  },
  getDefaultDeviceProfileInfo: NONE,
  getDeviceProfiles: NONE,
  getDeviceProfileInfos: NONE,
  saveDeviceProfile: [
    {
      creates: 'deviceProfile',
      body: ({ deviceProfile }, unique) => ({ ...deviceProfile, id: null, createdTime: null, name: unique }),
    },
    { on: 'deviceProfile', op: 'WRITE', body: ({ deviceProfile }) => ({ ...deviceProfile, description: 'Changed' }) },
  ],
  deleteDeviceProfile: only('deviceProfile', 'DELETE'),
  setDefaultDeviceProfile: only('deviceProfile', 'WRITE'),
  getDeviceProfileTimeseriesKeys: {
    on: 'deviceProfile',
    op: 'READ',
    query: (objects) => `deviceProfileId=${idsOf('deviceProfile')(objects)}`,
  },
  getNowKeys: NONE,
  tryAlarmRule: {
    on: 'device',
    op: 'READ_TELEMETRY',
    body: ({ device }) => ({
      deviceId: device.id,
      rule: { id: 'a', alarmType: 'Hot', createRules: { MAJOR: { condition: { condition: [] } } } },
      startTs: 1_000,
      endTs: 2_000,
    }),
  },
  saveNowKeys: { on: 'deviceProfile', op: 'WRITE', body: () => ({ keys: [{ key: 'temperature', unit: '°C' }] }) },
  getDeviceProfileAttributeKeys: {
    on: 'deviceProfile',
    op: 'READ',
    query: (objects) => `deviceProfileId=${idsOf('deviceProfile')(objects)}`,
  },
};
