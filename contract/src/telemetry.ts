import * as z from 'zod/mini';
import { entityTypeSchema, uuidSchema } from './id.ts';
import { INTERVAL_TYPES } from './interval-type.ts';
import { namedValues, queryBooleanOrNone, queryInteger, queryIntegerOrNone, queryTexts } from './page.ts';
import { route } from './route.ts';

export const ATTRIBUTE_SCOPES = ['CLIENT_SCOPE', 'SHARED_SCOPE', 'SERVER_SCOPE'] as const;
export type AttributeScopeName = (typeof ATTRIBUTE_SCOPES)[number];

export const AGGREGATIONS = ['NONE', 'MIN', 'MAX', 'AVG', 'SUM', 'COUNT'] as const;
export type AggregationName = (typeof AGGREGATIONS)[number];

/** Buckets of one aggregated read. */
export const MAX_AGGREGATION_INTERVALS = 700;
/** Points of a raw read that names no limit. */
export const DEFAULT_POINT_LIMIT = 100;

const TELEMETRY_BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/** What a call is about: all keys of both parameters. */
const requestedKeys = {
  /** Split at commas, neither trimmed nor unescaped. */
  keys: z.optional(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.split(',').filter((key) => key !== '')),
    ),
  ),
  /** One key, which may have commas; repeated for each. Not in 3.3.2. */
  key: queryTexts,
};

const attributeScope = z.enum(ATTRIBUTE_SCOPES, {
  error: (issue) => `Invalid attribute scope: ${String(issue.input).slice(0, 100)}`,
});
const writtenScope = z.enum(['SERVER_SCOPE', 'SHARED_SCOPE'], {
  error: (issue) => `Invalid scope: ${String(issue.input).slice(0, 100)}`,
});

/** One of several names, or absent; any letter case unless `sameCase`. */
function optionalOneOf<const Value extends string>(what: string, values: readonly Value[], sameCase: boolean) {
  const find = (text: string): Value | undefined =>
    values.find((value) => value === (sameCase ? text : text.toUpperCase()));
  return z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.refine((text) => text === '' || find(text) !== undefined, {
            error: (issue) =>
              `Unsupported ${what} '${String(issue.input).slice(0, 100)}'! Only ${values.join(', ')} are allowed.`,
          }),
        )
        .register(namedValues, { enum: [...values] }),
      z.transform(find),
    ),
  );
}

const entity = { entityType: entityTypeSchema, entityId: uuidSchema };
const access = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const tag = 'telemetry';
const base = '/api/plugins/telemetry/:entityType/:entityId';

/** A current attribute; its value with its own JSON type. */
export const attributeSchema = z.object({ lastUpdateTs: z.number(), key: z.string(), value: z.unknown() });

/** Key → points. Values are text, or typed with `useStrictDataTypes`. */
export const timeseriesSchema = z.record(z.string(), z.array(z.object({ ts: z.number(), value: z.unknown() })));
export type Timeseries = z.infer<typeof timeseriesSchema>;

/**
 * Bodies whose numbers must not become JavaScript numbers: the server parses them from their text. The schema only
 * describes them.
 */
export const attributesBodySchema = z.record(z.string(), z.unknown());
const timedValuesSchema = z.union([
  z.object({ ts: z.number(), values: z.record(z.string(), z.unknown()) }),
  z.record(z.string(), z.unknown()),
]);
export const timeseriesBodySchema = z.union([timedValuesSchema, z.array(timedValuesSchema)]);

/** What is for the server alone: the console keeps no members of a route that are spread into it. */
const savesPoints = {
  tag,
  access,
  anyMediaType: true,
  bodyText: true,
  body: timeseriesBodySchema,
  bodyLimit: TELEMETRY_BODY_LIMIT_BYTES,
};

