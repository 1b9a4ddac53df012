import * as z from 'zod/mini';
import { entityIdSchema, typedId } from './id.ts';
import { storedText } from './text.ts';
import {
  type TypedNames,
  typedEntityRoutes,
  typedInfoMembers,
  typedInputMembers,
  typedMembers,
} from './typed-entity.ts';
import { long } from './whole-number.ts';

/** Longest name of a key. */
const MAX_KEY_LENGTH = 255;

const keyList = z.pipe(
  z.optional(z.nullable(z.array(storedText(MAX_KEY_LENGTH)))),
  z.transform((keys) => [...new Set(keys)]),
);

const attributeKeys = z.object({ cs: keyList, ss: keyList, sh: keyList });
const NO_ATTRIBUTES = { cs: [], ss: [], sh: [] };

/** What a view shows: keys of telemetry, all when there are none, and of client, server and shared attributes. */
export const viewKeysSchema = z.object({
  timeseries: keyList,
  attributes: z.pipe(
    z.optional(z.nullable(attributeKeys)),
    z.transform((attributes) => attributes ?? NO_ATTRIBUTES),
  ),
});
export type ViewKeys = z.infer<typeof viewKeysSchema>;

/** Bound of the window in epoch ms; 0 and absent: open. */
const windowBound = z.pipe(
  z.optional(z.nullable(long)),
  z.transform((ms) => ms ?? 0),
);

/** Body of POST /api/entityView: create when `id` is absent or null, else replace. */
export const entityViewInputSchema = z.object({
  id: z.optional(z.nullable(typedId('ENTITY_VIEW'))),
  ...typedInputMembers,
  /** The device or asset whose values it shows. */
  entityId: entityIdSchema,
  keys: z.pipe(
    z.optional(z.nullable(viewKeysSchema)),
    z.transform((keys): ViewKeys => keys ?? { timeseries: [], attributes: NO_ATTRIBUTES }),
  ),
  startTimeMs: windowBound,
  endTimeMs: windowBound,
});
export type EntityViewInput = z.infer<typeof entityViewInputSchema>;

/** An entity view as it is stored and returned. Times in epoch ms. */
export const entityViewSchema = z.object({
  id: typedId('ENTITY_VIEW'),
  createdTime: typedMembers.createdTime,
  additionalInfo: typedMembers.additionalInfo,
  entityId: entityIdSchema,
  tenantId: typedMembers.tenantId,
  customerId: typedMembers.customerId,
  name: typedMembers.name,
  type: typedMembers.type,
  keys: viewKeysSchema,
  startTimeMs: z.number(),
  endTimeMs: z.number(),
});
export type EntityView = z.infer<typeof entityViewSchema>;

/** A row of a list of entity views. */
export const entityViewInfoSchema = z.extend(entityViewSchema, typedInfoMembers);
export type EntityViewInfo = z.infer<typeof entityViewInfoSchema>;

export const ENTITY_VIEW_NAMES: TypedNames = {
  noun: 'entity view',
  path: 'entityView',
  writers: ['TENANT_ADMIN', 'CUSTOMER_USER'],
};

/** By what they do, as the other kinds have them. 3.3.2 has no call that reads several by their ids. */
const { byIds: _, ...calls } = typedEntityRoutes(ENTITY_VIEW_NAMES, {
  input: entityViewInputSchema,
  entity: entityViewSchema,
  info: entityViewInfoSchema,
});
export const entityViewCalls = calls;

export const entityViewRoutes = {
  getEntityView: calls.get,
  getEntityViewInfo: calls.getInfo,
  saveEntityView: calls.save,
  deleteEntityView: calls.remove,
  assignEntityViewToCustomer: calls.assign,
  unassignEntityViewFromCustomer: calls.unassign,
  assignEntityViewToPublicCustomer: calls.makePublic,
  getTenantEntityViews: calls.listOfTenant,
  getTenantEntityViewInfos: calls.infosOfTenant,
  getCustomerEntityViews: calls.listOfCustomer,
  getCustomerEntityViewInfos: calls.infosOfCustomer,
  searchEntityViews: calls.search,
  getEntityViewTypes: calls.types,
};
