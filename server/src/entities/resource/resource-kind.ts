import type { EntityKind } from '../entity-kind.ts';

export const resourceKind: EntityKind<'TB_RESOURCE'> = {
  entityType: 'TB_RESOURCE',
  table: 'resource',
  noun: 'resource',
  summary: 'SELECT id, tenant_id, title AS name FROM resource WHERE id = ANY ($1)',
  source: null,
  // By their size instead of their number.
  limit: null,
  audited: true,
  withTenant: 'deleted',
  hasData: true,
};
