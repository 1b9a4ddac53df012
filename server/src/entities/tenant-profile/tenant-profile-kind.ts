import { NULL_UUID } from '@signalbox/contract/id';
import type { EntityKind } from '../entity-kind.ts';

export const tenantProfileKind: EntityKind<'TENANT_PROFILE'> = {
  entityType: 'TENANT_PROFILE',
  table: 'tenant_profile',
  noun: 'tenant profile',
  summary: `SELECT id, '${NULL_UUID}' AS tenant_id, name FROM tenant_profile WHERE id = ANY ($1)`,
  source: null,
  limit: null,
  audited: false,
  withTenant: null,
  hasData: true,
};
