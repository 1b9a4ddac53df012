import * as z from 'zod/mini';

/** All kinds of entity that an id can point to, as written on the wire. */
export const ENTITY_TYPES = [
  'TENANT',
  'TENANT_PROFILE',
  'CUSTOMER',
  'USER',
  'DASHBOARD',
  'ASSET',
  'DEVICE',
  'DEVICE_PROFILE',
  'ALARM',
  'RULE_CHAIN',
  'RULE_NODE',
  'EDGE',
  'ENTITY_VIEW',
  'WIDGETS_BUNDLE',
  'WIDGET_TYPE',
  'API_USAGE_STATE',
  'TB_RESOURCE',
  'OTA_PACKAGE',
  'RPC',
] as const;

export type EntityType = (typeof ENTITY_TYPES)[number];

export const entityTypeSchema = z.enum(ENTITY_TYPES);

/** The id that means "none": no customer, or the system as tenant. */
export const NULL_UUID = '13814000-1dd2-11b2-8080-808080808080';

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True when `text` has the form of a UUID, of any version. */
export function isUuid(text: string): boolean {
  return UUID_PATTERN.test(text);
}

/** Error message for an empty parameter; the server prefixes its name. */
export const EMPTY_PARAMETER = "can't be empty!";

function uuidFrom(text: z.ZodMiniString<string>) {
  return z.pipe(
    text.check(
      z.refine((value) => UUID_PATTERN.test(value), {
        error: (issue) => (issue.input === '' ? EMPTY_PARAMETER : `Invalid UUID string: ${String(issue.input)}`),
      }),
    ),
    z.transform((value: string) => value.toLowerCase()),
  );
}

/** A bare UUID, as used in paths and lists; lower-cased. */
export const uuidSchema = uuidFrom(z.string());

/** What the wire says of an id object without one of its members. */
export const MISSING_ID = 'Missing entityType or id!';
const missingId = ({ input }: { input?: unknown }): string | undefined => (input == null ? MISSING_ID : undefined);

/** `{"entityType": …, "id": …}` with any entity type. */
export interface EntityId<T extends EntityType = EntityType> {
  entityType: T;
  id: string;
}

/** The UUID in an id object. */
const uuidOfId = uuidFrom(z.string({ error: missingId }));

/** Id of any entity: both members are required. */
export const entityIdSchema = z.object({ entityType: z.enum(ENTITY_TYPES, { error: missingId }), id: uuidOfId });

/**
 * A typed id field such as `customerId`. On input `{"id": …}` is enough and the type is filled in;
 * on output both members are always written.
 */
export function typedId<T extends EntityType>(entityType: T) {
  return z.pipe(
    z.object({ id: uuidOfId }),
    z.transform((value: { id: string }): EntityId<T> => ({ entityType, id: value.id })),
  );
}

/** An id object without an entity type (device credentials, audit log, event, settings). */
export const plainIdSchema = z.object({ id: uuidSchema });
export type PlainId = z.infer<typeof plainIdSchema>;

/** Builds an id object. */
export function entityId<T extends EntityType>(entityType: T, id: string): EntityId<T> {
  return { entityType, id };
}

/** `{"entityType": …, "id": NULL_UUID}`: how an absent owner is written. */
export function nullId<T extends EntityType>(entityType: T): EntityId<T> {
  return { entityType, id: NULL_UUID };
}
