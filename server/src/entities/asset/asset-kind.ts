import { QUEUE_ASSET_TYPE } from '@signalbox/contract/asset';
import { sql } from 'kysely';
import { additionalInfo, column, constant, createdTime, ownedByCustomer } from '../entity-source.ts';
import type { TypedTableKind } from '../typed/typed-entity.ts';

const ENTITY_TYPE = constant('ASSET');

export const assetKind: TypedTableKind<'ASSET'> = {
  entityType: 'ASSET',
  table: 'asset',
  noun: 'asset',
  summary: 'SELECT id, tenant_id, customer_id, name, type, label FROM asset WHERE id = ANY ($1)',
  source: {
    table: sql.table('asset'),
    kinds: ['ASSET'],
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
  limit: {
    member: 'maxAssets',
    count: `SELECT count(*) AS total FROM asset WHERE tenant_id = $1 AND type <> '${QUEUE_ASSET_TYPE}'`,
  },
  audited: true,
  withTenant: 'deleted',
  hasData: true,
};
