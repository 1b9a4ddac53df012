import * as z from 'zod/mini';
import { basedOn } from './based-on.ts';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';
import { nullableText, text } from './text.ts';
import { naturalLong } from './whole-number.ts';

/** Whole number from 0, 0 when absent. */
const count = z.pipe(
  z.optional(z.nullable(naturalLong)),
  z.transform((value) => value ?? 0),
);

const RATE_LIMIT = /^\s*$|^\s*[1-9]\d*:[1-9]\d*\s*(,\s*[1-9]\d*:[1-9]\d*\s*)*$/;
const RATE_LIMIT_ERROR = 'must be a list such as 100:1,2000:60 (count:seconds)';

/** Limit such as `100:1,2000:60`: `count:seconds` pairs that all apply; null: no limit. */
const rateLimit = z.pipe(
  z.optional(
    z.nullable(
      z.string().check(
        z.maxLength(255),
        z.refine((value) => RATE_LIMIT.test(value), { error: RATE_LIMIT_ERROR }),
      ),
    ),
  ),
  z.transform((value) => (value?.trim() ? value : null)),
);

/** A limit that is not in 3.3.2: its setting unless a profile has it; empty: no limit. */
const ownRateLimit = z.optional(
  z.string().check(
    z.maxLength(255),
    z.refine((value) => RATE_LIMIT.test(value), { error: RATE_LIMIT_ERROR }),
  ),
);
/** A limit that is not in 3.3.2: its setting unless a profile has it; 0: no limit. */
const ownCount = z.optional(naturalLong);

/** Limits of a tenant; 0 and null mean unlimited. Periods of the monthly counts are calendar months. */
export const tenantProfileConfigurationSchema = z.object({
  type: z._default(z.literal('DEFAULT'), 'DEFAULT'),
  maxDevices: count,
  maxAssets: count,
  maxCustomers: count,
  maxUsers: count,
  maxDashboards: count,
  maxRuleChains: count,
  maxResourcesInBytes: count,
  maxOtaPackagesInBytes: count,
  transportTenantMsgRateLimit: rateLimit,
  transportTenantTelemetryMsgRateLimit: rateLimit,
  transportTenantTelemetryDataPointsRateLimit: rateLimit,
  transportDeviceMsgRateLimit: rateLimit,
  transportDeviceTelemetryMsgRateLimit: rateLimit,
  transportDeviceTelemetryDataPointsRateLimit: rateLimit,
  maxTransportMessages: count,
  maxTransportDataPoints: count,
  maxREExecutions: count,
  maxJSExecutions: count,
  maxDPStorageDays: count,
  maxRuleNodeExecutionsPerMessage: count,
  /** Keys of telemetry, and as many of attributes, per device. Not in 3.3.2; absent: the limit of the settings. */
  maxKeysPerDevice: z.optional(naturalLong),
  /** Keys of all devices together. Not in 3.3.2; absent: the limit of the settings. */
  maxKeysPerTenant: z.optional(naturalLong),
  /** Calls of the REST API and openings of sockets. */
  tenantServerRestLimitsConfiguration: ownRateLimit,
  customerServerRestLimitsConfiguration: ownRateLimit,
  /** Open sockets and what they follow; of a new socket's tenant when it is opened. */
  maxWsSessionsPerTenant: ownCount,
  maxWsSessionsPerCustomer: ownCount,
  maxWsSessionsPerRegularUser: ownCount,
  maxWsSessionsPerPublicUser: ownCount,
  maxWsSubscriptionsPerTenant: ownCount,
  maxWsSubscriptionsPerCustomer: ownCount,
  maxWsSubscriptionsPerRegularUser: ownCount,
  maxWsSubscriptionsPerPublicUser: ownCount,
  /** Frames that wait for a slow client. */
  wsMsgQueueLimitPerSession: ownCount,
  wsUpdatesPerSessionRateLimit: ownRateLimit,
  maxEmails: count,
  maxSms: count,
  maxCreatedAlarms: count,
  defaultStorageTtlDays: count,
  alarmsTtlDays: count,
  rpcTtlDays: count,
  /** Fraction of a monthly limit at which the tenant is warned; 0 means 0.8. */
  warnThreshold: z.pipe(
    z.optional(z.nullable(z.number().check(z.lte(1)))),
    z.transform((value) => value ?? 0),
  ),
});
export type TenantProfileConfiguration = z.infer<typeof tenantProfileConfigurationSchema>;

