import type { Authority } from '@signalbox/contract/authority';
import { ENTITY_TRAITS, type EntityTraits } from '@signalbox/contract/entity-traits';
import { type EntityId, type EntityType, NULL_UUID } from '@signalbox/contract/id';
import { permissionDenied } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';

/** What a call wants to do with a resource. */
export type Operation =
  | 'CREATE'
  | 'READ'
  | 'WRITE'
  | 'DELETE'
  | 'ASSIGN_TO_CUSTOMER'
  | 'UNASSIGN_FROM_CUSTOMER'
  | 'RPC_CALL'
  | 'READ_CREDENTIALS'
  | 'WRITE_CREDENTIALS'
  | 'READ_ATTRIBUTES'
  | 'WRITE_ATTRIBUTES'
  | 'READ_TELEMETRY'
  | 'WRITE_TELEMETRY'
  | 'CLAIM_DEVICES'
  | 'ASSIGN_TO_TENANT';

export type Resource = EntityType | 'ADMIN_SETTINGS' | 'OAUTH2_CONFIGURATION' | 'OAUTH2_TEMPLATE';

/** What the decision needs to know about the object; absent for questions about the kind in general. */
export interface Owned {
  id: string;
  /** NULL_UUID for system scope. A tenant's own id when the object is a tenant. */
  tenantId: string;
  /** NULL_UUID or absent: no customer. */
  customerId?: string;
  /** Dashboards: ids of the customers they are assigned to. */
  assignedCustomerIds?: readonly string[];
  /** Users: their role. */
  authority?: Authority;
}

type Rule = (user: SecurityUser, operation: Operation, owned: Owned | undefined) => boolean;

const always: Rule = () => true;
const never: Rule = () => false;

const inOwnTenant: Rule = (user, _operation, owned) => owned === undefined || owned.tenantId === user.tenantId;

const systemScope: Rule = (_user, _operation, owned) => owned === undefined || owned.tenantId === NULL_UUID;

function only(operations: readonly Operation[], rule: Rule): Rule {
  return (user, operation, owned) => operations.includes(operation) && rule(user, operation, owned);
}

function either(...rules: Rule[]): Rule {
  return (user, operation, owned) => rules.some((rule) => rule(user, operation, owned));
}

const isOwnCustomers: Rule = (user, operation, owned) =>
  owned === undefined || (inOwnTenant(user, operation, owned) && owned.customerId === user.customerId);

/** What customer users may do with entities assigned to their customer. */
const USE_OF_OWN_THINGS: readonly Operation[] = [
  'READ',
  'WRITE',
  'READ_CREDENTIALS',
  'RPC_CALL',
  'READ_ATTRIBUTES',
  'WRITE_ATTRIBUTES',
  'READ_TELEMETRY',
  'WRITE_TELEMETRY',
];
const LOOK: readonly Operation[] = ['READ', 'READ_ATTRIBUTES', 'READ_TELEMETRY'];

const ownThings: Rule = either(only(USE_OF_OWN_THINGS, isOwnCustomers), only(['CLAIM_DEVICES'], inOwnTenant));

const sharedThings: Rule = only(
  LOOK,
  (user, operation, owned) =>
    owned === undefined ||
    (inOwnTenant(user, operation, owned) && (owned.assignedCustomerIds ?? []).includes(user.customerId)),
);

/** Rules derived from who owns the entities of a kind. Exceptions of a kind are in TABLE. */
function ruleFor(authority: Authority, { of, customer }: EntityTraits): Rule {
  switch (authority) {
    case 'SYS_ADMIN':
      if (of === 'tenant') return never;
      return of === 'system' ? always : systemScope;
    case 'TENANT_ADMIN':
      if (of === 'system') return never;
      return of === 'tenant' ? inOwnTenant : either(inOwnTenant, only(['READ'], systemScope));
    case 'CUSTOMER_USER':
      if (customer === 'owned') return ownThings;
      return customer === 'shared' ? sharedThings : never;
  }
}

/**
 * The rules that are not derived from ownership: authority × resource → rule. What is neither a kind of
 * entity nor listed is denied. The list of authorities that a route names comes before this and is checked by the HTTP
 * layer.
 */
const TABLE: Record<Authority, Partial<Record<Resource, Rule>>> = {
  SYS_ADMIN: {
    ADMIN_SETTINGS: always,
    OAUTH2_CONFIGURATION: always,
    OAUTH2_TEMPLATE: always,
    USER: (_user, _operation, owned) => owned === undefined || owned.authority !== 'CUSTOMER_USER',
    DASHBOARD: only(['READ'], always),
    RULE_CHAIN: systemScope,
    RULE_NODE: systemScope,
  },
  TENANT_ADMIN: {
    TENANT: only(
      ['READ', 'READ_ATTRIBUTES', 'READ_TELEMETRY', 'WRITE_ATTRIBUTES', 'WRITE_TELEMETRY'],
      (user, _operation, owned) => owned === undefined || owned.id === user.tenantId,
    ),
    USER: (user, operation, owned) =>
      inOwnTenant(user, operation, owned) && (owned === undefined || owned.authority !== 'SYS_ADMIN'),
    // Counted and published by the platform only.
    API_USAGE_STATE: only(['READ', 'READ_TELEMETRY'], inOwnTenant),
  },
  CUSTOMER_USER: {
    USER: (user, _operation, owned) =>
      owned !== undefined && owned.id === user.userId && owned.authority === 'CUSTOMER_USER',
    CUSTOMER: only(
      LOOK,
      (user, operation, owned) =>
        owned === undefined || (inOwnTenant(user, operation, owned) && owned.id === user.customerId),
    ),
    ALARM: isOwnCustomers,
    RPC: only(['READ'], isOwnCustomers),
    WIDGETS_BUNDLE: only(['READ'], either(inOwnTenant, systemScope)),
    WIDGET_TYPE: only(['READ'], either(inOwnTenant, systemScope)),
  },
};

/** The rules of an authority for every kind of entity, and for what else there is. */
function rulesOf(authority: Authority): Partial<Record<Resource, Rule>> {
  const derived = Object.entries(ENTITY_TRAITS).map(([type, traits]) => [type, ruleFor(authority, traits)]);
  return { ...Object.fromEntries(derived), ...TABLE[authority] };
}

const RULES: Record<Authority, Partial<Record<Resource, Rule>>> = {
  SYS_ADMIN: rulesOf('SYS_ADMIN'),
  TENANT_ADMIN: rulesOf('TENANT_ADMIN'),
  CUSTOMER_USER: rulesOf('CUSTOMER_USER'),
};

/**
 * Whether `user` may perform `operation` on the object, or on any object of that kind if none is given. Anyone can be a
 * public visitor, so visitors only read what is public.
 */
export function isPermitted(user: SecurityUser, resource: Resource, operation: Operation, owned?: Owned): boolean {
  if (user.isPublic && !LOOK.includes(operation)) return false;
  const rule = RULES[user.authority][resource];
  return rule?.(user, operation, owned) ?? false;
}

/** @throws ApiError 403 / 20 when `user` may not do `operation` */
export function requirePermission(user: SecurityUser, resource: Resource, operation: Operation, owned?: Owned): void {
  if (!isPermitted(user, resource, operation, owned)) throw permissionDenied();
}

/** Owner fields of an entity as it travels, for the permission table. */
export function ownerOf(entity: {
  id: EntityId;
  tenantId: { id: string };
  customerId?: { id: string } | undefined;
}): Owned {
  return {
    id: entity.id.id,
    tenantId: entity.tenantId.id,
    ...(entity.customerId ? { customerId: entity.customerId.id } : {}),
  };
}
