import { type AccessRow, NONE, only } from '../access-row.ts';

/**
 * The device has no session, so permitted calls end with "no connection", or with a timeout if an earlier row created a
 * root chain that passes no calls on.
 */
const rpcCall: AccessRow = {
  on: 'device',
  op: 'RPC_CALL',
  body: () => ({ method: 'ping', params: {}, expirationTime: Date.now() + 200 }),
  letIn: [408, 409, 504],
};

/** Calls of and to devices, events and the audit log. */
export const callsRows: Record<string, AccessRow | AccessRow[]> = {
  // Calls to devices
  callOneway: rpcCall,
  callTwoway: rpcCall,
  callOnewayV1: rpcCall,
  callTwowayV1: rpcCall,
  // The device is not one of SNMP.
  walkSnmpDevice: { on: 'device', op: 'RPC_CALL', query: 'base=1.3.6.1', letIn: [400] },
  getPersistentRpc: only('rpc', 'READ'),
  getPersistentRpcOfDevice: { on: 'device', op: 'RPC_CALL', query: 'rpcStatus=QUEUED' },
  deletePersistentRpc: only('rpc', 'DELETE'),

  // The device API identifies devices by their token, not users
  provisionDevice: {
    body: () => ({ deviceName: 'nobody', provisionDeviceKey: 'unknown', provisionDeviceSecret: 'unknown' }),
  },
  postDeviceTelemetry: { params: { token: 'unknown' }, body: () => ({ a: 1 }), letIn: [401] },
  postDeviceAttributes: { params: { token: 'unknown' }, body: () => ({ a: 1 }), letIn: [401] },
  getDeviceAttributes: { params: { token: 'unknown' }, letIn: [401] },
  pollDeviceAttributes: { params: { token: 'unknown' }, letIn: [401] },
  pollDeviceRpc: { params: { token: 'unknown' }, letIn: [401] },
  answerDeviceRpc: { params: { token: 'unknown', requestId: '1' }, body: () => ({}), letIn: [401] },
  registerClaim: { params: { token: 'unknown' }, letIn: [401] },
  downloadFirmware: { params: { token: 'unknown' }, query: 'title=a&version=1', letIn: [401] },
  downloadSoftware: { params: { token: 'unknown' }, query: 'title=a&version=1', letIn: [401] },
  callPlatform: { params: { token: 'unknown' }, body: () => ({ method: 'm', params: {} }), letIn: [401] },

  // Events and audit
  getEventsOfType: {
    on: 'device',
    op: 'READ',
    params: { entityType: 'DEVICE', eventType: 'LC_EVENT' },
    query: ({ tenant }) => `tenantId=${tenant.id.id}`,
  },
  getEvents: {
    on: 'device',
    op: 'READ',
    params: { entityType: 'DEVICE' },
    query: ({ tenant }) => `tenantId=${tenant.id.id}`,
  },
  findEvents: {
    on: 'device',
    op: 'READ',
    params: { entityType: 'DEVICE' },
    query: ({ tenant }) => `tenantId=${tenant.id.id}`,
    body: () => ({ eventType: 'LC_EVENT' }),
  },
  getAuditLogs: NONE,
  getAuditLogsOfCustomer: NONE,
  getAuditLogsOfUser: NONE,
  getAuditLogsOfEntity: { params: { entityType: 'DEVICE' } },
};
