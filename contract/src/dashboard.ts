import * as z from 'zod/mini';
import { basedOn } from './based-on.ts';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery, queryBooleanOrNone } from './page.ts';
import { route } from './route.ts';
import { nullableText, text } from './text.ts';
import { int } from './whole-number.ts';

/** Characters of an image as a data URL. */
const MAX_IMAGE_LENGTH = 1_000_000;
/** A dashboard contains its images and widget code. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

const assignedCustomerSchema = z.object({
  customerId: typedId('CUSTOMER'),
  title: z.string(),
  /** Whether it is the public customer. */
  public: z.boolean(),
});
export type AssignedCustomer = z.infer<typeof assignedCustomerSchema>;

/**
 * Body of POST /api/dashboard: create when `id` is absent or null, else replace. Other calls assign it.
 */
export const dashboardInputSchema = z.object({
  id: z.optional(z.nullable(typedId('DASHBOARD'))),
  title: nullableText(),
  image: z.optional(z.nullable(z.string().check(z.maxLength(MAX_IMAGE_LENGTH)))),
  mobileHide: z.optional(z.nullable(z.boolean())),
  mobileOrder: z.optional(z.nullable(int)),
  /** Stored exactly as sent; only clients interpret it. */
  configuration: z.optional(z.unknown()),
});
export type DashboardInput = z.infer<typeof dashboardInputSchema>;

/** A dashboard without its content, as lists show it. */
export const dashboardInfoSchema = z.object({
  id: typedId('DASHBOARD'),
  createdTime: z.number(),
  tenantId: typedId('TENANT'),
  title: text(),
  image: z.nullable(z.string()),
  assignedCustomers: z.nullable(z.array(assignedCustomerSchema)),
  mobileHide: z.boolean(),
  mobileOrder: z.nullable(z.number()),
  /** Always the title. */
  name: z.string(),
});
export type DashboardInfo = z.infer<typeof dashboardInfoSchema>;

export const dashboardSchema = z.extend(dashboardInfoSchema, { configuration: z.unknown() });
export type Dashboard = z.infer<typeof dashboardSchema>;

export const homeDashboardSchema = z.extend(dashboardSchema, { hideDashboardToolbar: z.boolean() });
export type HomeDashboard = z.infer<typeof homeDashboardSchema>;

/** The dashboard that opens first; `dashboardId` is null without one. */
export const homeDashboardInfoSchema = z.object({
  dashboardId: z.nullable(typedId('DASHBOARD')),
  hideDashboardToolbar: z.boolean(),
});
export type HomeDashboardInfo = z.infer<typeof homeDashboardInfoSchema>;

export const homeDashboardInfoInputSchema = z.object({
  dashboardId: z.optional(z.nullable(typedId('DASHBOARD'))),
  hideDashboardToolbar: z.optional(z.nullable(z.boolean())),
});
export type HomeDashboardInfoInput = z.infer<typeof homeDashboardInfoInputSchema>;

const dashboardId = { dashboardId: uuidSchema };
const customerAndDashboard = { customerId: uuidSchema, dashboardId: uuidSchema };
const anyAuthority = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const tenantAndCustomer = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const tenantOnly = ['TENANT_ADMIN'] as const;
const tag = 'dashboard';
/** No body means no customer. */
const customerIds = z.optional(z.nullable(z.array(uuidSchema)));
/** `mobile` leaves out what is hidden on phones and sorts by mobileOrder first. */
const listQuery = { ...pageQuery, mobile: queryBooleanOrNone };

