import * as z from 'zod/mini';
import { ALARM_SEARCH_STATUSES, ALARM_SEVERITIES, alarmInfoSchema } from './alarm.ts';
import { entityIdSchema, entityTypeSchema, typedId, uuidSchema } from './id.ts';
import { pageOf, queryBoolean, withinTime } from './page.ts';
import { route } from './route.ts';

/** What a key of a query names. COUNT, CONSTANT and FUNCTION exist in clients only. */
export const ENTITY_KEY_TYPES = [
  'ENTITY_FIELD',
  'TIME_SERIES',
  'ATTRIBUTE',
  'CLIENT_ATTRIBUTE',
  'SHARED_ATTRIBUTE',
  'SERVER_ATTRIBUTE',
  'ALARM_FIELD',
] as const;
export type EntityKeyType = (typeof ENTITY_KEY_TYPES)[number];

export const entityKeySchema = z.object({
  type: z.enum(ENTITY_KEY_TYPES, {
    error: (issue) => `Unsupported key type '${shown(issue.input)}'! Only ${ENTITY_KEY_TYPES.join(', ')} are allowed.`,
  }),
  key: z.string().check(z.maxLength(1024)),
});
export type EntityKey = z.infer<typeof entityKeySchema>;

/** Excerpt of an invalid value for error messages. */
function shown(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100) : String(value === null ? null : typeof value);
}

/** Error message for an unknown `type` of a discriminated value. */
function typeOf(value: unknown): string {
  return shown((value as { type?: unknown } | null | undefined)?.type);
}

/** Key filters of a query, and predicates of a filter. */
const MAX_FILTERS = 100;
/** Keys of a list. */
const MAX_KEYS = 1000;
/** Ids in an entity list: few enough that a body within the usual limit can always be answered. */
const MAX_ENTITY_LIST = 25_000;

/** Null counts as absent. */
const optionalText = z.optional(z.nullable(z.string()));
const optionalTypes = z.optional(z.nullable(z.array(z.string())));

const rootedSearch = {
  rootEntity: z.optional(z.nullable(entityIdSchema)),
  rootStateEntity: z.optional(z.nullable(z.boolean())),
  direction: z.optional(z.nullable(z.enum(['FROM', 'TO']))),
  maxLevel: z.optional(z.nullable(z.number())),
  fetchLastLevelOnly: z.optional(z.nullable(z.boolean())),
};

const searchQuery = { ...rootedSearch, relationType: optionalText };

/** Members that a filter does not know are ignored: clients add their own (`resolveMultiple`, …). */
export const entityFilterSchema = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('singleEntity'), singleEntity: entityIdSchema }),
    z.object({
      type: z.literal('entityList'),
      entityType: entityTypeSchema,
      entityList: z.array(uuidSchema).check(
        z.minLength(1, { error: 'The entity list of the filter must not be empty.' }),
        z.maxLength(MAX_ENTITY_LIST, {
          error: `The entity list of the filter holds more than ${MAX_ENTITY_LIST} ids.`,
        }),
      ),
    }),
    z.object({ type: z.literal('entityName'), entityType: entityTypeSchema, entityNameFilter: optionalText }),
    z.object({ type: z.literal('entityType'), entityType: entityTypeSchema }),
    z.object({ type: z.literal('deviceType'), deviceType: z.string(), deviceNameFilter: optionalText }),
    z.object({ type: z.literal('assetType'), assetType: z.string(), assetNameFilter: optionalText }),
    z.object({ type: z.literal('edgeType'), edgeType: z.string(), edgeNameFilter: optionalText }),
    z.object({ type: z.literal('entityViewType'), entityViewType: z.string(), entityViewNameFilter: optionalText }),
    z.object({ type: z.literal('apiUsageState'), customerId: z.optional(z.nullable(typedId('CUSTOMER'))) }),
    z.object({
      type: z.literal('relationsQuery'),
      ...rootedSearch,
      filters: z.optional(
        z.nullable(
          z.array(
            z.object({ relationType: optionalText, entityTypes: z.optional(z.nullable(z.array(entityTypeSchema))) }),
          ),
        ),
      ),
    }),
    z.object({ type: z.literal('assetSearchQuery'), ...searchQuery, assetTypes: optionalTypes }),
    z.object({ type: z.literal('deviceSearchQuery'), ...searchQuery, deviceTypes: optionalTypes }),
    z.object({ type: z.literal('edgeSearchQuery'), ...searchQuery, edgeTypes: optionalTypes }),
    z.object({ type: z.literal('entityViewSearchQuery'), ...searchQuery, entityViewTypes: optionalTypes }),
  ],
  { error: (issue) => `Unsupported entity filter type '${typeOf(issue.input)}'!` },
);
export type EntityFilter = z.infer<typeof entityFilterSchema>;
export type EntityFilterType = EntityFilter['type'];

/** Whose server attribute a dynamic value is read from. CURRENT_DEVICE belongs to alarm rules. */
export const DYNAMIC_VALUE_SOURCES = ['CURRENT_TENANT', 'CURRENT_CUSTOMER', 'CURRENT_USER', 'CURRENT_DEVICE'] as const;

