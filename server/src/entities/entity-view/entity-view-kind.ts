import { sql } from 'kysely';
import { additionalInfo, column, constant, createdTime, ownedByCustomer } from '../entity-source.ts';
import type { TypedTableKind } from '../typed/typed-entity.ts';

const ENTITY_TYPE = constant('ENTITY_VIEW');

export const entityViewKind: TypedTableKind<'ENTITY_VIEW'> = {
  entityType: 'ENTITY_VIEW',
  table: 'entity_view',
  noun: 'entity view',
  summary: 'SELECT id, tenant_id, customer_id, name, type FROM entity_view WHERE id = ANY ($1)',
  source: {
    table: sql.table('entity_view'),
    kinds: ['ENTITY_VIEW'],
    entityType: ENTITY_TYPE,
    fields: {
      createdTime,
      entityType: ENTITY_TYPE,
      name: column('name'),
      title: column('name'),
      type: column('type'),
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
