import { type AccessRow, NONE, only } from '../access-row.ts';

/** Tenants, customers and the installation. */
export const tenantsRows: Record<string, AccessRow | AccessRow[]> = {
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

  getSharedKeys: NONE,
  saveSharedKeys: { body: () => ({ customerUsers: ['site'], visitors: [] }) },

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
  sendTestMail: { body: () => ({ key: 'general', jsonValue: {} }) },
  getMailFailures: NONE,
  sendTestSms: {
    body: () => ({
      providerConfiguration: { type: 'TWILIO', accountSid: '..', accountToken: 'x', numberFrom: '+15550100' },
      numberTo: '+15550199',
      message: 'x',
    }),
    letIn: [400],
  },
  getSecuritySettings: NONE,
  saveSecuritySettings: { body: () => ({ passwordPolicy: { minimumLength: 6 } }) },
  rotateSigningKey: NONE,
  checkUpdates: NONE,
  getHelpBaseUrl: NONE,
  getServerTime: NONE,
  getMaxDatapointsLimit: NONE,
  getInactivityTimeout: NONE,
  getEdgesEnabled: NONE,
  getTenantQueues: { query: 'serviceType=TB_RULE_ENGINE' },
};
