import { sql } from 'kysely';
import type { EntityKind } from '../entity-kind.ts';
import { column, constant, createdTime, isCustomerUser } from '../entity-source.ts';

const ENTITY_TYPE = constant('DASHBOARD');

export const dashboardKind: EntityKind<'DASHBOARD'> = {
  entityType: 'DASHBOARD',
  table: 'dashboard',
  noun: 'dashboard',
  summary: 'SELECT id, tenant_id, title AS name, assigned_customers FROM dashboard WHERE id = ANY ($1)',
  source: {
    table: sql.table('dashboard'),
    kinds: ['DASHBOARD'],
    entityType: ENTITY_TYPE,
    fields: {
      createdTime,
      entityType: ENTITY_TYPE,
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
  },
  limit: { member: 'maxDashboards', count: 'SELECT count(*) AS total FROM dashboard WHERE tenant_id = $1' },
  audited: true,
  withTenant: 'deleted',
  hasData: true,
};
