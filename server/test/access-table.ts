import type { Operation } from '../src/access/permissions.ts';

/** Kinds of object that the calls of the API are about; the access test knows how to make one of each. */
export type ObjectKind =
  | 'tenant'
  | 'tenantProfile'
  | 'customer'
  | 'user'
  | 'device'
  | 'deviceProfile'
  | 'dashboard'
  | 'ruleChain'
  | 'ruleNode'
  | 'rpc';

/** An object as the API returned it. */
export interface TestObject {
  id: { id: string; entityType: string };
  [member: string]: unknown;
}

/** One object of each kind, all of the tenant whose customer A owns what can be owned. */
export type TestObjects = Record<ObjectKind, TestObject>;

/**
 * How the access test calls a route, and on what. A row is tiny: path parameters such as `deviceId` are filled in from
 * the object of that kind, paged lists get a page, and what is expected of each caller follows from the route's list
 * of authorities and the permission table.
 */
export interface AccessRow {
  /** The object the call is about, with the operation that is checked on it. */
  on?: ObjectKind;
  op?: Operation;
  /** Instead of `on`: the call makes a new object of that kind (operation CREATE). */
  creates?: ObjectKind;
  /** Path parameters that do not name an object of their kind. */
  params?: Record<string, string>;
  /** Query string without `?`. */
  query?: string | ((objects: TestObjects) => string);
  body?: (objects: TestObjects, unique: string) => unknown;
  /** Statuses, other than 2xx and 3xx, that show that the caller was let in. */
  letIn?: number[];
  /** The tokens of the caller end with the call. */
  endsSessions?: true;
  /** Callers whom more than the permission table keeps out. */
  alsoDenied?: Caller[];
  /** Why a caller is let in although the permission table says no. */
  alsoLetIn?: { callers: Caller[]; because: string };
}

/** Who calls. The object belongs to the tenant of the four after the system administrator, and is not public. */
export const CALLERS = [
  'anonymous',
  'systemAdministrator',
  'tenantAdministrator',
  'customerUser',
  'otherCustomerUser',
  'publicVisitor',
  'foreignAdministrator',
] as const;
export type Caller = (typeof CALLERS)[number];

const NONE: AccessRow = {};
const only = (on: ObjectKind, op: Operation): AccessRow => ({ on, op });
const idsOf =
  (...kinds: ObjectKind[]) =>
  (objects: TestObjects) =>
    kinds.map((kind) => objects[kind].id.id);

/** Telemetry calls name the entity in the path; they are tried on a device. */
const onDevice = (op: Operation, more: AccessRow = {}): AccessRow => ({
  on: 'device',
  op,
  params: { entityType: 'DEVICE', scope: 'SERVER_SCOPE' },
  ...more,
});
const relationOf = ({ device, customer }: TestObjects) =>
  `fromId=${customer.id.id}&fromType=CUSTOMER&relationType=Contains&toId=${device.id.id}&toType=DEVICE`;
const relationsOf = ({ device }: TestObjects) => ({
  parameters: { rootId: device.id.id, rootType: 'DEVICE', direction: 'FROM', relationTypeGroup: 'COMMON', maxLevel: 1 },
  filters: [],
});
const findDevices = () => ({
  entityFilter: { type: 'entityType', entityType: 'DEVICE' },
  pageLink: { page: 0, pageSize: 100, textSearch: null, dynamic: false, sortOrder: null },
  entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
  latestValues: [],
  keyFilters: [],
});
/**
 * There is no session of the device, so that a call that is let in ends as "no connection", or with its time where an
 * earlier row has made a root chain that passes no calls on.
 */
const rpcCall: AccessRow = {
  on: 'device',
  op: 'RPC_CALL',
  body: () => ({ method: 'ping', params: {}, expirationTime: Date.now() + 200 }),
  letIn: [408, 409, 504],
};

