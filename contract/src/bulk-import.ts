import * as z from 'zod/mini';
import { route } from './route.ts';
import { storable } from './text.ts';

/** What a column of an imported file can hold, as named on the wire (rest-entities.md §5.9); the last is an addition. */
export const IMPORT_COLUMN_TYPES = [
  'NAME',
  'TYPE',
  'LABEL',
  'DESCRIPTION',
  'IS_GATEWAY',
  'SHARED_ATTRIBUTE',
  'SERVER_ATTRIBUTE',
  'TIMESERIES',
  'ACCESS_TOKEN',
  'X509',
  'MQTT_CLIENT_ID',
  'MQTT_USER_NAME',
  'MQTT_PASSWORD',
  'LWM2M_CLIENT_ENDPOINT',
  'LWM2M_CLIENT_SECURITY_CONFIG_MODE',
  'LWM2M_CLIENT_IDENTITY',
  'LWM2M_CLIENT_KEY',
  'LWM2M_CLIENT_CERT',
  'LWM2M_BOOTSTRAP_SERVER_SECURITY_MODE',
  'LWM2M_BOOTSTRAP_SERVER_PUBLIC_KEY_OR_ID',
  'LWM2M_BOOTSTRAP_SERVER_SECRET_KEY',
  'LWM2M_SERVER_SECURITY_MODE',
  'LWM2M_SERVER_CLIENT_PUBLIC_KEY_OR_ID',
  'LWM2M_SERVER_CLIENT_SECRET_KEY',
  'EDGE_LICENSE_KEY',
  'CLOUD_ENDPOINT',
  'ROUTING_KEY',
  'SECRET',
  'IGNORED',
] as const;
export type ImportColumnType = (typeof IMPORT_COLUMN_TYPES)[number];

/** Types of columns that a file may have several of, each with a key. */
export const KEYED_COLUMN_TYPES = ['SHARED_ATTRIBUTE', 'SERVER_ATTRIBUTE', 'TIMESERIES'] as const;
export type KeyedColumnType = (typeof KEYED_COLUMN_TYPES)[number];

export const isKeyedColumnType = (type: ImportColumnType): type is KeyedColumnType =>
  (KEYED_COLUMN_TYPES as readonly string[]).includes(type);

/** How a device identifies itself. */
export const CREDENTIAL_COLUMN_TYPES = IMPORT_COLUMN_TYPES.filter((type) =>
  /^(ACCESS_TOKEN|X509|MQTT_|LWM2M_)/.test(type),
);

const COMMON = ['NAME', 'TYPE', 'LABEL', 'DESCRIPTION'] as const;

/** Kinds of entity that can be imported. */
export const IMPORTED_TYPES = ['DEVICE', 'ASSET', 'EDGE'] as const;
export type ImportedType = (typeof IMPORTED_TYPES)[number];

/** What is offered for the columns of a file of each kind. */
export const IMPORT_COLUMNS: Readonly<Record<ImportedType, readonly ImportColumnType[]>> = {
  DEVICE: [...COMMON, 'IS_GATEWAY', ...KEYED_COLUMN_TYPES, ...CREDENTIAL_COLUMN_TYPES],
  ASSET: [...COMMON, 'SERVER_ATTRIBUTE', 'TIMESERIES'],
  EDGE: [...COMMON, 'SERVER_ATTRIBUTE', 'TIMESERIES', 'EDGE_LICENSE_KEY', 'CLOUD_ENDPOINT', 'ROUTING_KEY', 'SECRET'],
};

const MAX_COLUMNS = 1000;
/** Longest key of attributes and telemetry, in characters. */
export const MAX_IMPORT_KEY = 255;
/** The text of a file arrives in one piece from clients of 3.3.2. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;
/** Failures and changes that a reply names; all are counted. */
export const MAX_IMPORT_ERRORS = 2000;
/** Changes that the reply to a dry run shows. */
export const MAX_IMPORT_CHANGES = 100;

const columnSchema = z.object({
  type: z.enum(IMPORT_COLUMN_TYPES),
  key: z.optional(z.nullable(z.string().check(z.maxLength(MAX_IMPORT_KEY)))),
});
export type ImportColumn = z.infer<typeof columnSchema>;

const orDefault = <T>(schema: z.core.$ZodType<T, T>, value: T) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((given: T | null | undefined): T => given ?? value),
  );

/** Body of the import calls. `options` and what it adds to the reply are additions to 3.3.2. */
export const importRequestSchema = z.object({
  /** CSV (RFC 4180); empty lines are skipped. */
  file: z.string().check(storable),
  mapping: z.object({
    columns: z.array(columnSchema).check(z.minLength(1), z.maxLength(MAX_COLUMNS)),
    delimiter: orDefault(z.string().check(z.regex(/^[^"\r\n]$/, { error: 'must be one character' })), ','),
    /** What has the name of a line is changed; otherwise the line fails. */
    update: orDefault(z.boolean(), true),
    /** The first line holds the names of the columns. */
    header: orDefault(z.boolean(), true),
  }),
  options: z.optional(
    z.object({
      /** Nothing is written; the reply tells what would be. */
      dryRun: z.optional(z.boolean()),
      /** Number of the first line of `file` in the file that it is a part of; 1 by default. */
      firstLine: z.optional(z.int().check(z.gte(1))),
    }),
  ),
});
export type ImportRequest = z.infer<typeof importRequestSchema>;

/** What a line would do. Values that devices and edges identify themselves with are left out (null). */
const importChangeSchema = z.object({
  line: z.number(),
  name: z.string(),
  action: z.enum(['create', 'update']),
  fields: z.array(z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
});
export type ImportChange = z.infer<typeof importChangeSchema>;

/** Reply of the import calls: how many lines did what. The last four members are there only with `options`. */
export const importReplySchema = z.object({
  created: z.number(),
  /** Without `options` including lines that change nothing. */
  updated: z.number(),
  errors: z.number(),
  /** `Line: 3; Error: Device with such name already exists!`, the first 2,000. */
  errorsList: z.array(z.string()),
  unchanged: z.optional(z.number()),
  /** The same failures for programs. */
  failures: z.optional(z.array(z.object({ line: z.number(), message: z.string() }))),
  /** Of a dry run: what the first 100 lines that change anything would do. */
  changes: z.optional(z.array(importChangeSchema)),
  /** Of a dry run: names of device profiles that would be made. */
  newProfiles: z.optional(z.array(z.string())),
});
export type ImportReply = z.infer<typeof importReplySchema>;

const importRoute = (type: ImportedType) => {
  const noun = type.toLowerCase();
  return route({
    method: 'POST',
    path: `/api/${noun}/bulk_import`,
    tag: noun,
    summary: `Create and change ${noun}s from the lines of a CSV file, or tell what that would do`,
    access: ['TENANT_ADMIN'],
    body: importRequestSchema,
    reply: importReplySchema,
    bodyLimit: BODY_LIMIT_BYTES,
  });
};

export const bulkImportRoutes = {
  importDevices: importRoute('DEVICE'),
  importAssets: importRoute('ASSET'),
  importEdges: importRoute('EDGE'),
};
