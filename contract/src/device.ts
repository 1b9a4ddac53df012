import * as z from 'zod/mini';
import { basedOn } from './based-on.ts';
import { entitySubtypeSchema } from './entity-subtype.ts';
import { plainIdSchema, typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery, queryBooleanOrNone, queryName, queryUuidList, queryUuidOrNone } from './page.ts';
import { relationParametersSchema } from './relation.ts';
import { route } from './route.ts';
import { additionalInfo, nullableText, storedText, text } from './text.ts';
import { customerIdOrNone } from './typed-entity.ts';

export const DEVICE_TRANSPORT_TYPES = ['DEFAULT', 'MQTT', 'COAP', 'LWM2M', 'SNMP'] as const;
export type DeviceTransportType = (typeof DEVICE_TRANSPORT_TYPES)[number];

/** Transport and configuration part of a device; extra members belong to the transport and are kept. */
const deviceDataSchema = z.object({
  configuration: z.looseObject({ type: z._default(z.string(), 'DEFAULT') }),
  transportConfiguration: z.looseObject({ type: z._default(z.enum(DEVICE_TRANSPORT_TYPES), 'DEFAULT') }),
});
export type DeviceData = z.infer<typeof deviceDataSchema>;

/** Body of POST /api/device: create when `id` is absent or null, else replace. */
export const deviceInputSchema = z.object({
  id: z.optional(z.nullable(typedId('DEVICE'))),
  additionalInfo,
  customerId: customerIdOrNone,
  name: nullableText(),
  type: nullableText(),
  label: nullableText(),
  deviceProfileId: z.optional(z.nullable(typedId('DEVICE_PROFILE'))),
  deviceData: z.optional(z.nullable(z.looseObject({}))),
  firmwareId: z.optional(z.nullable(typedId('OTA_PACKAGE'))),
  softwareId: z.optional(z.nullable(typedId('OTA_PACKAGE'))),
});
export type DeviceInput = z.infer<typeof deviceInputSchema>;

/** A device as it is stored and returned. Times in epoch ms. */
export const deviceSchema = z.object({
  id: typedId('DEVICE'),
  createdTime: z.number(),
  additionalInfo,
  tenantId: typedId('TENANT'),
  customerId: typedId('CUSTOMER'),
  name: text(),
  type: text(),
  label: z.nullable(text()),
  deviceProfileId: typedId('DEVICE_PROFILE'),
  deviceData: deviceDataSchema,
  firmwareId: z.nullable(typedId('OTA_PACKAGE')),
  softwareId: z.nullable(typedId('OTA_PACKAGE')),
});
export type Device = z.infer<typeof deviceSchema>;

/**
 * A row of a device list: the device with names of related entities. The last two members are additions to 3.3.2,
 * present only when requested with `activity=true`.
 */
export const deviceInfoSchema = z.extend(deviceSchema, {
  customerTitle: z.nullable(z.string()),
  customerIsPublic: z.boolean(),
  deviceProfileName: z.string(),
  /** Server attribute `active`. */
  active: z.optional(z.boolean()),
  /** Server attribute `lastActivityTime`, epoch ms, 0 when never active. */
  lastActivityTime: z.optional(z.number()),
});
/** With all optional members. */
export type DeviceInfo = Required<z.infer<typeof deviceInfoSchema>>;

export const CREDENTIALS_TYPES = ['ACCESS_TOKEN', 'X509_CERTIFICATE', 'MQTT_BASIC', 'LWM2M_CREDENTIALS'] as const;
export type CredentialsType = (typeof CREDENTIALS_TYPES)[number];

export const deviceCredentialsSchema = z.object({
  id: plainIdSchema,
  createdTime: z.number(),
  deviceId: typedId('DEVICE'),
  credentialsType: z.enum(CREDENTIALS_TYPES),
  credentialsId: z.nullable(z.string()),
  credentialsValue: z.nullable(z.string()),
});
export type DeviceCredentials = z.infer<typeof deviceCredentialsSchema>;

export const deviceCredentialsInputSchema = z.object({
  id: z.optional(z.nullable(plainIdSchema)),
  deviceId: z.optional(z.nullable(typedId('DEVICE'))),
  credentialsType: z.optional(z.nullable(z.enum(CREDENTIALS_TYPES))),
  credentialsId: z.optional(z.nullable(storedText(1024))),
  credentialsValue: z.optional(z.nullable(storedText(65536))),
});
export type DeviceCredentialsInput = z.infer<typeof deviceCredentialsInputSchema>;

