import type { EntityKind } from '../entity-kind.ts';

export const deviceProfileKind: EntityKind<'DEVICE_PROFILE'> = {
  entityType: 'DEVICE_PROFILE',
  table: 'device_profile',
  noun: 'device profile',
  summary: 'SELECT id, tenant_id, name FROM device_profile WHERE id = ANY ($1)',
  source: null,
  limit: null,
  audited: true,
  withTenant: 'deleted',
  hasData: true,
};