export const dynamicValueSchema = z.object({
  sourceType: z.enum(DYNAMIC_VALUE_SOURCES),
  sourceAttribute: optionalText,
  inherit: z.optional(z.nullable(z.boolean())),
});
export type DynamicValue = z.infer<typeof dynamicValueSchema>;

/** A value to compare with: `userValue`, else the resolved dynamic value, else `defaultValue`. */
function filterValue<T extends z.core.$ZodType>(value: T) {
  return z.object({
    defaultValue: z.optional(z.nullable(value)),
    userValue: z.optional(z.nullable(value)),
    dynamicValue: z.optional(z.nullable(dynamicValueSchema)),
  });
}

export const STRING_OPERATIONS = [
  'EQUAL',
  'NOT_EQUAL',
  'STARTS_WITH',
  'ENDS_WITH',
  'CONTAINS',
  'NOT_CONTAINS',
] as const;
export const NUMERIC_OPERATIONS = [
  'EQUAL',
  'NOT_EQUAL',
  'GREATER',
  'LESS',
  'GREATER_OR_EQUAL',
  'LESS_OR_EQUAL',
] as const;
export const BOOLEAN_OPERATIONS = ['EQUAL', 'NOT_EQUAL'] as const;

const stringPredicateSchema = z.object({
  type: z.literal('STRING'),
  operation: z.enum(STRING_OPERATIONS),
  value: filterValue(z.string()),
  ignoreCase: z.optional(z.nullable(z.boolean())),
});
const numericPredicateSchema = z.object({
  type: z.literal('NUMERIC'),
  operation: z.enum(NUMERIC_OPERATIONS),
  value: filterValue(z.number()),
});
const booleanPredicateSchema = z.object({
  type: z.literal('BOOLEAN'),
  operation: z.enum(BOOLEAN_OPERATIONS),
  value: filterValue(z.boolean()),
});

export type SimplePredicate =
  | z.infer<typeof stringPredicateSchema>
  | z.infer<typeof numericPredicateSchema>
  | z.infer<typeof booleanPredicateSchema>;
export type FilterPredicate = SimplePredicate | ComplexPredicate;
export interface ComplexPredicate {
  type: 'COMPLEX';
  operation: 'AND' | 'OR';
  predicates: FilterPredicate[];
}

const complexPredicateSchema = z.object({
  type: z.literal('COMPLEX'),
  operation: z.enum(['AND', 'OR']),
  get predicates(): z.ZodMiniArray<z.ZodMiniType<FilterPredicate>> {
    return z.array(filterPredicateSchema).check(z.maxLength(MAX_FILTERS));
  },
});
export const filterPredicateSchema: z.ZodMiniType<FilterPredicate> = z.discriminatedUnion(
  'type',
  [stringPredicateSchema, numericPredicateSchema, booleanPredicateSchema, complexPredicateSchema],
  { error: (issue) => `Unsupported predicate type '${typeOf(issue.input)}'!` },
);

export const keyFilterSchema = z.object({
  key: entityKeySchema,
  /** For people and forms; only the type of the predicate matters. */
  valueType: optionalText,
  predicate: filterPredicateSchema,
});
export type KeyFilter = z.infer<typeof keyFilterSchema>;

const keyFilters = z.pipe(
  z.optional(z.nullable(z.array(keyFilterSchema).check(z.maxLength(MAX_FILTERS)))),
  z.transform((filters: KeyFilter[] | null | undefined): KeyFilter[] => filters ?? []),
);

const keys = z.pipe(
  z.optional(z.nullable(z.array(entityKeySchema).check(z.maxLength(MAX_KEYS)))),
  z.transform((list: EntityKey[] | null | undefined): EntityKey[] => list ?? []),
);

export const entityDataSortOrderSchema = z.object({
  key: entityKeySchema,
  direction: z._default(z.enum(['ASC', 'DESC']), 'ASC'),
});

export const entityDataPageLinkSchema = z.object({
  pageSize: z.int().check(
    z.refine((value) => value > 0, {
      error: (issue) =>
        `Incorrect entity data page link page size '${String(issue.input)}'. Page size must be greater than zero.`,
    }),
  ),
  page: z._default(
    z.int().check(
      z.refine((value) => value >= 0, {
        error: (issue) =>
          `Incorrect entity data page link page '${String(issue.input)}'. Page must be positive integer.`,
      }),
    ),
    0,
  ),
  textSearch: optionalText,
  sortOrder: z.optional(z.nullable(entityDataSortOrderSchema)),
  /** Sockets only: the query is evaluated periodically. */
  dynamic: z.optional(z.nullable(z.boolean())),
});
export type EntityDataPageLink = z.infer<typeof entityDataPageLinkSchema>;

const requiredFilter = z.custom<unknown>((value) => value !== undefined && value !== null, {
  error: 'Query entity filter must be specified.',
});
const requiredPageLink = z.custom<unknown>((value) => value !== undefined && value !== null, {
  error: 'Entity Data Page link must be specified.',
});

export const entityCountQuerySchema = z.object({
  entityFilter: z.pipe(requiredFilter, entityFilterSchema),
  keyFilters,
});
export type EntityCountQuery = z.infer<typeof entityCountQuerySchema>;

