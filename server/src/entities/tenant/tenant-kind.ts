import { sql } from 'kysely';
import type { EntityKind } from '../entity-kind.ts';
import { additionalInfo, column, constant, contact, createdTime, type EntitySource } from '../entity-source.ts';

const ENTITY_TYPE = constant('TENANT');

const SOURCE: EntitySource = {
  table: sql.table('tenant'),
  kinds: ['TENANT'],
  entityType: ENTITY_TYPE,
  fields: { createdTime, entityType: ENTITY_TYPE, ...contact, region: column('region'), additionalInfo },
  lowerName: sql`lower(e.title)`,
  visibleTo: (user) => sql`e.id = ${user.tenantId}::uuid`,
};

/** What customer users and visitors see of their tenant: that it is there. They could not read it by its id either. */
const SOURCE_OF_CUSTOMERS: EntitySource = {
  ...SOURCE,
  fields: { entityType: ENTITY_TYPE },
  lowerName: sql`NULL::text`,
};

export const tenantKind: EntityKind<'TENANT'> = {
  entityType: 'TENANT',
  table: 'tenant',
  noun: 'tenant',
  summary: 'SELECT id, id AS tenant_id, title AS name FROM tenant WHERE id = ANY ($1)',
  source: { ...SOURCE, ofCustomers: SOURCE_OF_CUSTOMERS },
  limit: null,
  audited: false,
  withTenant: null,
  hasData: true,
};