const deviceId = { deviceId: uuidSchema };
const tenantAndCustomer = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const tenantOnly = ['TENANT_ADMIN'] as const;
const tag = 'device';

/** Requests `active` and `lastActivityTime` of devices. */
const activityQuery = { activity: queryBooleanOrNone };

/**
 * Filters of the device lists; `type` wins over `deviceProfileId`. `active`, which filters, and `activity` are additions
 * to 3.3.2.
 */
const deviceListQuery = {
  ...pageQuery,
  type: z.optional(z.string()),
  deviceProfileId: queryUuidOrNone,
  active: queryBooleanOrNone,
  ...activityQuery,
};

/** Body of POST /api/device-with-credentials. */
export const deviceWithCredentialsSchema = z.object({
  device: deviceInputSchema,
  credentials: deviceCredentialsInputSchema,
});
export type DeviceWithCredentials = z.infer<typeof deviceWithCredentialsSchema>;

/** Body of POST /api/devices: devices of given types that are related to an entity. */
export const deviceSearchSchema = z.object({
  parameters: relationParametersSchema,
  relationType: nullableText(),
  deviceTypes: z.optional(z.nullable(z.array(z.string()))),
});
export type DeviceSearch = z.infer<typeof deviceSearchSchema>;

/** Longest secret of a claim. */
export const MAX_CLAIM_SECRET = 1024;

/** Body of POST /api/customer/device/{name}/claim; no secret is the empty one. */
export const claimRequestSchema = z.object({ secretKey: z.optional(z.nullable(storedText(MAX_CLAIM_SECRET))) });

export const claimReplySchema = z.object({ device: deviceSchema, response: z.literal('SUCCESS') });
export type ClaimReply = z.infer<typeof claimReplySchema>;

