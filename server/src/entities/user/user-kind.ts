import { sql } from 'kysely';
import type { EntityKind } from '../entity-kind.ts';
import { additionalInfo, column, constant, createdTime, ownedByCustomer } from '../entity-source.ts';

const ENTITY_TYPE = constant('USER');

export const userKind: EntityKind<'USER'> = {
  entityType: 'USER',
  table: 'app_user',
  noun: 'user',
  summary: 'SELECT id, tenant_id, customer_id, authority, email AS name FROM app_user WHERE id = ANY ($1)',
  source: {
    table: sql.table('app_user'),
    kinds: ['USER'],
    entityType: ENTITY_TYPE,
    fields: {
      createdTime,
      entityType: ENTITY_TYPE,
      firstName: column('first_name'),
      lastName: column('last_name'),
      email: column('email'),
      title: column('email'),
      name: column('email'),
      label: column('email'),
      additionalInfo,
    },
    fieldsInMixedLists: {
      name: sql`concat_ws(' ', nullif(e.first_name, ''), nullif(e.last_name, ''))`,
      type: column('authority'),
    },
    lowerName: sql`lower(e.email)`,
    visibleTo: ownedByCustomer,
  },
  limit: { member: 'maxUsers', count: 'SELECT count(*) AS total FROM app_user WHERE tenant_id = $1' },
  audited: true,
  withTenant: 'deleted',
  hasData: true,
};
