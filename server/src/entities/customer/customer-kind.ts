import { sql } from 'kysely';
import type { EntityKind } from '../entity-kind.ts';
import { additionalInfo, constant, contact, createdTime, isCustomerUser } from '../entity-source.ts';

const ENTITY_TYPE = constant('CUSTOMER');

export const customerKind: EntityKind<'CUSTOMER'> = {
  entityType: 'CUSTOMER',
  table: 'customer',
  noun: 'customer',
  summary: 'SELECT id, tenant_id, title AS name FROM customer WHERE id = ANY ($1)',
  source: {
    table: sql.table('customer'),
    kinds: ['CUSTOMER'],
    entityType: ENTITY_TYPE,
    fields: { createdTime, entityType: ENTITY_TYPE, ...contact, additionalInfo },
    lowerName: sql`lower(e.title)`,
    visibleTo: (user) =>
      isCustomerUser(user)
        ? sql`e.tenant_id = ${user.tenantId}::uuid AND e.id = ${user.customerId}::uuid`
        : sql`e.tenant_id = ${user.tenantId}::uuid`,
  },
  limit: { member: 'maxCustomers', count: 'SELECT count(*) AS total FROM customer WHERE tenant_id = $1' },
  audited: true,
  withTenant: 'deleted',
  hasData: true,
};
