import * as z from 'zod/mini';
import type { Authority } from './authority.ts';
import { basedOn } from './based-on.ts';
import { entitySubtypeSchema } from './entity-subtype.ts';
import { NULL_UUID, typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery, queryBooleanOrNone, queryName, queryUuidList } from './page.ts';
import { relationParametersSchema } from './relation.ts';
import { route } from './route.ts';
import { additionalInfo, nullableText, text } from './text.ts';

/** The customer of an entity that may have none: `id` is NULL_UUID then. */
export const customerIdOrNone = z.pipe(
  z.optional(z.nullable(typedId('CUSTOMER'))),
  z.transform((value) => value ?? { entityType: 'CUSTOMER' as const, id: NULL_UUID }),
);

/** What clients send of an entity that has a name, a type and at most one customer, besides its `id`. */
export const typedInputMembers = {
  additionalInfo,
  customerId: customerIdOrNone,
  name: nullableText(),
  type: nullableText(),
};

/** What is stored and returned of one, besides its `id`. Times in epoch ms. */
export const typedMembers = {
  createdTime: z.number(),
  additionalInfo,
  tenantId: typedId('TENANT'),
  customerId: typedId('CUSTOMER'),
  name: text(),
  type: text(),
};

/** What lists of infos add. */
export const typedInfoMembers = {
  customerTitle: z.nullable(z.string()),
  customerIsPublic: z.boolean(),
};

/** Parts of the paths and parameters of a kind. */
export interface TypedNames {
  /** As sentences name one of them: `entity view`. */
  noun: string;
  /** `entityView` in `/api/entityView/:entityViewId`, `entityViewName`, `entityViewTypes`; with an s: lists. */
  path: string;
  /** Who may create and change them. */
  writers: readonly Authority[];
}

const readers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const administrators = ['TENANT_ADMIN'] as const;

/**
 * The calls that 3.3.2 has for every kind with a name, a type and at most one customer: assets, entity views and edges.
 * The id of the entity is the one parameter whose name is not `customerId`.
 */
export function typedEntityRoutes<
  Input extends z.core.$ZodType,
  Entity extends z.core.$ZodType,
  Info extends z.core.$ZodType,
>({ noun, path, writers }: TypedNames, schemas: { input: Input; entity: Entity; info: Info }) {
  const { input, entity, info } = schemas;
  const tag = noun.replaceAll(' ', '-');
  const idName = `${path}Id`;
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a';
  const one = `${article} ${noun}`;
  const id = { [idName]: uuidSchema };
  const listQuery = { ...pageQuery, type: z.optional(z.string()) };
  // An addition to 3.3.2: only those without a customer.
  const tenantListQuery = { ...listQuery, unassigned: queryBooleanOrNone };

  return {
    get: route({
      method: 'GET',
      path: `/api/${path}/:${idName}`,
      tag,
      summary: `Read ${one}`,
      access: readers,
      params: id,
      reply: entity,
    }),
    getInfo: route({
      method: 'GET',
      path: `/api/${path}/info/:${idName}`,
      tag,
      summary: `Read ${one} with the title of its customer`,
      access: readers,
      params: id,
      reply: info,
    }),
    save: route({
      method: 'POST',
      path: `/api/${path}`,
      tag,
      summary: `Create ${one}, or replace it when the body has an id`,
      access: writers,
      query: { basedOn },
      replaces: `/api/${path}/:${idName}`,
      body: input,
      reply: entity,
    }),
    remove: route({
      method: 'DELETE',
      path: `/api/${path}/:${idName}`,
      tag,
      summary: `Delete ${one} and its relations`,
      access: administrators,
      params: id,
      reply: 'empty',
    }),
    assign: route({
      method: 'POST',
      path: `/api/customer/:customerId/${path}/:${idName}`,
      tag,
      summary: `Assign ${one} to a customer`,
      access: administrators,
      params: { customerId: uuidSchema, ...id },
      reply: entity,
    }),
    unassign: route({
      method: 'DELETE',
      path: `/api/customer/${path}/:${idName}`,
      tag,
      summary: `Unassign ${one} from its customer`,
      access: administrators,
      params: id,
      reply: entity,
    }),
    makePublic: route({
      method: 'POST',
      path: `/api/customer/public/${path}/:${idName}`,
      tag,
      summary: `Make ${one} public`,
      access: administrators,
      params: id,
      reply: entity,
    }),
    listOfTenant: route({
      method: 'GET',
      path: `/api/tenant/${path}s`,
      tag,
      summary: `List the ${noun}s of the tenant, or find one by its exact name with \`${path}Name\``,
      access: administrators,
      query: {
        ...listQuery,
        pageSize: z.optional(pageQuery.pageSize),
        page: z.optional(pageQuery.page),
        [`${path}Name`]: z.optional(queryName),
      },
      reply: z.union([pageOf(entity), entity]),
    }),
    infosOfTenant: route({
      method: 'GET',
      path: `/api/tenant/${path}Infos`,
      tag,
      summary: `List the ${noun}s of the tenant with the titles of their customers`,
      access: administrators,
      query: tenantListQuery,
      reply: pageOf(info),
    }),
    listOfCustomer: route({
      method: 'GET',
      path: `/api/customer/:customerId/${path}s`,
      tag,
      summary: `List the ${noun}s of a customer`,
      access: readers,
      params: { customerId: uuidSchema },
      query: listQuery,
      reply: pageOf(entity),
    }),
    infosOfCustomer: route({
      method: 'GET',
      path: `/api/customer/:customerId/${path}Infos`,
      tag,
      summary: `List the ${noun}s of a customer with its title`,
      access: readers,
      params: { customerId: uuidSchema },
      query: listQuery,
      reply: pageOf(info),
    }),
    /** 3.3.2 has none for entity views. */
    byIds: route({
      method: 'GET',
      path: `/api/${path}s`,
      tag,
      summary: `Read several ${noun}s by id; ids that are unknown or not permitted are left out`,
      access: readers,
      query: { [`${path}Ids`]: queryUuidList },
      reply: z.array(entity),
    }),
    search: route({
      method: 'POST',
      path: `/api/${path}s`,
      tag,
      summary: `Find ${noun}s of given types that are related to an entity, directly or over several levels`,
      access: readers,
      body: z.object({
        parameters: relationParametersSchema,
        relationType: nullableText(),
        [`${path}Types`]: z.optional(z.nullable(z.array(z.string()))),
      }),
      reply: z.array(entity),
    }),
    types: route({
      method: 'GET',
      path: `/api/${path}/types`,
      tag,
      summary: `List the types of ${noun}s in use, sorted`,
      access: readers,
      reply: z.array(entitySubtypeSchema),
    }),
  };
}
