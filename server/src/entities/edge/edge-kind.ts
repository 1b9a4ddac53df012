import { sql } from 'kysely';
import { additionalInfo, column, constant, createdTime, ownedByCustomer } from '../entity-source.ts';
import type { TypedTableKind } from '../typed/typed-entity.ts';

const ENTITY_TYPE = constant('EDGE');

export const edgeKind: TypedTableKind<'EDGE'> = {
  entityType: 'EDGE',
  table: 'edge',
  noun: 'edge',
  summary: 'SELECT id, tenant_id, customer_id, name, type, label FROM edge WHERE id = ANY ($1)',
  source: {
    table: sql.table('edge'),
    kinds: ['EDGE'],
    entityType: ENTITY_TYPE,
    fields: {
      createdTime,
      entityType: ENTITY_TYPE,
      name: column('name'),
      title: column('name'),
      type: column('type'),
      label: column('label'),
      additionalInfo,
    },
    lowerName: sql`lower(e.name)`,
    isOfType: (_user, type) => sql`e.type = ${type}`,
    visibleTo: ownedByCustomer,
  },
  limit: null,
  audited: true,
  withTenant: 'deleted',
  hasData: true,
};