export const telemetryRoutes = {
  getTimeseriesKeys: route({
    method: 'GET',
    path: `${base}/keys/timeseries`,
    tag,
    summary: 'List the keys that have a latest value',
    access,
    params: entity,
    reply: z.array(z.string()),
  }),
  getAttributeKeys: route({
    method: 'GET',
    path: `${base}/keys/attributes`,
    tag,
    summary: 'List the attribute keys of all scopes',
    access,
    params: entity,
    reply: z.array(z.string()),
  }),
  getAttributeKeysByScope: route({
    method: 'GET',
    path: `${base}/keys/attributes/:scope`,
    tag,
    summary: 'List the attribute keys of one scope',
    access,
    params: { ...entity, scope: attributeScope },
    reply: z.array(z.string()),
  }),
  getAttributes: route({
    method: 'GET',
    path: `${base}/values/attributes`,
    tag,
    summary: 'Read the attributes of all scopes',
    access,
    params: entity,
    query: requestedKeys,
    reply: z.array(attributeSchema),
  }),
  getAttributesByScope: route({
    method: 'GET',
    path: `${base}/values/attributes/:scope`,
    tag,
    summary: 'Read the attributes of one scope',
    access,
    params: { ...entity, scope: attributeScope },
    query: requestedKeys,
    reply: z.array(attributeSchema),
  }),
  getTimeseries: route({
    method: 'GET',
    path: `${base}/values/timeseries`,
    tag,
    summary: 'Read latest values, or with startTs and endTs the history, raw or aggregated',
    access,
    params: entity,
    query: {
      ...requestedKeys,
      /** epoch ms, inclusive */
      startTs: queryIntegerOrNone,
      /** epoch ms, exclusive */
      endTs: queryIntegerOrNone,
      /** Bucket width in ms. */
      interval: queryIntegerOrNone,
      limit: queryIntegerOrNone,
      /** One of AGGREGATIONS. */
      agg: optionalOneOf('aggregation', AGGREGATIONS, true),
      orderBy: optionalOneOf('sort order', ['ASC', 'DESC'], false),
      useStrictDataTypes: queryBooleanOrNone,
      /** One of INTERVAL_TYPES; those of the calendar take the place of `interval`. Not in 3.3.2. */
      intervalType: optionalOneOf('intervalType', INTERVAL_TYPES, true),
      /** IANA zone of that calendar; UTC when absent. Not in 3.3.2. */
      timeZone: z.optional(z.string().check(z.maxLength(64))),
      /** IANA zone; with it, and without intervalType, buckets of whole days, weeks, months and years follow its calendar. Not in 3.3.2. */
      timezone: z.optional(z.string().check(z.maxLength(64))),
    },
    reply: timeseriesSchema,
  }),
  saveAttributes: route({
    method: 'POST',
    path: `${base}/:scope`,
    tag,
    summary: 'Set attributes',
    access,
    params: { ...entity, scope: writtenScope },
    anyMediaType: true,
    bodyText: true,
    body: attributesBodySchema,
    reply: 'empty',
  }),
  saveAttributesOfScope: route({
    method: 'POST',
    path: `${base}/attributes/:scope`,
    tag,
    summary: 'Set attributes',
    access,
    params: { ...entity, scope: writtenScope },
    anyMediaType: true,
    bodyText: true,
    body: attributesBodySchema,
    reply: 'empty',
  }),
  saveDeviceAttributes: route({
    method: 'POST',
    path: '/api/plugins/telemetry/:deviceId/:scope',
    tag,
    summary: 'Set attributes of a device',
    access,
    params: { deviceId: uuidSchema, scope: writtenScope },
    anyMediaType: true,
    bodyText: true,
    body: attributesBodySchema,
    reply: 'empty',
  }),
  saveTimeseries: route({
    ...savesPoints,
    method: 'POST',
    reply: 'empty',
    path: `${base}/timeseries/:scope`,
    summary: 'Store points; the scope is ignored',
    params: { ...entity, scope: z.string() },
  }),
  saveTimeseriesWithTtl: route({
    ...savesPoints,
    method: 'POST',
    reply: 'empty',
    path: `${base}/timeseries/:scope/:ttl`,
    summary: 'Store points with a time to live in seconds; the scope is ignored',
    params: { ...entity, scope: z.string(), ttl: queryInteger },
  }),
  deleteTimeseries: route({
    method: 'DELETE',
    path: `${base}/timeseries/delete`,
    tag,
    summary: 'Delete the points of keys, in a time range or all of them',
    access,
    params: entity,
    query: {
      ...requestedKeys,
      deleteAllDataForKeys: queryBooleanOrNone,
      startTs: queryIntegerOrNone,
      endTs: queryIntegerOrNone,
      rewriteLatestIfDeleted: queryBooleanOrNone,
    },
    reply: 'empty',
  }),
  deleteAttributes: route({
    method: 'DELETE',
    path: `${base}/:scope`,
    tag,
    summary: 'Delete attributes',
    access,
    params: { ...entity, scope: attributeScope },
    query: requestedKeys,
    reply: 'empty',
  }),
  deleteDeviceAttributes: route({
    method: 'DELETE',
    path: '/api/plugins/telemetry/:deviceId/:scope',
    tag,
    summary: 'Delete attributes of a device',
    access,
    params: { deviceId: uuidSchema, scope: attributeScope },
    query: requestedKeys,
    reply: 'empty',
  }),
};