/** Name of the route → how it is called. Several rows when a call does several things. */
export const ACCESS_TABLE: Record<string, AccessRow | AccessRow[]> = {
  // Sign-in
  login: { body: () => ({ username: 'nobody@example.com', password: 'x' }), letIn: [401] },
  loginPublic: { body: () => ({ publicId: 'nobody' }), letIn: [401] },
  refreshToken: { body: () => ({ refreshToken: 'x' }), letIn: [401] },
  getCurrentUser: NONE,
  logout: { endsSessions: true },
  changePassword: {
    body: () => ({ currentPassword: 'wrong', newPassword: 'long enough' }),
    letIn: [400],
    alsoDenied: ['publicVisitor'],
  },
  getPasswordPolicy: NONE,
  followActivationLink: { query: 'activateToken=x', letIn: [409] },
  activateUser: { body: () => ({ activateToken: 'x', password: 'long enough' }), letIn: [400] },
  requestPasswordReset: { body: () => ({ email: 'nobody@example.com' }) },
  followResetLink: { query: 'resetToken=x', letIn: [409] },
  resetPassword: { body: () => ({ resetToken: 'x', password: 'long enough' }), letIn: [400] },
  getOAuth2Clients: NONE,

  // Users
  getUserTokenAccessEnabled: NONE,
  getUser: only('user', 'READ'),
  getUserToken: only('user', 'READ'),
  saveUser: [
    {
      creates: 'user',
      query: 'sendActivationMail=false',
      body: ({ customer }, unique) => ({
        email: `${unique}@example.com`,
        authority: 'CUSTOMER_USER',
        customerId: customer.id,
      }),
      // Theirs are the users without customers, and customers of their own.
      letIn: [400],
      alsoDenied: ['systemAdministrator'],
    },
    { on: 'user', op: 'WRITE', body: ({ user }) => ({ ...user, firstName: 'Changed' }) },
  ],
  deleteUser: only('user', 'DELETE'),
  sendActivationMail: { on: 'user', op: 'READ', query: ({ user }) => `email=${user.email}`, letIn: [400] },
  getActivationLink: { on: 'user', op: 'READ', letIn: [400] },
  setUserCredentialsEnabled: { on: 'user', op: 'WRITE', query: 'userCredentialsEnabled=false' },
  getUsers: NONE,
  getTenantAdmins: NONE,
  getCustomerUsers: only('customer', 'READ'),

  // Tenants and their profiles
  getTenant: only('tenant', 'READ'),
  getTenantInfo: only('tenant', 'READ'),
  saveTenant: [
    { creates: 'tenant', body: (_objects, unique) => ({ title: unique }) },
    { on: 'tenant', op: 'WRITE', body: ({ tenant }) => ({ ...tenant, city: 'Changed' }) },
  ],
  deleteTenant: only('tenant', 'DELETE'),
  getTenants: NONE,
  getTenantInfos: NONE,
  getTenantProfile: only('tenantProfile', 'READ'),
  getTenantProfileInfo: only('tenantProfile', 'READ'),
  getDefaultTenantProfileInfo: NONE,
  saveTenantProfile: [
    { creates: 'tenantProfile', body: (_objects, unique) => ({ name: unique, profileData: { configuration: {} } }) },
    { on: 'tenantProfile', op: 'WRITE', body: ({ tenantProfile }) => ({ ...tenantProfile, description: 'Changed' }) },
  ],
  deleteTenantProfile: only('tenantProfile', 'DELETE'),
  setDefaultTenantProfile: only('tenantProfile', 'WRITE'),
  getTenantProfiles: NONE,
  getTenantProfileInfos: NONE,

  // Customers
  getCustomer: only('customer', 'READ'),
  getCustomerShortInfo: only('customer', 'READ'),
  getCustomerTitle: only('customer', 'READ'),
  saveCustomer: [
    { creates: 'customer', body: (_objects, unique) => ({ title: unique }) },
    { on: 'customer', op: 'WRITE', body: ({ customer }) => ({ ...customer, city: 'Changed' }) },
  ],
  deleteCustomer: only('customer', 'DELETE'),
  getCustomers: NONE,
  getCustomerByTitle: { query: 'customerTitle=nobody', letIn: [404] },

  // The installation
  getAdminSetting: { params: { key: 'general' } },
  saveAdminSetting: { body: (_objects, unique) => ({ key: unique, jsonValue: {} }) },
  getSecuritySettings: NONE,
  saveSecuritySettings: { body: () => ({ passwordPolicy: { minimumLength: 6 } }) },
  rotateSigningKey: NONE,
  checkUpdates: NONE,
  getHelpBaseUrl: NONE,
  getServerTime: NONE,
  getMaxDatapointsLimit: NONE,
  getEdgesEnabled: NONE,
  getTenantQueues: { query: 'serviceType=TB_RULE_ENGINE' },

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
    // The credentials have an id of their own, which the one who is let in would have read first.
    letIn: [400],
  },
  assignDeviceToCustomer: only('device', 'ASSIGN_TO_CUSTOMER'),
  unassignDeviceFromCustomer: only('device', 'UNASSIGN_FROM_CUSTOMER'),
  assignDeviceToPublicCustomer: only('device', 'ASSIGN_TO_CUSTOMER'),
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
  // Counts devices of the caller alone, whatever profile is asked for.
  countDevicesWithoutPackage: { params: { otaPackageType: 'FIRMWARE' } },
  getDeviceTypes: NONE,

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
  getDeviceProfileAttributeKeys: {
    on: 'deviceProfile',
    op: 'READ',
    query: (objects) => `deviceProfileId=${idsOf('deviceProfile')(objects)}`,
  },

  // Dashboards
  getDashboardInfo: only('dashboard', 'READ'),
  getDashboard: only('dashboard', 'READ'),
  saveDashboard: [
    { creates: 'dashboard', body: (_objects, unique) => ({ title: unique, configuration: {} }) },
    { on: 'dashboard', op: 'WRITE', body: ({ dashboard }) => ({ ...dashboard, title: 'Changed' }) },
  ],
  deleteDashboard: only('dashboard', 'DELETE'),
  assignDashboardToCustomer: only('dashboard', 'ASSIGN_TO_CUSTOMER'),
  unassignDashboardFromCustomer: only('dashboard', 'UNASSIGN_FROM_CUSTOMER'),
  assignDashboardToPublicCustomer: only('dashboard', 'ASSIGN_TO_CUSTOMER'),
  unassignDashboardFromPublicCustomer: { on: 'dashboard', op: 'UNASSIGN_FROM_CUSTOMER', letIn: [404] },
  updateDashboardCustomers: { on: 'dashboard', op: 'ASSIGN_TO_CUSTOMER', body: idsOf('customer') },
  addDashboardCustomers: { on: 'dashboard', op: 'ASSIGN_TO_CUSTOMER', body: idsOf('customer') },
  removeDashboardCustomers: { on: 'dashboard', op: 'UNASSIGN_FROM_CUSTOMER', body: idsOf('customer') },
  getDashboardsOfTenant: NONE,
  getTenantDashboards: NONE,
  getCustomerDashboards: only('customer', 'READ'),
  getHomeDashboard: NONE,
  getHomeDashboardInfo: NONE,
  getTenantHomeDashboardInfo: NONE,
  setTenantHomeDashboardInfo: { body: () => ({ dashboardId: null, hideDashboardToolbar: true }) },

  // Rule chains
  getRuleChains: NONE,
  getRuleChain: only('ruleChain', 'READ'),
  saveRuleChain: [
    { creates: 'ruleChain', body: (_objects, unique) => ({ name: unique }) },
    { on: 'ruleChain', op: 'WRITE', body: ({ ruleChain }) => ({ ...ruleChain, name: 'Changed' }) },
  ],
  createDefaultRuleChain: { creates: 'ruleChain', body: (_objects, unique) => ({ name: unique }) },
  deleteRuleChain: only('ruleChain', 'DELETE'),
  setRootRuleChain: only('ruleChain', 'WRITE'),
  getRuleChainMetadata: only('ruleChain', 'READ'),
  saveRuleChainMetadata: {
    on: 'ruleChain',
    op: 'WRITE',
    body: ({ ruleChain }) => ({
      ruleChainId: ruleChain.id,
      firstNodeIndex: null,
      nodes: [],
      connections: [],
      ruleChainConnections: null,
    }),
  },
  getLatestDebugInput: only('ruleNode', 'READ'),
  testScript: {
    body: () => ({
      script: 'return true;',
      scriptType: 'filter',
      argNames: ['msg', 'metadata', 'msgType'],
      msg: '{}',
      metadata: {},
      msgType: 'POST_TELEMETRY_REQUEST',
    }),
  },
  exportRuleChains: { query: 'limit=100' },
  importRuleChains: { query: 'overwrite=false', body: () => ({ ruleChains: [], metadata: [] }), letIn: [400] },
  getComponent: { params: { clazz: 'org.thingsboard.rule.engine.filter.TbJsFilterNode' } },
  getComponentsOfType: { params: { componentType: 'FILTER' } },
  getComponents: { query: 'componentTypes=FILTER,ACTION' },

  // Telemetry
  getTimeseriesKeys: onDevice('READ_TELEMETRY'),
  getAttributeKeys: onDevice('READ_ATTRIBUTES'),
  getAttributeKeysByScope: onDevice('READ_ATTRIBUTES'),
  getAttributes: onDevice('READ_ATTRIBUTES'),
  getAttributesByScope: onDevice('READ_ATTRIBUTES'),
  getTimeseries: onDevice('READ_TELEMETRY', { query: 'keys=temperature' }),
  saveAttributes: onDevice('WRITE_ATTRIBUTES', { body: () => ({ site: 'x' }) }),
  saveAttributesOfScope: onDevice('WRITE_ATTRIBUTES', { body: () => ({ site: 'x' }) }),
  saveDeviceAttributes: onDevice('WRITE_ATTRIBUTES', { body: () => ({ site: 'x' }) }),
  saveTimeseries: onDevice('WRITE_TELEMETRY', { body: () => ({ temperature: 1 }) }),
  saveTimeseriesWithTtl: onDevice('WRITE_TELEMETRY', {
    params: { entityType: 'DEVICE', scope: 'ANY', ttl: '0' },
    body: () => ({ temperature: 1 }),
  }),
  deleteTimeseries: onDevice('WRITE_TELEMETRY', { query: 'keys=temperature&deleteAllDataForKeys=true' }),
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
    // The other end is the customer, which they may only look at.
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

  // Calls to devices
  callOneway: rpcCall,
  callTwoway: rpcCall,
  callOnewayV1: rpcCall,
  callTwowayV1: rpcCall,
  getPersistentRpc: only('rpc', 'READ'),
  getPersistentRpcOfDevice: { on: 'device', op: 'RPC_CALL', query: 'rpcStatus=QUEUED' },
  deletePersistentRpc: only('rpc', 'DELETE'),

  // The device API knows devices by their token, not users
  postDeviceTelemetry: { params: { token: 'unknown' }, body: () => ({ a: 1 }), letIn: [401] },
  postDeviceAttributes: { params: { token: 'unknown' }, body: () => ({ a: 1 }), letIn: [401] },
  getDeviceAttributes: { params: { token: 'unknown' }, letIn: [401] },
  pollDeviceAttributes: { params: { token: 'unknown' }, letIn: [401] },
  pollDeviceRpc: { params: { token: 'unknown' }, letIn: [401] },
  answerDeviceRpc: { params: { token: 'unknown', requestId: '1' }, body: () => ({}), letIn: [401] },
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
