import * as z from 'zod/mini';
import { deviceProfileAlarmsSchema } from './alarm-rule.ts';
import { basedOn } from './based-on.ts';
import { DEVICE_TRANSPORT_TYPES } from './device.ts';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery, queryUuidOrNone } from './page.ts';
import { route } from './route.ts';
import { nullableText, text } from './text.ts';

/** What a profile is for in the words of other clients; how its devices connect is said by its transport alone. */
export const DEVICE_PROFILE_TYPES = ['DEFAULT', 'SNMP'] as const;

export const PROVISION_TYPES = ['DISABLED', 'ALLOW_CREATE_NEW_DEVICES', 'CHECK_PRE_PROVISIONED_DEVICES'] as const;
export type ProvisionType = (typeof PROVISION_TYPES)[number];

export const TRANSPORT_PAYLOAD_TYPES = ['JSON', 'PROTOBUF'] as const;
export type TransportPayloadType = (typeof TRANSPORT_PAYLOAD_TYPES)[number];

/** Queues of the rule engine that a profile can choose for its devices' messages. */
export const RULE_ENGINE_QUEUES = ['Main', 'HighPriority', 'SequentialByOriginator'] as const;

/** MQTT topics of a profile that names no others. */
export const DEFAULT_TELEMETRY_TOPIC = 'v1/devices/me/telemetry';
export const DEFAULT_ATTRIBUTES_TOPIC = 'v1/devices/me/attributes';

/** Characters of an image as a data URL. */
export const MAX_IMAGE_LENGTH = 1_000_000;
const IMAGE_BODY_LIMIT = 4 * 1024 * 1024;

/**
 * Profile data as a client sends it. Missing members get their defaults when the profile is saved; unknown
 * members are kept as they are.
 */
const profileDataInputSchema = z.looseObject({
  configuration: z.optional(z.nullable(z.looseObject({}))),
  transportConfiguration: z.optional(z.nullable(z.looseObject({ type: z.optional(z.enum(DEVICE_TRANSPORT_TYPES)) }))),
  provisionConfiguration: z.optional(z.nullable(z.looseObject({ type: z.optional(z.enum(PROVISION_TYPES)) }))),
  alarms: z.optional(z.nullable(deviceProfileAlarmsSchema)),
});
export type DeviceProfileDataInput = z.infer<typeof profileDataInputSchema>;

/** Profile data as it is stored and returned; all four members are always present. */
const profileDataSchema = z.looseObject({
  configuration: z.looseObject({ type: z.string() }),
  transportConfiguration: z.looseObject({ type: z.enum(DEVICE_TRANSPORT_TYPES) }),
  provisionConfiguration: z.looseObject({
    type: z.enum(PROVISION_TYPES),
    provisionDeviceSecret: z.nullable(z.string()),
  }),
  alarms: z.nullable(deviceProfileAlarmsSchema),
});
export type DeviceProfileData = z.infer<typeof profileDataSchema>;

const optionalId = <T extends Parameters<typeof typedId>[0]>(type: T) => z.optional(z.nullable(typedId(type)));

/** Body of POST /api/deviceProfile: create when `id` is absent or null, else replace. */
export const deviceProfileInputSchema = z.object({
  id: optionalId('DEVICE_PROFILE'),
  name: nullableText(),
  description: nullableText(10_000),
  image: z.optional(z.nullable(z.string().check(z.maxLength(MAX_IMAGE_LENGTH)))),
  type: z.optional(z.nullable(z.enum(DEVICE_PROFILE_TYPES))),
  transportType: z.optional(z.nullable(z.enum(DEVICE_TRANSPORT_TYPES))),
  provisionType: z.optional(z.nullable(z.enum(PROVISION_TYPES))),
  defaultRuleChainId: optionalId('RULE_CHAIN'),
  defaultDashboardId: optionalId('DASHBOARD'),
  defaultQueueName: nullableText(),
  profileData: z.optional(z.nullable(profileDataInputSchema)),
  provisionDeviceKey: nullableText(),
  firmwareId: optionalId('OTA_PACKAGE'),
  softwareId: optionalId('OTA_PACKAGE'),
  default: z.optional(z.nullable(z.boolean())),
});
export type DeviceProfileInput = z.infer<typeof deviceProfileInputSchema>;

