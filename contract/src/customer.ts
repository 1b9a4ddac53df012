import * as z from 'zod/mini';
import { basedOn } from './based-on.ts';
import { contactFields } from './contact.ts';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery, queryName } from './page.ts';
import { route } from './route.ts';
import { additionalInfo, nullableText } from './text.ts';

/** Title of the customer that represents the public; reserved. */
export const PUBLIC_CUSTOMER_TITLE = 'Public';

/** Keys of `additionalInfo`: description, isPublic (server-owned), homeDashboardId, homeDashboardHideToolbar. */
export const customerSchema = z.object({
  id: typedId('CUSTOMER'),
  createdTime: z.number(),
  additionalInfo,
  ...contactFields,
  title: z.string(),
  tenantId: typedId('TENANT'),
  /** Always the title. */
  name: z.string(),
});
export type Customer = z.infer<typeof customerSchema>;

/** Body of POST /api/customer: create when `id` is absent or null, else replace. */
export const customerInputSchema = z.object({
  id: z.optional(z.nullable(typedId('CUSTOMER'))),
  additionalInfo,
  ...contactFields,
  title: nullableText(),
});
export type CustomerInput = z.infer<typeof customerInputSchema>;

const tenantOnly = ['TENANT_ADMIN'] as const;
const tenantAndCustomer = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const params = { customerId: uuidSchema };
const tag = 'customer';

export const customerRoutes = {
  getCustomer: route({
    method: 'GET',
    path: '/api/customer/:customerId',
    tag,
    summary: 'Read a customer',
    access: tenantAndCustomer,
    params,
    reply: customerSchema,
  }),
  getCustomerShortInfo: route({
    method: 'GET',
    path: '/api/customer/:customerId/shortInfo',
    tag,
    summary: 'Read the title of a customer and whether it is the public one',
    access: tenantAndCustomer,
    params,
    reply: z.object({ title: z.string(), isPublic: z.boolean() }),
  }),
  getCustomerTitle: route({
    method: 'GET',
    path: '/api/customer/:customerId/title',
    tag,
    summary: 'Read the title of a customer as plain text',
    access: tenantAndCustomer,
    params,
    reply: 'text',
  }),
  saveCustomer: route({
    method: 'POST',
    path: '/api/customer',
    tag,
    summary: 'Create a customer, or replace it when the body has an id',
    access: tenantOnly,
    query: { basedOn },
    replaces: '/api/customer/:customerId',
    body: customerInputSchema,
    reply: customerSchema,
  }),
  deleteCustomer: route({
    method: 'DELETE',
    path: '/api/customer/:customerId',
    tag,
    summary: 'Delete a customer and its users; unassigns what was assigned to it',
    access: tenantOnly,
    params,
    reply: 'empty',
  }),
  getCustomers: route({
    method: 'GET',
    path: '/api/customers',
    tag,
    summary: 'List the customers of the tenant',
    access: tenantOnly,
    query: pageQuery,
    reply: pageOf(customerSchema),
  }),
  getCustomerByTitle: route({
    method: 'GET',
    path: '/api/tenant/customers',
    tag,
    summary: 'Find a customer by its exact title',
    access: tenantOnly,
    query: { customerTitle: queryName },
    reply: customerSchema,
  }),
};
