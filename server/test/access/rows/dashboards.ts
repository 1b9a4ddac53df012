import { type AccessRow, idsOf, NONE, only } from '../access-row.ts';

/** Dashboards. */
export const dashboardsRows: Record<string, AccessRow | AccessRow[]> = {
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
  getDashboardVersions: only('dashboard', 'READ'),
  getDashboardVersion: { ...only('dashboard', 'READ'), params: { number: '1' } },
  restoreDashboardVersion: { ...only('dashboard', 'WRITE'), params: { number: '1' } },
  getDeletedDashboards: NONE,
  // The dashboard of the test is not deleted.
  restoreDeletedDashboard: { ...only('dashboard', 'CREATE'), letIn: [404] },
  forgetDeletedDashboard: { ...only('dashboard', 'DELETE'), letIn: [404] },
  getDashboardsOfTenant: NONE,
  getTenantDashboards: NONE,
  getCustomerDashboards: only('customer', 'READ'),
  getHomeDashboard: NONE,
  getHomeDashboardInfo: NONE,
  getTenantHomeDashboardInfo: NONE,
  setTenantHomeDashboardInfo: { body: () => ({ dashboardId: null, hideDashboardToolbar: true }) },
};
