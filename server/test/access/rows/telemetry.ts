import type { Operation } from '../../../src/access/permissions.ts';
import { type AccessRow, only, relationsOf, type TestObjects } from '../access-row.ts';

/** Telemetry calls name the entity in the path; they are tested with a device. */
const onDevice = (op: Operation, more: AccessRow = {}): AccessRow => ({
  on: 'device',
  op,
  params: { entityType: 'DEVICE', scope: 'SERVER_SCOPE' },
  ...more,
});

/** What a tenant has used, which only the platform writes. */
const onUsage = (op: Operation, more: AccessRow = {}): AccessRow =>
  onDevice(op, { on: 'apiUsageState', params: { entityType: 'API_USAGE_STATE', scope: 'SERVER_SCOPE' }, ...more });

const relationOf = ({ device, customer }: TestObjects) =>
  `fromId=${customer.id.id}&fromType=CUSTOMER&relationType=Contains&toId=${device.id.id}&toType=DEVICE`;

const findDevices = () => ({
  entityFilter: { type: 'entityType', entityType: 'DEVICE' },
  pageLink: { page: 0, pageSize: 100, textSearch: null, dynamic: false, sortOrder: null },
  entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
  latestValues: [],
  keyFilters: [],
});

/** Telemetry, queries and relations. */
export const telemetryRows: Record<string, AccessRow | AccessRow[]> = {
  // Telemetry
  getDeviceExchanges: { ...only('device', 'READ_TELEMETRY'), alsoDenied: ['publicVisitor'] },
  getTimeseriesKeys: [onDevice('READ_TELEMETRY'), onUsage('READ_TELEMETRY')],
  getAttributeKeys: onDevice('READ_ATTRIBUTES'),
  getAttributeKeysByScope: onDevice('READ_ATTRIBUTES'),
  getAttributes: [onDevice('READ_ATTRIBUTES'), onUsage('READ_ATTRIBUTES')],
  getAttributesByScope: onDevice('READ_ATTRIBUTES'),
  getTimeseries: [
    onDevice('READ_TELEMETRY', { query: 'keys=temperature' }),
    onUsage('READ_TELEMETRY', { query: 'keys=smsCount' }),
  ],
  saveAttributes: onDevice('WRITE_ATTRIBUTES', { body: () => ({ site: 'x' }) }),
  saveAttributesOfScope: [
    onDevice('WRITE_ATTRIBUTES', { body: () => ({ site: 'x' }) }),
    onUsage('WRITE_ATTRIBUTES', { body: () => ({ site: 'x' }) }),
  ],
  saveDeviceAttributes: onDevice('WRITE_ATTRIBUTES', { body: () => ({ site: 'x' }) }),
  saveTimeseries: [
    onDevice('WRITE_TELEMETRY', { body: () => ({ temperature: 1 }) }),
    onUsage('WRITE_TELEMETRY', { body: () => ({ smsCount: 0 }) }),
  ],
  saveTimeseriesWithTtl: onDevice('WRITE_TELEMETRY', {
    params: { entityType: 'DEVICE', scope: 'ANY', ttl: '0' },
    body: () => ({ temperature: 1 }),
  }),
  deleteTimeseries: [
    onDevice('WRITE_TELEMETRY', { query: 'keys=temperature&deleteAllDataForKeys=true' }),
    onUsage('WRITE_TELEMETRY', { query: 'keys=smsCount&deleteAllDataForKeys=true' }),
  ],
  deleteAttributes: onDevice('WRITE_ATTRIBUTES', { query: 'keys=site' }),
  deleteDeviceAttributes: onDevice('WRITE_ATTRIBUTES', { query: 'keys=site' }),

  // Queries; what they find is limited to what the caller may read
  countEntitiesByQuery: { body: findDevices },
  findEntitiesByQuery: { body: findDevices },
  findAlarmsByQuery: { body: findDevices },
  findEntityKeysByQuery: { query: 'timeseries=true&attributes=true', body: findDevices },

  // Relations
  saveRelation: {
    on: 'device',
    op: 'WRITE',
    body: ({ device }) => ({ from: device.id, to: device.id, type: 'Contains', typeGroup: 'COMMON' }),
  },
  deleteRelation: {
    on: 'device',
    op: 'WRITE',
    query: relationOf,
    letIn: [404],
    // The other end is the customer, which they may only read.
    alsoDenied: ['customerUser'],
  },
  deleteRelations: {
    on: 'device',
    op: 'WRITE',
    query: ({ device }) => `entityId=${device.id.id}&entityType=DEVICE`,
  },
  getRelation: { on: 'device', op: 'READ', query: relationOf, letIn: [404] },
  getRelations: { on: 'device', op: 'READ', query: ({ device }) => `fromId=${device.id.id}&fromType=DEVICE` },
  getRelationInfos: { on: 'device', op: 'READ', query: ({ device }) => `fromId=${device.id.id}&fromType=DEVICE` },
  findRelations: { on: 'device', op: 'READ', body: relationsOf },
  findRelationInfos: { on: 'device', op: 'READ', body: relationsOf },
};
