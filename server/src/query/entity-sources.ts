import type { EntityType } from '@signalbox/contract/id';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SecurityUser } from '../access/security-user.ts';

/** Where the entities of one kind are found. In all SQL the row of the entity is `e`. */
export interface EntitySource {
  table: string;
  /** Entity field → its text. Fields that a kind does not have are not listed. */
  fields: Readonly<Record<string, RawBuilder<string | null>>>;
  /** What a name filter compares, lower-cased. */
  lowerName: RawBuilder<string>;
  /** `type` equals, written so that an index can answer it. */
  isOfType?: (type: string) => RawBuilder<SqlBool>;
  /** What the caller may see (rest-content.md §6.4). */
  visibleTo: (user: SecurityUser) => RawBuilder<SqlBool>;
}

/** Text of an entity field; undefined when the kind does not have it. */
export function fieldText(source: EntitySource, field: string): RawBuilder<string | null> | undefined {
  // Names come from clients: what every object inherits is no field.
  return Object.hasOwn(source.fields, field) ? source.fields[field] : undefined;
}

const column = (name: string) => sql<string | null>`${sql.ref(`e.${name}`)}`;
const createdTime = sql<string | null>`e.created_time::text`;
const additionalInfo = sql<string | null>`e.additional_info::text`;
const constant = (entityType: EntityType) => sql<string | null>`${sql.lit(entityType)}::text`;

const contact = {
  email: column('email'),
  title: column('title'),
  name: column('title'),
  label: column('title'),
  country: column('country'),
  state: column('state'),
  city: column('city'),
  address: column('address'),
  address2: column('address2'),
  zip: column('zip'),
  phone: column('phone'),
};

const isCustomerUser = (user: SecurityUser): boolean => user.authority === 'CUSTOMER_USER';

/** Things of a tenant that are assigned to at most one customer. */
function ownedByCustomer(user: SecurityUser): RawBuilder<SqlBool> {
  const ofTenant = sql<SqlBool>`e.tenant_id = ${user.tenantId}::uuid`;
  return isCustomerUser(user) ? sql`${ofTenant} AND e.customer_id = ${user.customerId}::uuid` : ofTenant;
}

const DEVICE: EntitySource = {
  table: 'device',
  fields: {
    createdTime,
    entityType: constant('DEVICE'),
    name: column('name'),
    title: column('name'),
    type: column('type'),
    label: column('label'),
    additionalInfo,
  },
  lowerName: sql`lower(e.name)`,
  // The index of the lists is on the lower-cased type; the second condition keeps the comparison exact.
  isOfType: (type) => sql`(lower(e.type) = lower(${type}) AND e.type = ${type})`,
  visibleTo: ownedByCustomer,
};

const CUSTOMER: EntitySource = {
  table: 'customer',
  fields: { createdTime, entityType: constant('CUSTOMER'), ...contact, additionalInfo },
  lowerName: sql`lower(e.title)`,
  visibleTo: (user) =>
    isCustomerUser(user)
      ? sql`e.tenant_id = ${user.tenantId}::uuid AND e.id = ${user.customerId}::uuid`
      : sql`e.tenant_id = ${user.tenantId}::uuid`,
};

const TENANT: EntitySource = {
  table: 'tenant',
  fields: { createdTime, entityType: constant('TENANT'), ...contact, region: column('region'), additionalInfo },
  lowerName: sql`lower(e.title)`,
  visibleTo: (user) => sql`e.id = ${user.tenantId}::uuid`,
};

const USER: EntitySource = {
  table: 'app_user',
  fields: {
    createdTime,
    entityType: constant('USER'),
    firstName: column('first_name'),
    lastName: column('last_name'),
    email: column('email'),
    title: column('email'),
    name: column('email'),
    label: column('email'),
    additionalInfo,
  },
  lowerName: sql`lower(e.email)`,
  visibleTo: ownedByCustomer,
};

const DASHBOARD: EntitySource = {
  table: 'dashboard',
  fields: {
    createdTime,
    entityType: constant('DASHBOARD'),
    title: column('title'),
    name: column('title'),
    label: column('title'),
  },
  lowerName: sql`lower(e.title)`,
  visibleTo: (user) =>
    isCustomerUser(user)
      ? sql`e.tenant_id = ${user.tenantId}::uuid AND e.assigned_customers @> ${JSON.stringify([
          { customerId: { id: user.customerId } },
        ])}::jsonb`
      : sql`e.tenant_id = ${user.tenantId}::uuid`,
};

/**
 * Kinds that can be queried. `null`: the kind can be asked for, and none of it exist as long as the platform has no
 * such entities, so that every query finds nothing.
 */
export const ENTITY_SOURCES: Readonly<Partial<Record<EntityType, EntitySource | null>>> = {
  DEVICE,
  CUSTOMER,
  TENANT,
  USER,
  DASHBOARD,
  ASSET: null,
  ENTITY_VIEW: null,
  EDGE: null,
  API_USAGE_STATE: null,
};
