import * as z from 'zod/mini';
import { basedOn } from './based-on.ts';
import { contactFields } from './contact.ts';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';
import { additionalInfo, nullableText } from './text.ts';

/** Keys of `additionalInfo`: description, homeDashboardId, homeDashboardHideToolbar. */
export const tenantSchema = z.object({
  id: typedId('TENANT'),
  createdTime: z.number(),
  additionalInfo,
  ...contactFields,
  title: z.string(),
  /** Always `Global`. */
  region: z.string(),
  tenantProfileId: typedId('TENANT_PROFILE'),
  /** Always the title. */
  name: z.string(),
});
export type Tenant = z.infer<typeof tenantSchema>;

export const tenantInfoSchema = z.extend(tenantSchema, { tenantProfileName: z.string() });
export type TenantInfo = z.infer<typeof tenantInfoSchema>;

/** Body of POST /api/tenant: create when `id` is absent or null, else replace. */
export const tenantInputSchema = z.object({
  id: z.optional(z.nullable(typedId('TENANT'))),
  additionalInfo,
  ...contactFields,
  title: nullableText(),
  tenantProfileId: z.optional(z.nullable(typedId('TENANT_PROFILE'))),
});
export type TenantInput = z.infer<typeof tenantInputSchema>;

const system = ['SYS_ADMIN'] as const;
const administrators = ['SYS_ADMIN', 'TENANT_ADMIN'] as const;
const params = { tenantId: uuidSchema };
const tag = 'tenant';

export const tenantRoutes = {
  getTenant: route({
    method: 'GET',
    path: '/api/tenant/:tenantId',
    tag,
    summary: 'Read a tenant',
    access: administrators,
    params,
    reply: tenantSchema,
  }),
  getTenantInfo: route({
    method: 'GET',
    path: '/api/tenant/info/:tenantId',
    tag,
    summary: 'Read a tenant with the name of its profile',
    access: administrators,
    params,
    reply: tenantInfoSchema,
  }),
  saveTenant: route({
    method: 'POST',
    path: '/api/tenant',
    tag,
    summary:
      'Create a tenant with a default device profile and a root rule chain, or replace it when the body has an id',
    access: system,
    query: { basedOn },
    replaces: '/api/tenant/:tenantId',
    body: tenantInputSchema,
    reply: tenantSchema,
  }),
  deleteTenant: route({
    method: 'DELETE',
    path: '/api/tenant/:tenantId',
    tag,
    summary: 'Delete a tenant and everything it owns',
    access: system,
    params,
    reply: 'empty',
  }),
  getTenants: route({
    method: 'GET',
    path: '/api/tenants',
    tag,
    summary: 'List the tenants',
    access: system,
    query: pageQuery,
    reply: pageOf(tenantSchema),
  }),
  getTenantInfos: route({
    method: 'GET',
    path: '/api/tenantInfos',
    tag,
    summary: 'List the tenants with the names of their profiles',
    access: system,
    query: pageQuery,
    reply: pageOf(tenantInfoSchema),
  }),
};
