import type { EntityType } from '@signalbox/contract/id';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SecurityUser } from '../http/security-user.ts';
import type { ListedGroups } from './paged-list-sql.ts';

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
  /** Fields with other content in lists of several kinds (relations queries). */
  fieldsInMixedLists?: Readonly<Record<string, RawBuilder<string | null>>>;
  /** What a name filter compares, lower-cased. */
  lowerName: RawBuilder<string>;
  /** Fields that an index finds by what they contain: whether their text, in lower case, is LIKE one of an array of patterns. */
  searched?: Readonly<Record<string, SearchedField>>;
  /** `type` equals, written so that an index can answer it. */
  isOfType?: (user: SecurityUser, type: string) => RawBuilder<SqlBool>;
  /** A field that is the same for whole groups of rows, which stand one after the other when they are sorted by it. */
  sortGroups?: (field: string, user: SecurityUser) => ListedGroups | undefined;
  /** The source as customer users and visitors see it, where that is another one. */
  ofCustomers?: EntitySource;
  /** What the caller may see (rest-content.md §6.4). */
  visibleTo: (user: SecurityUser) => RawBuilder<SqlBool>;
}

export type SearchedField = (user: SecurityUser, patterns: RawBuilder<unknown>) => RawBuilder<SqlBool>;

/** A column of which there is an index of parts in lower case. */
export const searchedColumn =
  (name: string): SearchedField =>
  (_user, patterns) =>
    sql`lower(${sql.ref(`e.${name}`)}) LIKE ANY (${patterns})`;

/** Text of an entity field; undefined when the kind does not have it. */
export function fieldText(source: EntitySource, field: string): RawBuilder<string | null> | undefined {
  // Names come from clients: inherited members of objects are not fields.
  return Object.hasOwn(source.fields, field) ? source.fields[field] : undefined;
}

/** A column of the row as text. */
export const column = (name: string) => sql<string | null>`${sql.ref(`e.${name}`)}`;
export const createdTime = sql<string | null>`e.created_time::text`;
export const additionalInfo = sql<string | null>`e.additional_info::text`;
/** The same kind for all rows. */
export const constant = (entityType: EntityType) => sql<string>`${sql.lit(entityType)}::text`;

/** Fields of entities with contact data; the title is the name. */
export const contact = {
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

export const isCustomerUser = (user: SecurityUser): boolean => user.authority === 'CUSTOMER_USER';

/** Things of a tenant that are assigned to at most one customer. */
export function ownedByCustomer(user: SecurityUser): RawBuilder<SqlBool> {
  const ofTenant = sql<SqlBool>`e.tenant_id = ${user.tenantId}::uuid`;
  return isCustomerUser(user) ? sql`${ofTenant} AND e.customer_id = ${user.customerId}::uuid` : ofTenant;
}
