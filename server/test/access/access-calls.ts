import { ENTITY_TRAITS } from '@signalbox/contract/entity-traits';
import type { Route } from '@signalbox/contract/route';
import { definitionOf } from '@signalbox/contract/route-definition';
import { decodeJwt } from 'jose';
import { isPermitted, type Operation } from '../../src/access/permissions.ts';
import type { SecurityUser } from '../../src/http/security-user.ts';
import type { Reply } from '../platform.ts';
import { RESOURCES } from './access-objects.ts';
import type { AccessRow, Caller, ObjectKind, TestObjects } from './access-row.ts';
import type { AccessWorld } from './access-world.ts';

const OBJECT_KINDS = Object.keys(RESOURCES) as ObjectKind[];

/** Path parameter → the kind of object that it names. */
const PARAMETER_KINDS: Readonly<Record<string, ObjectKind>> = {
  ...Object.fromEntries(OBJECT_KINDS.map((kind) => [`${kind}Id`, kind])),
};

/** The kind of object that a path parameter names: an entity is a device unless the row says of what type it is. */
function kindOfParameter(name: string, row: AccessRow): ObjectKind | undefined {
  if (name !== 'entityId') return PARAMETER_KINDS[name];
  return OBJECT_KINDS.find((kind) => RESOURCES[kind] === row.params?.entityType) ?? 'device';
}

export function addressOf(route: Route, row: AccessRow, objects: TestObjects): string {
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => {
    const given = row.params?.[name];
    if (given !== undefined) return encodeURIComponent(given);
    const kind = kindOfParameter(name, row);
    if (!kind) throw new Error(`The access table does not say what to put for :${name} of ${route.path}`);
    return objects[kind].id.id;
  });
  const query = typeof row.query === 'function' ? row.query(objects) : (row.query ?? '');
  const page = 'pageSize' in (definitionOf(route).query ?? {}) ? 'pageSize=100&page=0' : '';
  return `${path}?${[query, page].filter(Boolean).join('&')}`;
}

/** Finds the kinds of object a call refers to. */
export function kindsOf(route: Route, row: AccessRow): ObjectKind[] {
  const kinds = [...route.path.matchAll(/:(\w+)/g)]
    .filter(([, name]) => row.params?.[name as string] === undefined)
    .map(([, name]) => kindOfParameter(name as string, row))
    .filter((kind) => kind !== undefined);
  if (row.on) kinds.push(row.on);
  // Queries and bodies are functions of the objects: their accesses tell which they use.
  const used = new Proxy({} as TestObjects, {
    get: (_target, kind: ObjectKind) => {
      kinds.push(kind);
      return { id: { id: '', entityType: '' } };
    },
  });
  if (typeof row.query === 'function') row.query(used);
  row.body?.(used, '');
  return kinds;
}

/** Returns the expected outcome for a caller: the status of a refusal, or that it is let in. */
export type Expected = 401 | 403 | 'refused' | 'let in';

/** Returns the expected outcome of a call about objects of a customer that is not public. */
export function expected(
  world: AccessWorld,
  caller: Caller,
  route: Route,
  row: AccessRow,
  objects: TestObjects,
): Expected {
  const { access } = definitionOf(route);
  if (access === 'anyone') return 'let in';
  if (caller === 'anonymous') return 401;
  const user = userOf(world.callers[caller].token);
  if (access !== 'signedIn' && !access.includes(user.authority)) return 403;
  if (row.alsoLetIn?.callers.includes(caller)) return 'let in';
  if (row.alsoDenied?.includes(caller)) return 'refused';
  if (row.creates) return isPermitted(user, RESOURCES[row.creates], 'CREATE') ? 'let in' : 'refused';
  if (!row.on || !row.op) return 'let in';
  const owned = world.maker.owned(row.on, objects[row.on]);
  return isPermitted(user, RESOURCES[row.on], row.op, owned) ? 'let in' : 'refused';
}

/** What visitors may do with public objects: not taken from the permission table, which is under test here. */
const LOOKS: readonly Operation[] = ['READ', 'READ_ATTRIBUTES', 'READ_TELEMETRY'];
/** Kinds that can be public, or belong to something public. */
const PUBLIC_KINDS: readonly ObjectKind[] = [
  ...OBJECT_KINDS.filter((kind) => ['owned', 'shared'].includes(ENTITY_TRAITS[RESOURCES[kind]].customer ?? '')),
  'rpc',
  'customer',
];

/** Returns the expected outcome of a visitor's call about something public; undefined for other rows. */
export function expectedOfVisitor(route: Route, row: AccessRow): 403 | 'let in' | undefined {
  const { access } = definitionOf(route);
  if (!row.on || !row.op || !PUBLIC_KINDS.includes(row.on) || access === 'anyone') return undefined;
  const isAllowed = access === 'signedIn' || access.includes('CUSTOMER_USER');
  return isAllowed && LOOKS.includes(row.op) && !row.alsoDenied?.includes('publicVisitor') ? 'let in' : 403;
}

function userOf(token: string): SecurityUser {
  const claims = decodeJwt<{
    userId: string;
    scopes: [SecurityUser['authority']];
    tenantId: string;
    customerId: string;
    isPublic: boolean;
  }>(token);
  const { userId, tenantId, customerId, isPublic } = claims;
  const [authority] = claims.scopes;
  return { userId, tenantId, customerId, authority, email: '', firstName: null, lastName: null, isPublic };
}

/** Whether the caller was let in, whatever the outcome of the call. */
export function isLetIn({ status }: Reply, row: AccessRow): boolean {
  return (status >= 200 && status < 400) || (row.letIn ?? []).includes(status);
}
