import * as z from 'zod/mini';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';
import { nullableText } from './text.ts';

/** Characters of a file in base64: a file of 7.5 MB. */
export const MAX_RESOURCE_LENGTH = 10_000_000;
/** Room for a file in base64, and for what is sent with it. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/** Descriptions of LwM2M objects (OMA DDF, XML), and key stores of both formats. */
export const RESOURCE_TYPES = ['LWM2M_MODEL', 'JKS', 'PKCS_12'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** Body of POST /api/resource: create when `id` is absent or null, else replace. */
export const resourceInputSchema = z.object({
  id: z.optional(z.nullable(typedId('TB_RESOURCE'))),
  /** Models take theirs from the file when they are created. */
  title: nullableText(),
  resourceType: z.optional(z.nullable(z.enum(RESOURCE_TYPES))),
  fileName: nullableText(),
  /** The file in base64. */
  data: z.optional(
    z.nullable(
      z.string().check(
        z.maxLength(MAX_RESOURCE_LENGTH, { error: `length must be equal or less than ${MAX_RESOURCE_LENGTH}` }),
        z.refine((value) => !/[^A-Za-z0-9+/=\s]/.test(value), { error: 'must be base64' }),
      ),
    ),
  ),
});
export type ResourceInput = z.infer<typeof resourceInputSchema>;

const infoShape = {
  id: typedId('TB_RESOURCE'),
  createdTime: z.number(),
  /** The null tenant for resources of the system. */
  tenantId: typedId('TENANT'),
  title: z.string(),
  resourceType: z.enum(RESOURCE_TYPES),
  /** `<object>_<version>` of a model, else the name of the file: one of a type and owner. */
  resourceKey: z.string(),
  /** What text searches look into. */
  searchText: z.string(),
};

/** A resource without its file. */
export const resourceInfoSchema = z.object(infoShape);
export type ResourceInfo = z.infer<typeof resourceInfoSchema>;

export const resourceSchema = z.object({ ...infoShape, fileName: z.string(), data: z.string() });
export type Resource = z.infer<typeof resourceSchema>;

/** An object of LwM2M with what can be read of it, as device profiles choose from (rest-content.md §2.2). */
export const lwm2mObjectSchema = z.object({
  id: z.number(),
  /** Key of the resource that describes it. */
  keyId: z.string(),
  name: z.string(),
  multiple: z.boolean(),
  mandatory: z.boolean(),
  instances: z.array(
    z.object({
      id: z.number(),
      resources: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          observe: z.boolean(),
          attribute: z.boolean(),
          telemetry: z.boolean(),
          /** Name of its values unless another one is chosen. */
          keyName: z.string(),
        }),
      ),
    }),
  ),
});
export type Lwm2mObject = z.infer<typeof lwm2mObjectSchema>;

const administrators = ['SYS_ADMIN', 'TENANT_ADMIN'] as const;
const tenantAdministrator = ['TENANT_ADMIN'] as const;
const tag = 'resource';
const params = { tbResourceId: uuidSchema };

export const resourceRoutes = {
  getResources: route({
    method: 'GET',
    path: '/api/resource',
    tag,
    summary: 'List resources: those of the system, for tenants also their own',
    access: administrators,
    query: pageQuery,
    reply: pageOf(resourceInfoSchema),
  }),
  getLwm2mObjectsPage: route({
    method: 'GET',
    path: '/api/resource/lwm2m/page',
    tag,
    summary: 'List a page of the LwM2M objects that models describe',
    access: tenantAdministrator,
    query: pageQuery,
    reply: z.array(lwm2mObjectSchema),
  }),
  getLwm2mObjects: route({
    method: 'GET',
    path: '/api/resource/lwm2m',
    tag,
    summary: 'List the LwM2M objects that models describe, all of them or those of certain models',
    access: tenantAdministrator,
    query: {
      /** `name`, or anything else for the number of the object. */
      sortProperty: z.string(),
      sortOrder: z.string().check(z.regex(/^(asc|desc)$/i, { error: "must be 'ASC' or 'DESC'" })),
      /** Keys of models, separated by commas. */
      objectIds: z.optional(z.string()),
      searchText: z.optional(z.string()),
    },
    reply: z.array(lwm2mObjectSchema),
  }),
  getResourceInfo: route({
    method: 'GET',
    path: '/api/resource/info/:tbResourceId',
    tag,
    summary: 'Read a resource without its file',
    access: administrators,
    params,
    reply: resourceInfoSchema,
  }),
  getResource: route({
    method: 'GET',
    path: '/api/resource/:tbResourceId',
    tag,
    summary: 'Read a resource with its file in base64',
    access: administrators,
    params,
    reply: resourceSchema,
  }),
  downloadResource: route({
    method: 'GET',
    path: '/api/resource/:tbResourceId/download',
    tag,
    summary: 'Download the file of a resource',
    access: administrators,
    params,
    reply: 'binary',
  }),
  saveResource: route({
    method: 'POST',
    path: '/api/resource',
    tag,
    summary: 'Upload a resource, or replace it when the body has an id',
    access: administrators,
    body: resourceInputSchema,
    reply: resourceSchema,
    bodyLimit: BODY_LIMIT_BYTES,
  }),
  deleteResource: route({
    method: 'DELETE',
    path: '/api/resource/:tbResourceId',
    tag,
    summary: 'Delete a resource',
    access: administrators,
    params,
    reply: 'empty',
  }),
};