export const dashboardRoutes = {
  getDashboardInfo: route({
    method: 'GET',
    path: '/api/dashboard/info/:dashboardId',
    tag,
    summary: 'Read a dashboard without its content',
    access: anyAuthority,
    params: dashboardId,
    reply: dashboardInfoSchema,
  }),
  getDashboard: route({
    method: 'GET',
    path: '/api/dashboard/:dashboardId',
    tag,
    summary: 'Read a dashboard',
    access: tenantAndCustomer,
    params: dashboardId,
    reply: dashboardSchema,
  }),
  saveDashboard: route({
    method: 'POST',
    path: '/api/dashboard',
    tag,
    summary: 'Create a dashboard, or replace it when the body has an id',
    access: tenantOnly,
    query: { basedOn },
    replaces: '/api/dashboard/:dashboardId',
    body: dashboardInputSchema,
    reply: dashboardSchema,
    bodyLimit: BODY_LIMIT_BYTES,
  }),
  deleteDashboard: route({
    method: 'DELETE',
    path: '/api/dashboard/:dashboardId',
    tag,
    summary: 'Delete a dashboard',
    access: tenantOnly,
    params: dashboardId,
    reply: 'empty',
  }),
  assignDashboardToCustomer: route({
    method: 'POST',
    path: '/api/customer/:customerId/dashboard/:dashboardId',
    tag,
    summary: 'Assign a dashboard to a customer',
    access: tenantOnly,
    params: customerAndDashboard,
    reply: dashboardSchema,
  }),
  unassignDashboardFromCustomer: route({
    method: 'DELETE',
    path: '/api/customer/:customerId/dashboard/:dashboardId',
    tag,
    summary: 'Unassign a dashboard from a customer',
    access: tenantOnly,
    params: customerAndDashboard,
    reply: dashboardSchema,
  }),
  assignDashboardToPublicCustomer: route({
    method: 'POST',
    path: '/api/customer/public/dashboard/:dashboardId',
    tag,
    summary: 'Make a dashboard public',
    access: tenantOnly,
    params: dashboardId,
    reply: dashboardSchema,
  }),
  unassignDashboardFromPublicCustomer: route({
    method: 'DELETE',
    path: '/api/customer/public/dashboard/:dashboardId',
    tag,
    summary: 'Make a dashboard private again',
    access: tenantOnly,
    params: dashboardId,
    reply: dashboardSchema,
  }),
  updateDashboardCustomers: route({
    method: 'POST',
    path: '/api/dashboard/:dashboardId/customers',
    tag,
    summary: 'Replace the customers that a dashboard is assigned to',
    access: tenantOnly,
    params: dashboardId,
    body: customerIds,
    reply: dashboardSchema,
  }),
  addDashboardCustomers: route({
    method: 'POST',
    path: '/api/dashboard/:dashboardId/customers/add',
    tag,
    summary: 'Assign a dashboard to more customers',
    access: tenantOnly,
    params: dashboardId,
    body: customerIds,
    reply: dashboardSchema,
  }),
  removeDashboardCustomers: route({
    method: 'POST',
    path: '/api/dashboard/:dashboardId/customers/remove',
    tag,
    summary: 'Unassign a dashboard from several customers',
    access: tenantOnly,
    params: dashboardId,
    body: customerIds,
    reply: dashboardSchema,
  }),
  getDashboardsOfTenant: route({
    method: 'GET',
    path: '/api/tenant/:tenantId/dashboards',
    tag,
    summary: 'List the dashboards of a tenant',
    access: ['SYS_ADMIN'],
    params: { tenantId: uuidSchema },
    query: pageQuery,
    reply: pageOf(dashboardInfoSchema),
  }),
  getTenantDashboards: route({
    method: 'GET',
    path: '/api/tenant/dashboards',
    tag,
    summary: "List the dashboards of the caller's tenant",
    access: tenantOnly,
    query: listQuery,
    reply: pageOf(dashboardInfoSchema),
  }),
  getCustomerDashboards: route({
    method: 'GET',
    path: '/api/customer/:customerId/dashboards',
    tag,
    summary: 'List the dashboards assigned to a customer',
    access: tenantAndCustomer,
    params: { customerId: uuidSchema },
    query: listQuery,
    reply: pageOf(dashboardInfoSchema),
  }),
  getHomeDashboard: route({
    method: 'GET',
    path: '/api/dashboard/home',
    tag,
    summary: 'Read the home dashboard of the user, its customer or its tenant; empty without one',
    access: 'signedIn',
    reply: z.optional(homeDashboardSchema),
  }),
  getHomeDashboardInfo: route({
    method: 'GET',
    path: '/api/dashboard/home/info',
    tag,
    summary: 'Read which dashboard is the home dashboard of the user, its customer or its tenant; empty without one',
    access: 'signedIn',
    reply: z.optional(homeDashboardInfoSchema),
  }),
  getTenantHomeDashboardInfo: route({
    method: 'GET',
    path: '/api/tenant/dashboard/home/info',
    tag,
    summary: 'Read which dashboard is the home dashboard of the tenant',
    access: tenantOnly,
    reply: homeDashboardInfoSchema,
  }),
  setTenantHomeDashboardInfo: route({
    method: 'POST',
    path: '/api/tenant/dashboard/home/info',
    tag,
    summary: 'Set the home dashboard of the tenant; without `dashboardId` it is cleared',
    access: tenantOnly,
    query: { basedOn },
    replaces: '/api/tenant/dashboard/home/info',
    body: homeDashboardInfoInputSchema,
    reply: 'empty',
  }),
};
