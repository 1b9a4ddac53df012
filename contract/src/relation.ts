import * as z from 'zod/mini';
import { ENTITY_TYPES, entityIdSchema, entityTypeSchema, uuidSchema } from './id.ts';
import { queryName } from './page.ts';
import { route } from './route.ts';
import { anyJson, nullableText } from './text.ts';

export const RELATION_TYPE_GROUPS = [
  'COMMON',
  'ALARM',
  'DASHBOARD',
  'RULE_CHAIN',
  'RULE_NODE',
  'EDGE',
  'EDGE_AUTO_ASSIGN_RULE_CHAIN',
] as const;
export type RelationTypeGroup = (typeof RELATION_TYPE_GROUPS)[number];

/** Relation types that the console offers first; any other text is allowed. */
export const CONTAINS_RELATION = 'Contains';
export const MANAGES_RELATION = 'Manages';

export const RELATION_DIRECTIONS = ['FROM', 'TO'] as const;
export type RelationDirection = (typeof RELATION_DIRECTIONS)[number];

/** Body of POST /api/relation; from, to, type and group together are the key. */
export const relationInputSchema = z.object({
  from: entityIdSchema,
  to: entityIdSchema,
  type: nullableText(),
  typeGroup: z._default(z.nullable(z.enum(RELATION_TYPE_GROUPS)), 'COMMON'),
  additionalInfo: anyJson,
});
export type RelationInput = z.infer<typeof relationInputSchema>;

/** A relation as it is returned. */
export const relationSchema = z.object({
  from: entityIdSchema,
  to: entityIdSchema,
  type: z.string(),
  typeGroup: z.enum(RELATION_TYPE_GROUPS),
  additionalInfo: anyJson,
});
export type Relation = z.infer<typeof relationSchema>;

/** A relation with the name of its far end; the name of the near end, which the caller knows, is null. */
export const relationInfoSchema = z.extend(relationSchema, {
  fromName: z.nullable(z.string()),
  toName: z.nullable(z.string()),
});
export type RelationInfo = z.infer<typeof relationInfoSchema>;

/** Where a search by relations starts and how far it goes. */
export const relationParametersSchema = z.object({
  rootId: uuidSchema,
  rootType: entityTypeSchema,
  direction: z.enum(RELATION_DIRECTIONS),
  relationTypeGroup: z._default(z.nullable(z.enum(RELATION_TYPE_GROUPS)), 'COMMON'),
  /** 0 or less: unlimited. */
  maxLevel: z._default(z.nullable(z.int()), 1),
  /** Only relations at exactly `maxLevel`. */
  fetchLastLevelOnly: z._default(z.nullable(z.boolean()), false),
});
export type RelationParameters = z.infer<typeof relationParametersSchema>;

/** A relation matches when its type and the kind of its far end do; an absent condition matches everything. */
export const relationFilterSchema = z.object({
  relationType: z.optional(z.nullable(z.string())),
  entityTypes: z.optional(z.nullable(z.array(z.enum(ENTITY_TYPES)))),
});
export type RelationFilter = z.infer<typeof relationFilterSchema>;

export const relationsQuerySchema = z.object({
  parameters: relationParametersSchema,
  /** Required by the wire (404 when missing), but may be empty. */
  filters: z.optional(z.nullable(z.array(relationFilterSchema))),
});
export type RelationsQuery = z.infer<typeof relationsQuerySchema>;

/** A group in a query string; unknown ones count as COMMON, as clients expect. */
const groupQuery = z.pipe(
  z.optional(z.string()),
  z.transform(
    (value: string | undefined): RelationTypeGroup => RELATION_TYPE_GROUPS.find((group) => group === value) ?? 'COMMON',
  ),
);

const relationKeyQuery = {
  fromId: uuidSchema,
  fromType: entityTypeSchema,
  relationType: queryName,
  toId: uuidSchema,
  toType: entityTypeSchema,
  relationTypeGroup: groupQuery,
};

/** Exactly one of the pairs fromId and fromType, toId and toType. */
const oneEndQuery = {
  fromId: z.optional(uuidSchema),
  fromType: z.optional(entityTypeSchema),
  toId: z.optional(uuidSchema),
  toType: z.optional(entityTypeSchema),
  relationType: z.optional(queryName),
  relationTypeGroup: groupQuery,
};

const anyAuthority = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const tag = 'relation';

export const relationRoutes = {
  saveRelation: route({
    method: 'POST',
    path: '/api/relation',
    tag,
    summary: 'Create a relation between two entities, or replace its additional info',
    access: anyAuthority,
    body: relationInputSchema,
    reply: 'empty',
  }),
  deleteRelation: route({
    method: 'DELETE',
    path: '/api/relation',
    tag,
    summary: 'Delete a relation',
    access: anyAuthority,
    query: relationKeyQuery,
    reply: 'empty',
  }),
  deleteRelations: route({
    method: 'DELETE',
    path: '/api/relations',
    tag,
    summary: 'Delete all relations of an entity, of every group and in both directions',
    access: anyAuthority,
    query: { entityId: uuidSchema, entityType: entityTypeSchema },
    reply: 'empty',
  }),
  getRelation: route({
    method: 'GET',
    path: '/api/relation',
    tag,
    summary: 'Read a relation',
    access: anyAuthority,
    query: relationKeyQuery,
    reply: relationSchema,
  }),
  getRelations: route({
    method: 'GET',
    path: '/api/relations',
    tag,
    summary: 'List the relations from or to an entity, of all types or of one',
    access: anyAuthority,
    query: oneEndQuery,
    reply: z.array(relationSchema),
  }),
  getRelationInfos: route({
    method: 'GET',
    path: '/api/relations/info',
    tag,
    summary: 'List the relations from or to an entity with the name of the other end',
    access: anyAuthority,
    query: oneEndQuery,
    reply: z.array(relationInfoSchema),
  }),
  findRelations: route({
    method: 'POST',
    path: '/api/relations',
    tag,
    summary: 'Search relations over several levels',
    access: anyAuthority,
    body: relationsQuerySchema,
    reply: z.array(relationSchema),
  }),
  findRelationInfos: route({
    method: 'POST',
    path: '/api/relations/info',
    tag,
    summary: 'Search relations over several levels, with the name of the other end',
    access: anyAuthority,
    body: relationsQuerySchema,
    reply: z.array(relationInfoSchema),
  }),
};
