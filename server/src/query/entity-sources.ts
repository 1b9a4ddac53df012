import type { EntityType } from '@signalbox/contract/id';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SecurityUser } from '../http/security-user.ts';

/** Where the entities of one kind are found. In all SQL the row of the entity is `e`. */
export interface EntitySource {
  /** Table, or a subquery. */
  table: RawBuilder<unknown>;
  /** What kinds its rows are of. */
  kinds: readonly EntityType[];
  /** Kind of a row. */
  entityType: RawBuilder<string>;
  /** Entity field → its text. Fields that a kind does not have are not listed. */
  fields: Readonly<Record<string, RawBuilder<string | null>>>;
  /** What a name filter compares, lower-cased. */
  lowerName: RawBuilder<string>;
  /** `type` equals, written so that an index can answer it. */
  isOfType?: (user: SecurityUser, type: string) => RawBuilder<SqlBool>;
  /**
   * A field that is the same for whole groups of rows: sorted by it, the groups are (`id`, `sorted`), and within each
   * group rows stand by creation time. `column` of a row is the id of its group.
   */
  sortGroups?: (
    field: string,
    user: SecurityUser,
  ) => { groups: RawBuilder<unknown>; column: RawBuilder<unknown> } | undefined;
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
const constant = (entityType: EntityType) => sql<string>`${sql.lit(entityType)}::text`;

const KIND = {
  DEVICE: constant('DEVICE'),
  CUSTOMER: constant('CUSTOMER'),
  TENANT: constant('TENANT'),
  USER: constant('USER'),
  DASHBOARD: constant('DASHBOARD'),
};

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
  table: sql.table('device'),
  kinds: ['DEVICE'],
  entityType: KIND.DEVICE,
  fields: {
    createdTime,
    entityType: KIND.DEVICE,
    name: column('name'),
    title: column('name'),
    type: column('type'),
    label: column('label'),
    additionalInfo,
  },
  lowerName: sql`lower(e.name)`,
  // A device's type is always the name of its profile.
  isOfType: (user, type) => sql`e.device_profile_id = (SELECT profile.id FROM device_profile profile
    WHERE profile.tenant_id = ${user.tenantId}::uuid AND profile.name = ${type})`,
  sortGroups: (field, user) =>
    field === 'type'
      ? {
          groups: sql`SELECT id, lower(name) AS sorted FROM device_profile WHERE tenant_id = ${user.tenantId}::uuid`,
          column: sql`e.device_profile_id`,
        }
      : undefined,
  visibleTo: ownedByCustomer,
};

const CUSTOMER: EntitySource = {
  table: sql.table('customer'),
  kinds: ['CUSTOMER'],
  entityType: KIND.CUSTOMER,
  fields: { createdTime, entityType: KIND.CUSTOMER, ...contact, additionalInfo },
  lowerName: sql`lower(e.title)`,
  visibleTo: (user) =>
    isCustomerUser(user)
      ? sql`e.tenant_id = ${user.tenantId}::uuid AND e.id = ${user.customerId}::uuid`
      : sql`e.tenant_id = ${user.tenantId}::uuid`,
};

const TENANT: EntitySource = {
  table: sql.table('tenant'),
  kinds: ['TENANT'],
  entityType: KIND.TENANT,
  fields: { createdTime, entityType: KIND.TENANT, ...contact, region: column('region'), additionalInfo },
  lowerName: sql`lower(e.title)`,
  visibleTo: (user) => sql`e.id = ${user.tenantId}::uuid`,
};

/** What customer users and visitors see of their tenant: that it is there. They could not read it by its id either. */
const TENANT_OF_CUSTOMERS: EntitySource = {
  ...TENANT,
  fields: { entityType: KIND.TENANT },
  lowerName: sql`NULL::text`,
};

const USER: EntitySource = {
  table: sql.table('app_user'),
  kinds: ['USER'],
  entityType: KIND.USER,
  fields: {
    createdTime,
    entityType: KIND.USER,
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
  table: sql.table('dashboard'),
  kinds: ['DASHBOARD'],
  entityType: KIND.DASHBOARD,
  fields: {
    createdTime,
    entityType: KIND.DASHBOARD,
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
 * Kinds that can be queried. `null`: queries for the kind are valid but find nothing, since the platform has no such
 * entities yet.
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

/** The source of a kind as `user` sees it. */
export function sourceFor(user: SecurityUser, entityType: EntityType): EntitySource | null | undefined {
  return entityType === 'TENANT' && isCustomerUser(user) ? TENANT_OF_CUSTOMERS : ENTITY_SOURCES[entityType];
}

/** Fields of an entity whose kind is not known in advance (§6.5, relationsQuery). */
const FIELDS_OF_ANY = [
  'createdTime',
  'entityType',
  'name',
  'type',
  'label',
  'firstName',
  'lastName',
  'email',
  'region',
  'title',
  'country',
  'state',
  'city',
  'address',
  'address2',
  'zip',
  'phone',
  'additionalInfo',
] as const;

/** Fields that a kind fills differently where it stands among others. */
const FIELDS_AMONG_OTHERS: Readonly<Partial<Record<EntityType, Record<string, RawBuilder<string | null>>>>> = {
  USER: {
    name: sql`concat_ws(' ', nullif(e.first_name, ''), nullif(e.last_name, ''))`,
    type: column('authority'),
  },
};

function fieldAmongOthers(entityType: EntityType, source: EntitySource, field: string): RawBuilder<string | null> {
  const own = FIELDS_AMONG_OTHERS[entityType]?.[field] ?? fieldText(source, field);
  return own ?? (field === 'type' ? constant(entityType) : sql`NULL::text`);
}

/**
 * Entities of several kinds, as far as the user may see them.
 * @param ids kind → ids
 * @returns undefined when there is none of a kind that can be queried
 */
export function sourceOfMany(
  user: SecurityUser,
  ids: ReadonlyMap<EntityType, readonly string[]>,
): EntitySource | undefined {
  const selects: RawBuilder<unknown>[] = [];
  const kinds: EntityType[] = [];
  for (const [entityType, idsOfKind] of ids) {
    const source = sourceFor(user, entityType);
    if (!source || idsOfKind.length === 0) continue;
    kinds.push(entityType);
    const columns = FIELDS_OF_ANY.map((field) =>
      field === 'createdTime'
        ? fieldText(source, field)
          ? sql`e.created_time`
          : sql`NULL::bigint AS created_time`
        : sql`${fieldAmongOthers(entityType, source, field)} AS ${sql.ref(field)}`,
    );
    selects.push(sql`SELECT e.id, ${sql.join(columns)} FROM ${source.table} e
      WHERE e.id = ANY(${idsOfKind}::uuid[]) AND ${source.visibleTo(user)}`);
  }
  if (selects.length === 0) return undefined;
  return {
    table: sql`(${sql.join(selects, sql` UNION ALL `)})`,
    kinds,
    entityType: sql`e."entityType"`,
    fields: Object.fromEntries(
      FIELDS_OF_ANY.map((field) => [field, field === 'createdTime' ? createdTime : column(field)]),
    ),
    lowerName: sql`lower(e.name)`,
    visibleTo: () => sql`true`,
  };
}