/** A device profile as it is stored and returned. */
export const deviceProfileSchema = z.object({
  id: typedId('DEVICE_PROFILE'),
  createdTime: z.number(),
  tenantId: typedId('TENANT'),
  name: text(),
  description: z.nullable(z.string()),
  image: z.nullable(z.string()),
  type: z.enum(DEVICE_PROFILE_TYPES),
  transportType: z.enum(DEVICE_TRANSPORT_TYPES),
  provisionType: z.enum(PROVISION_TYPES),
  defaultRuleChainId: z.nullable(typedId('RULE_CHAIN')),
  defaultDashboardId: z.nullable(typedId('DASHBOARD')),
  defaultQueueName: z.nullable(z.string()),
  profileData: profileDataSchema,
  provisionDeviceKey: z.nullable(z.string()),
  firmwareId: z.nullable(typedId('OTA_PACKAGE')),
  softwareId: z.nullable(typedId('OTA_PACKAGE')),
  default: z.boolean(),
});
export type DeviceProfile = z.infer<typeof deviceProfileSchema>;

/** The members of a profile that pickers need. */
export const deviceProfileInfoSchema = z.object({
  id: typedId('DEVICE_PROFILE'),
  name: z.string(),
  image: z.nullable(z.string()),
  defaultDashboardId: z.nullable(typedId('DASHBOARD')),
  type: z.enum(DEVICE_PROFILE_TYPES),
  transportType: z.enum(DEVICE_TRANSPORT_TYPES),
});
export type DeviceProfileInfo = z.infer<typeof deviceProfileInfoSchema>;

const deviceProfileId = { deviceProfileId: uuidSchema };
const tenantAndCustomer = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const tenantOnly = ['TENANT_ADMIN'] as const;
const tag = 'device-profile';

const keysQuery = { deviceProfileId: queryUuidOrNone };

export const deviceProfileRoutes = {
  getDeviceProfile: route({
    method: 'GET',
    path: '/api/deviceProfile/:deviceProfileId',
    tag,
    summary: 'Read a device profile',
    access: tenantOnly,
    params: deviceProfileId,
    reply: deviceProfileSchema,
  }),
  getDeviceProfileInfo: route({
    method: 'GET',
    path: '/api/deviceProfileInfo/:deviceProfileId',
    tag,
    summary: 'Read the short form of a device profile',
    access: tenantAndCustomer,
    params: deviceProfileId,
    reply: deviceProfileInfoSchema,
  }),
  getDefaultDeviceProfileInfo: route({
    method: 'GET',
    path: '/api/deviceProfileInfo/default',
    tag,
    summary: 'Read the short form of the default device profile',
    access: tenantAndCustomer,
    reply: deviceProfileInfoSchema,
  }),
  getDeviceProfiles: route({
    method: 'GET',
    path: '/api/deviceProfiles',
    tag,
    summary: 'List the device profiles of the tenant',
    access: tenantOnly,
    query: pageQuery,
    reply: pageOf(deviceProfileSchema),
  }),
  getDeviceProfileInfos: route({
    method: 'GET',
    path: '/api/deviceProfileInfos',
    tag,
    summary: 'List the device profiles of the tenant in their short form, of all transports or one',
    access: tenantAndCustomer,
    query: { ...pageQuery, transportType: z.optional(z.enum([...DEVICE_TRANSPORT_TYPES, ''])) },
    reply: pageOf(deviceProfileInfoSchema),
  }),
  saveDeviceProfile: route({
    method: 'POST',
    path: '/api/deviceProfile',
    tag,
    summary: 'Create a device profile, or replace it when the body has an id',
    access: tenantOnly,
    query: { basedOn },
    replaces: '/api/deviceProfile/:deviceProfileId',
    body: deviceProfileInputSchema,
    reply: deviceProfileSchema,
    bodyLimit: IMAGE_BODY_LIMIT,
  }),
  deleteDeviceProfile: route({
    method: 'DELETE',
    path: '/api/deviceProfile/:deviceProfileId',
    tag,
    summary: 'Delete a device profile that no device uses',
    access: tenantOnly,
    params: deviceProfileId,
    reply: 'empty',
  }),
  setDefaultDeviceProfile: route({
    method: 'POST',
    path: '/api/deviceProfile/:deviceProfileId/default',
    tag,
    summary: 'Make a device profile the default of the tenant',
    access: tenantOnly,
    params: deviceProfileId,
    reply: deviceProfileSchema,
  }),
  getDeviceProfileTimeseriesKeys: route({
    method: 'GET',
    path: '/api/deviceProfile/devices/keys/timeseries',
    tag,
    summary: 'List the time-series keys in use by devices of a profile or of the tenant, sorted',
    access: tenantOnly,
    query: keysQuery,
    reply: z.array(z.string()),
  }),
  getDeviceProfileAttributeKeys: route({
    method: 'GET',
    path: '/api/deviceProfile/devices/keys/attributes',
    tag,
    summary: 'List the attribute keys of all scopes in use by devices of a profile or of the tenant, sorted',
    access: tenantOnly,
    query: keysQuery,
    reply: z.array(z.string()),
  }),
};