export const deviceRoutes = {
  getDevice: route({
    method: 'GET',
    path: '/api/device/:deviceId',
    tag,
    summary: 'Read a device',
    access: tenantAndCustomer,
    params: deviceId,
    reply: deviceSchema,
  }),
  getDeviceInfo: route({
    method: 'GET',
    path: '/api/device/info/:deviceId',
    tag,
    summary: 'Read a device with the names of its customer and profile',
    access: tenantAndCustomer,
    params: deviceId,
    query: activityQuery,
    reply: deviceInfoSchema,
  }),
  saveDevice: route({
    method: 'POST',
    path: '/api/device',
    tag,
    summary: 'Create a device, or replace it when the body has an id',
    access: tenantAndCustomer,
    query: { accessToken: z.optional(storedText(1024)), basedOn },
    replaces: '/api/device/:deviceId',
    body: deviceInputSchema,
    reply: deviceSchema,
  }),
  saveDeviceWithCredentials: route({
    method: 'POST',
    path: '/api/device-with-credentials',
    tag,
    summary: 'Create a device with its credentials, or replace both when a device has the id or name',
    access: tenantAndCustomer,
    // With onlyNew the name of another device is refused, where otherwise that device is replaced.
    query: { onlyNew: queryBooleanOrNone },
    body: deviceWithCredentialsSchema,
    reply: deviceSchema,
  }),
  deleteDevice: route({
    method: 'DELETE',
    path: '/api/device/:deviceId',
    tag,
    summary: 'Delete a device, its credentials and relations',
    access: tenantOnly,
    params: deviceId,
    reply: 'empty',
  }),
  getDeviceCredentials: route({
    method: 'GET',
    path: '/api/device/:deviceId/credentials',
    tag,
    summary: 'Read the credentials of a device',
    access: tenantAndCustomer,
    params: deviceId,
    reply: deviceCredentialsSchema,
  }),
  saveDeviceCredentials: route({
    method: 'POST',
    path: '/api/device/credentials',
    tag,
    summary: 'Replace the credentials of a device; ends its sessions',
    access: tenantOnly,
    replaces: '/api/device/:deviceId/credentials',
    query: { basedOn },
    body: deviceCredentialsInputSchema,
    reply: deviceCredentialsSchema,
  }),
  assignDeviceToCustomer: route({
    method: 'POST',
    path: '/api/customer/:customerId/device/:deviceId',
    tag,
    summary: 'Assign a device to a customer',
    access: tenantOnly,
    params: { customerId: uuidSchema, deviceId: uuidSchema },
    reply: deviceSchema,
  }),
  unassignDeviceFromCustomer: route({
    method: 'DELETE',
    path: '/api/customer/device/:deviceId',
    tag,
    summary: 'Unassign a device from its customer',
    access: tenantOnly,
    params: deviceId,
    reply: deviceSchema,
  }),
  assignDeviceToPublicCustomer: route({
    method: 'POST',
    path: '/api/customer/public/device/:deviceId',
    tag,
    summary: 'Make a device public',
    access: tenantOnly,
    params: deviceId,
    reply: deviceSchema,
  }),
  assignDeviceToTenant: route({
    method: 'POST',
    path: '/api/tenant/:tenantId/device/:deviceId',
    tag,
    summary: 'Give a device with its credentials, attributes and telemetry to another tenant',
    access: tenantOnly,
    params: { tenantId: uuidSchema, deviceId: uuidSchema },
    reply: deviceSchema,
  }),
  claimDevice: route({
    method: 'POST',
    path: '/api/customer/device/:deviceName/claim',
    tag,
    summary: 'Claim a device for the own customer; 400 with "FAILURE" or "CLAIMED" when that is not possible',
    access: ['CUSTOMER_USER'],
    params: { deviceName: z.string() },
    body: z.optional(z.nullable(claimRequestSchema)),
    reply: claimReplySchema,
  }),
  reclaimDevice: route({
    method: 'DELETE',
    path: '/api/customer/device/:deviceName/claim',
    tag,
    summary: 'Give a claimed device back; 400 with "CLAIMED" when another customer has it',
    access: tenantAndCustomer,
    params: { deviceName: z.string() },
    reply: 'empty',
  }),
  getTenantDevices: route({
    method: 'GET',
    path: '/api/tenant/devices',
    tag,
    summary: 'List the devices of the tenant, or find one by its exact name with `deviceName`',
    access: tenantOnly,
    query: {
      pageSize: z.optional(pageQuery.pageSize),
      page: z.optional(pageQuery.page),
      textSearch: pageQuery.textSearch,
      sortProperty: pageQuery.sortProperty,
      sortOrder: pageQuery.sortOrder,
      type: z.optional(z.string()),
      deviceName: z.optional(queryName),
    },
    reply: z.union([pageOf(deviceSchema), deviceSchema]),
  }),
  getTenantDeviceInfos: route({
    method: 'GET',
    path: '/api/tenant/deviceInfos',
    tag,
    summary: 'List the devices of the tenant with the names of their customer and profile',
    access: tenantOnly,
    // An addition to 3.3.2: only devices without a customer.
    query: { ...deviceListQuery, unassigned: queryBooleanOrNone },
    reply: pageOf(deviceInfoSchema),
  }),
  getCustomerDevices: route({
    method: 'GET',
    path: '/api/customer/:customerId/devices',
    tag,
    summary: 'List the devices of a customer',
    access: tenantAndCustomer,
    params: { customerId: uuidSchema },
    query: { ...pageQuery, type: z.optional(z.string()) },
    reply: pageOf(deviceSchema),
  }),
  getCustomerDeviceInfos: route({
    method: 'GET',
    path: '/api/customer/:customerId/deviceInfos',
    tag,
    summary: 'List the devices of a customer with the names of their customer and profile',
    access: tenantAndCustomer,
    params: { customerId: uuidSchema },
    query: deviceListQuery,
    reply: pageOf(deviceInfoSchema),
  }),
  getDevicesByIds: route({
    method: 'GET',
    path: '/api/devices',
    tag,
    summary: 'Read several devices by id; ids that are unknown or not permitted are left out',
    access: tenantAndCustomer,
    query: { deviceIds: queryUuidList },
    reply: z.array(deviceSchema),
  }),
  searchDevices: route({
    method: 'POST',
    path: '/api/devices',
    tag,
    summary: 'Find devices of given types that are related to an entity, directly or over several levels',
    access: tenantAndCustomer,
    body: deviceSearchSchema,
    reply: z.array(deviceSchema),
  }),
  countDevicesWithoutPackage: route({
    method: 'GET',
    path: '/api/devices/count/:otaPackageType/:deviceProfileId',
    tag,
    summary: 'Count the devices of a profile that have no firmware or software of their own',
    access: tenantAndCustomer,
    params: { otaPackageType: z.enum(['FIRMWARE', 'SOFTWARE']), deviceProfileId: uuidSchema },
    reply: z.number(),
  }),
  getDeviceTypes: route({
    method: 'GET',
    path: '/api/device/types',
    tag,
    summary: 'List the device types in use, sorted',
    access: tenantAndCustomer,
    reply: z.array(entitySubtypeSchema),
  }),
};
