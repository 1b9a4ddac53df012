import type { PresentType } from '@signalbox/contract/entity-traits';
import type { Operation } from '../../src/access/permissions.ts';

/** `TENANT_PROFILE` → `tenantProfile`, the prefix of path parameters. */
export type ObjectName<Type extends string> = Type extends `${infer Word}_${infer Rest}`
  ? `${Lowercase<Word>}${Capitalize<ObjectName<Rest>>}`
  : Lowercase<Type>;

/** Kinds of object that API calls are about: all that the platform implements. */
export type ObjectKind = ObjectName<PresentType>;

/** An object as the API returned it. */
export interface TestObject {
  id: { id: string; entityType: string };
  [member: string]: unknown;
}

/** One object of each kind, all of one tenant; its customer A owns those that can be owned. */
export type TestObjects = Record<ObjectKind, TestObject>;

/**
 * How the access test calls a route, and on which object. Rows are short: path parameters such as `deviceId` are filled
 * in from the object of that kind, paged lists get a page, and the expected outcome for each caller follows from the
 * route's list of authorities and the permission table.
 */
export interface AccessRow {
  /** The object the call is about, with the operation that is checked on it. */
  on?: ObjectKind;
  op?: Operation;
  /** Instead of `on`: the call creates an object of that kind (operation CREATE). */
  creates?: ObjectKind;
  /** Path parameters that do not name an object of their kind. */
  params?: Record<string, string>;
  /** Query string without `?`. */
  query?: string | ((objects: TestObjects) => string);
  body?: (objects: TestObjects, unique: string) => unknown;
  /** Statuses, other than 2xx and 3xx, that show that the caller was let in. */
  letIn?: number[];
  /** The call ends the caller's sessions. */
  endsSessions?: true;
  /** Callers refused for reasons other than the permission table. */
  alsoDenied?: Caller[];
  /** Callers let in although the permission table refuses them. */
  alsoLetIn?: { callers: Caller[]; because: string };
}

/** The callers. The object belongs to the tenant of the four after the system administrator, and is not public. */
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

/** An import that creates one and would change that of the objects. */
export const imports = (creates: ObjectKind, type: string): AccessRow => ({
  creates,
  body: ({ [creates]: object }, unique) => ({
    file: `${unique},${type},x\n${String(object.name)},${type},x\n`,
    mapping: { columns: [{ type: 'NAME' }, { type: 'TYPE' }, { type: 'LABEL' }], header: false },
  }),
});
