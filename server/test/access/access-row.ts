import type { PresentType } from '@signalbox/contract/entity-traits';
import type { Operation } from '../../src/access/permissions.ts';

/** `TENANT_PROFILE` → `tenantProfile`, as path parameters begin. */
export type ObjectName<Type extends string> = Type extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<ObjectName<Rest>>}`
  : Lowercase<Type>;

/** Kinds of object that the calls of the API are about: all that the platform has; the test makes one of each. */
export type ObjectKind = ObjectName<PresentType>;

/** An object as the API returned it. */
export interface TestObject {
  id: { id: string; entityType: string };
  [member: string]: unknown;
}

/** One object of each kind, all of the tenant whose customer A owns what can be owned. */
export type TestObjects = Record<ObjectKind, TestObject>;

/**
 * How the access test calls a route, and on what. A row is tiny: path parameters such as `deviceId` are filled in from
 * the object of that kind, paged lists get a page, and what is expected of each caller follows from the route's list
 * of authorities and the permission table.
 */
export interface AccessRow {
  /** The object the call is about, with the operation that is checked on it. */
  on?: ObjectKind;
  op?: Operation;
  /** Instead of `on`: the call makes a new object of that kind (operation CREATE). */
  creates?: ObjectKind;
  /** Path parameters that do not name an object of their kind. */
  params?: Record<string, string>;
  /** Query string without `?`. */
  query?: string | ((objects: TestObjects) => string);
  body?: (objects: TestObjects, unique: string) => unknown;
  /** Statuses, other than 2xx and 3xx, that show that the caller was let in. */
  letIn?: number[];
  /** The tokens of the caller end with the call. */
  endsSessions?: true;
  /** Callers whom more than the permission table keeps out. */
  alsoDenied?: Caller[];
  /** Why a caller is let in although the permission table says no. */
  alsoLetIn?: { callers: Caller[]; because: string };
}

/** Who calls. The object belongs to the tenant of the four after the system administrator, and is not public. */
export const CALLERS = [
  'anonymous',
  'systemAdministrator',
  'tenantAdministrator',
  'customerUser',
  'otherCustomerUser',
  'publicVisitor',
  'foreignAdministrator',
] as const;
export type Caller = (typeof CALLERS)[number];

export const NONE: AccessRow = {};

export const only = (on: ObjectKind, op: Operation): AccessRow => ({ on, op });

export const idsOf =
  (...kinds: ObjectKind[]) =>
  (objects: TestObjects) =>
    kinds.map((kind) => objects[kind].id.id);

export const relationsOf = ({ device }: TestObjects) => ({
  parameters: { rootId: device.id.id, rootType: 'DEVICE', direction: 'FROM', relationTypeGroup: 'COMMON', maxLevel: 1 },
  filters: [],
});