export const tenantProfileDataSchema = z.object({ configuration: tenantProfileConfigurationSchema });
export type TenantProfileData = z.infer<typeof tenantProfileDataSchema>;

export const tenantProfileSchema = z.object({
  id: typedId('TENANT_PROFILE'),
  createdTime: z.number(),
  name: text(),
  description: z.nullable(z.string()),
  isolatedTbCore: z.boolean(),
  isolatedTbRuleEngine: z.boolean(),
  profileData: tenantProfileDataSchema,
  default: z.boolean(),
});
export type TenantProfile = z.infer<typeof tenantProfileSchema>;

const flag = z.pipe(
  z.optional(z.nullable(z.boolean())),
  z.transform((value) => value ?? false),
);

/** Body of POST /api/tenantProfile: create when `id` is absent or null, else replace. */
export const tenantProfileInputSchema = z.object({
  id: z.optional(z.nullable(typedId('TENANT_PROFILE'))),
  name: nullableText(),
  description: nullableText(10_000),
  isolatedTbCore: flag,
  isolatedTbRuleEngine: flag,
  profileData: z.optional(
    z.nullable(z.object({ configuration: z.optional(z.nullable(tenantProfileConfigurationSchema)) })),
  ),
  default: flag,
});
export type TenantProfileInput = z.infer<typeof tenantProfileInputSchema>;

/** Id and name, for pickers. */
export const tenantProfileInfoSchema = z.object({ id: typedId('TENANT_PROFILE'), name: z.string() });
export type TenantProfileInfo = z.infer<typeof tenantProfileInfoSchema>;

const access = ['SYS_ADMIN'] as const;
const params = { tenantProfileId: uuidSchema };
const tag = 'tenant profile';

export const tenantProfileRoutes = {
  getTenantProfile: route({
    method: 'GET',
    path: '/api/tenantProfile/:tenantProfileId',
    tag,
    summary: 'Read a tenant profile',
    access,
    params,
    reply: tenantProfileSchema,
  }),
  getTenantProfileInfo: route({
    method: 'GET',
    path: '/api/tenantProfileInfo/:tenantProfileId',
    tag,
    summary: 'Read the id and name of a tenant profile',
    access,
    params,
    reply: tenantProfileInfoSchema,
  }),
  getDefaultTenantProfileInfo: route({
    method: 'GET',
    path: '/api/tenantProfileInfo/default',
    tag,
    summary: 'Read the id and name of the default tenant profile',
    access,
    reply: tenantProfileInfoSchema,
  }),
  saveTenantProfile: route({
    method: 'POST',
    path: '/api/tenantProfile',
    tag,
    summary: 'Create a tenant profile, or replace it when the body has an id',
    access,
    query: { basedOn },
    replaces: '/api/tenantProfile/:tenantProfileId',
    body: tenantProfileInputSchema,
    reply: tenantProfileSchema,
  }),
  deleteTenantProfile: route({
    method: 'DELETE',
    path: '/api/tenantProfile/:tenantProfileId',
    tag,
    summary: 'Delete a tenant profile that no tenant uses',
    access,
    params,
    reply: 'empty',
  }),
  setDefaultTenantProfile: route({
    method: 'POST',
    path: '/api/tenantProfile/:tenantProfileId/default',
    tag,
    summary: 'Make a tenant profile the default; returns it as it was before',
    access,
    params,
    reply: tenantProfileSchema,
  }),
  getTenantProfiles: route({
    method: 'GET',
    path: '/api/tenantProfiles',
    tag,
    summary: 'List the tenant profiles',
    access,
    query: pageQuery,
    reply: pageOf(tenantProfileSchema),
  }),
  getTenantProfileInfos: route({
    method: 'GET',
    path: '/api/tenantProfileInfos',
    tag,
    summary: 'List the ids and names of the tenant profiles',
    access,
    query: pageQuery,
    reply: pageOf(tenantProfileInfoSchema),
  }),
};
