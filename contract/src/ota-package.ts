import * as z from 'zod/mini';
import { typedId, uuidSchema } from './id.ts';
import { namedValues, type PageLink, pageOf, pageQuery, queryBooleanOrNone, queryInteger } from './page.ts';
import { route } from './route.ts';
import { additionalInfo, nullableText, storedText, text } from './text.ts';
import { naturalLong } from './whole-number.ts';

export const OTA_PACKAGE_TYPES = ['FIRMWARE', 'SOFTWARE'] as const;
export type OtaPackageType = (typeof OTA_PACKAGE_TYPES)[number];

export const CHECKSUM_ALGORITHMS = ['MD5', 'SHA256', 'SHA384', 'SHA512', 'CRC32', 'MURMUR3_32', 'MURMUR3_128'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** How far the update of a device is, as its telemetry `fw_state` and `sw_state` say. */
export const OTA_UPDATE_STATES = [
  'QUEUED',
  'INITIATED',
  'DOWNLOADING',
  'DOWNLOADED',
  'VERIFIED',
  'UPDATING',
  'UPDATED',
  'FAILED',
] as const;
export type OtaUpdateState = (typeof OTA_UPDATE_STATES)[number];

/** Bytes of the file of a package. */
export const MAX_OTA_PACKAGE_SIZE = 2 * 1024 ** 3;
/** Bytes of a file that one call of an upload in parts carries at most. */
export const MAX_UPLOAD_PART = 8 * 1024 * 1024;
const MAX_CHECKSUM_LENGTH = 1020;

/** The fields that people decide about; the others are set by an upload. */
const inputShape = {
  deviceProfileId: z.optional(z.nullable(typedId('DEVICE_PROFILE'))),
  type: z.optional(z.nullable(z.enum(OTA_PACKAGE_TYPES))),
  title: nullableText(),
  version: nullableText(),
  tag: nullableText(),
  url: nullableText(),
  additionalInfo,
};

/** Body of POST /api/otaPackage: create when `id` is absent or null, else update what may be changed. */
export const otaPackageInputSchema = z.object({
  id: z.optional(z.nullable(typedId('OTA_PACKAGE'))),
  ...inputShape,
  /** The package is a file that devices download from `url`. */
  usesUrl: z.optional(z.nullable(z.boolean())),
  fileName: nullableText(),
  contentType: nullableText(),
  /** Of the file at `url`, where they are known; those of an uploaded file come with it. */
  checksumAlgorithm: z.optional(z.nullable(z.enum(CHECKSUM_ALGORITHMS))),
  checksum: nullableText(MAX_CHECKSUM_LENGTH),
  dataSize: z.optional(z.nullable(naturalLong)),
});
export type OtaPackageInput = z.infer<typeof otaPackageInputSchema>;

const infoShape = {
  id: typedId('OTA_PACKAGE'),
  createdTime: z.number(),
  tenantId: typedId('TENANT'),
  additionalInfo,
  /** Only this profile, and its devices, can be given the package; null: nobody. */
  deviceProfileId: z.nullable(typedId('DEVICE_PROFILE')),
  type: z.enum(OTA_PACKAGE_TYPES),
  /** With the version unique in the tenant. */
  title: text(),
  version: text(),
  tag: z.nullable(text()),
  url: z.nullable(text()),
  /** Whether it can be assigned: its file is there, or it has an address. */
  hasData: z.boolean(),
  fileName: z.nullable(z.string()),
  contentType: z.nullable(z.string()),
  checksumAlgorithm: z.nullable(z.enum(CHECKSUM_ALGORITHMS)),
  /** Hexadecimal digits, in the byte order of the wire (rest-content.md §2.1). */
  checksum: z.nullable(z.string()),
  /** Bytes. */
  dataSize: z.nullable(z.number()),
};

/** A package without its file. */
export const otaPackageInfoSchema = z.object(infoShape);
export type OtaPackageInfo = z.infer<typeof otaPackageInfoSchema>;

/** A package with its file in base64; null while it has none. */
export const otaPackageSchema = z.object({ ...infoShape, data: z.nullable(z.string()) });
export type OtaPackage = z.infer<typeof otaPackageSchema>;

/** An upload in parts. */
export const otaUploadSchema = z.object({
  /** Bytes that have arrived: where the next part begins. */
  received: z.number(),
});
export type OtaUpload = z.infer<typeof otaUploadSchema>;

const algorithmQuery = z.pipe(
  z
    .string()
    .check(
      z.refine((value) => (CHECKSUM_ALGORITHMS as readonly string[]).includes(value.toUpperCase()), {
        error: `must be one of ${CHECKSUM_ALGORITHMS.join(', ')}`,
      }),
    )
    .register(namedValues, { enum: [...CHECKSUM_ALGORITHMS] }),
  z.transform((value: string) => value.toUpperCase() as ChecksumAlgorithm),
);

/** What an upload says of its file. An absent checksum is made, a given one must be that of the file. */
const checksumQuery = {
  checksumAlgorithm: algorithmQuery,
  checksum: z.optional(storedText(MAX_CHECKSUM_LENGTH)),
};

const tenantOnly = ['TENANT_ADMIN'] as const;
const tenantAndCustomer = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const tag = 'ota-package';
const params = { otaPackageId: uuidSchema };

const listQuery = {
  ...pageQuery,
  /** The text is found in the title with the version behind it, and not in the title alone. */
  withVersion: queryBooleanOrNone,
};
/** What a list of packages is asked for. */
export type OtaPackageLink = PageLink & { withVersion?: boolean | undefined };

export const otaPackageRoutes = {
  getOtaPackages: route({
    method: 'GET',
    path: '/api/otaPackages',
    tag,
    summary: 'List the OTA packages of the tenant',
    access: tenantAndCustomer,
    query: listQuery,
    reply: pageOf(otaPackageInfoSchema),
  }),
  getOtaPackagesOfProfile: route({
    method: 'GET',
    path: '/api/otaPackages/:deviceProfileId/:type',
    tag,
    summary: 'List the OTA packages that can be assigned to a device profile and its devices',
    access: tenantAndCustomer,
    params: { deviceProfileId: uuidSchema, type: z.enum(OTA_PACKAGE_TYPES) },
    query: listQuery,
    reply: pageOf(otaPackageInfoSchema),
  }),
  getOtaPackageInfo: route({
    method: 'GET',
    path: '/api/otaPackage/info/:otaPackageId',
    tag,
    summary: 'Read an OTA package without its file',
    access: tenantAndCustomer,
    params,
    reply: otaPackageInfoSchema,
  }),
  getOtaPackage: route({
    method: 'GET',
    path: '/api/otaPackage/:otaPackageId',
    tag,
    summary: 'Read an OTA package with its file in base64',
    access: tenantOnly,
    params,
    reply: otaPackageSchema,
  }),
  downloadOtaPackage: route({
    method: 'GET',
    path: '/api/otaPackage/:otaPackageId/download',
    tag,
    summary: 'Download the file of an OTA package',
    access: tenantOnly,
    params,
    reply: 'binary',
  }),
  saveOtaPackageInfo: route({
    method: 'POST',
    path: '/api/otaPackage',
    tag,
    summary: 'Create an OTA package, or update it when the body has an id',
    access: tenantOnly,
    body: otaPackageInputSchema,
    reply: otaPackageInfoSchema,
  }),
  saveOtaPackageData: route({
    method: 'POST',
    path: '/api/otaPackage/:otaPackageId',
    tag,
    summary: 'Upload the file of an OTA package, as the part `file` of multipart/form-data',
    access: tenantOnly,
    params,
    query: checksumQuery,
    reply: otaPackageInfoSchema,
    streamedBody: true,
  }),
  deleteOtaPackage: route({
    method: 'DELETE',
    path: '/api/otaPackage/:otaPackageId',
    tag,
    summary: 'Delete an OTA package that no device and no profile has',
    access: tenantOnly,
    params,
    reply: 'empty',
  }),
  /*
   * Additions to 3.3.2: an upload in parts, which can be paused, and goes on after a failure. What nobody goes on with
   * for a day is dropped.
   */
  getOtaUpload: route({
    method: 'GET',
    path: '/api/otaPackage/:otaPackageId/upload',
    tag,
    summary: 'Read how much of the file of an OTA package has arrived in parts',
    access: tenantOnly,
    params,
    reply: otaUploadSchema,
  }),
  uploadOtaPart: route({
    method: 'POST',
    path: '/api/otaPackage/:otaPackageId/upload',
    tag,
    summary: 'Upload the next part of the file of an OTA package; the one at 0 starts over',
    access: tenantOnly,
    params,
    query: { offset: queryInteger.check(z.gte(0)) },
    reply: otaUploadSchema,
    bodyLimit: MAX_UPLOAD_PART,
  }),
  completeOtaUpload: route({
    method: 'POST',
    path: '/api/otaPackage/:otaPackageId/upload/complete',
    tag,
    summary: 'Make what was uploaded in parts the file of an OTA package',
    access: tenantOnly,
    params,
    query: { ...checksumQuery, fileName: text(), contentType: z.optional(text()) },
    reply: otaPackageInfoSchema,
  }),
  cancelOtaUpload: route({
    method: 'DELETE',
    path: '/api/otaPackage/:otaPackageId/upload',
    tag,
    summary: 'Drop what was uploaded in parts of the file of an OTA package',
    access: tenantOnly,
    params,
    reply: 'empty',
  }),
};