export const entityDataQuerySchema = z.extend(entityCountQuerySchema, {
  pageLink: z.pipe(requiredPageLink, entityDataPageLinkSchema),
  entityFields: keys,
  latestValues: keys,
});
export type EntityDataQuery = z.infer<typeof entityDataQuerySchema>;

/** A list that may be null or absent, which counts as empty. */
function listOf<Item extends z.core.$ZodType>(item: Item, max: number) {
  return z.pipe(
    z.optional(z.nullable(z.array(item).check(z.maxLength(max)))),
    z.transform((list: z.infer<Item>[] | null | undefined): z.infer<Item>[] => list ?? []),
  );
}
/** A time in epoch ms or a length in ms; 0, null or absent: none. */
const msOrZero = z.pipe(
  z.optional(z.nullable(z.number().check(z.gte(0)))),
  z.transform((value: number | null | undefined): number => withinTime(Math.floor(value ?? 0))),
);

/** Which alarms of the entities, and in which order. */
export const alarmDataPageLinkSchema = z.extend(entityDataPageLinkSchema, {
  /** Bounds on the creation, both inclusive; 0: open. */
  startTs: msOrZero,
  endTs: msOrZero,
  /** Above 0: those of the time up to now, instead of these bounds. */
  timeWindow: msOrZero,
  typeList: listOf(z.string(), MAX_KEYS),
  statusList: listOf(z.enum(ALARM_SEARCH_STATUSES), ALARM_SEARCH_STATUSES.length),
  severityList: listOf(z.enum(ALARM_SEVERITIES), ALARM_SEVERITIES.length),
  /** Also alarms that were propagated to the entities. */
  searchPropagatedAlarms: z.pipe(
    z.optional(z.nullable(z.boolean())),
    z.transform((value: boolean | null | undefined): boolean => value ?? false),
  ),
});

/** Alarms of the entities that a filter finds. */
export const alarmDataQuerySchema = z.extend(entityDataQuerySchema, {
  pageLink: z.pipe(requiredPageLink, alarmDataPageLinkSchema),
  alarmFields: keys,
});
export type AlarmDataQuery = z.infer<typeof alarmDataQuerySchema>;

/** A value at a time; `{ts: 0, value: ""}` when there is none. Values are text whatever their type. */
const tsValueSchema = z.object({ ts: z.number(), value: z.nullable(z.string()) });
export type TsValue = z.infer<typeof tsValueSchema>;

/** A row of an entity data query. */
export const entityDataSchema = z.object({
  entityId: entityIdSchema,
  /** Key type → key → value. */
  latest: z.record(z.string(), z.record(z.string(), tsValueSchema)),
  timeseries: z.record(z.string(), z.array(tsValueSchema)),
  /** Requested keys that the caller may not read of this entity; absent when there are none. */
  notPermitted: z.optional(z.array(z.object({ type: z.enum(ENTITY_KEY_TYPES), key: z.string() }))),
});
export interface EntityData {
  entityId: z.infer<typeof entityIdSchema>;
  latest: Partial<Record<EntityKeyType, Record<string, TsValue>>>;
  timeseries: Record<string, TsValue[]>;
  notPermitted?: { type: EntityKeyType; key: string }[];
}

/** A row of an alarm query: the alarm, and that of the entities which it was found by. */
export const alarmDataSchema = z.extend(alarmInfoSchema, {
  entityId: entityIdSchema,
  latest: z.record(z.string(), z.record(z.string(), tsValueSchema)),
});
export interface AlarmData extends z.infer<typeof alarmInfoSchema> {
  entityId: EntityData['entityId'];
  latest: EntityData['latest'];
}

const access = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const tag = 'entity query';

export const entityQueryRoutes = {
  countEntitiesByQuery: route({
    method: 'POST',
    path: '/api/entitiesQuery/count',
    tag,
    summary: 'Count the entities that a query finds',
    access,
    body: entityCountQuerySchema,
    reply: z.number(),
  }),
  findEntitiesByQuery: route({
    method: 'POST',
    path: '/api/entitiesQuery/find',
    tag,
    summary: 'Find entities with fields, attributes and latest values of your choice',
    access,
    body: entityDataQuerySchema,
    reply: pageOf(entityDataSchema),
  }),
  findAlarmsByQuery: route({
    method: 'POST',
    path: '/api/alarmsQuery/find',
    tag,
    summary: 'Find the alarms of the entities that a query finds',
    access,
    body: alarmDataQuerySchema,
    reply: pageOf(alarmDataSchema),
  }),
  findEntityKeysByQuery: route({
    method: 'POST',
    path: '/api/entitiesQuery/find/keys',
    tag,
    summary: 'List the attribute and series keys in use among the first 100 entities that a query finds',
    access,
    query: { timeseries: queryBoolean, attributes: queryBoolean },
    body: entityDataQuerySchema,
    reply: z.object({
      entityTypes: z.array(entityTypeSchema),
      timeseries: z.array(z.string()),
      attribute: z.array(z.string()),
    }),
  }),
};
