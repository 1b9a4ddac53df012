import type { EntityKind } from '../entity-kind.ts';

/** An alarm. They go with their originator, in the background; changes are logged as those of the originator. */
export const alarmKind: EntityKind<'ALARM'> = {
  entityType: 'ALARM',
  table: 'alarm',
  noun: 'alarm',
  summary: 'SELECT id, tenant_id, customer_id, type AS name FROM alarm WHERE id = ANY ($1)',
  source: null,
  limit: null,
  audited: true,
  withTenant: 'cascade',
  hasData: false,
};
