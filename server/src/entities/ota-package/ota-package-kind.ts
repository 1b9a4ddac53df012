import type { EntityKind } from '../entity-kind.ts';

export const otaPackageKind: EntityKind<'OTA_PACKAGE'> = {
  entityType: 'OTA_PACKAGE',
  table: 'ota_package',
  noun: 'OTA package',
  summary: 'SELECT id, tenant_id, title AS name FROM ota_package WHERE id = ANY ($1)',
  source: null,
  // By their size instead of their number.
  limit: null,
  audited: true,
  withTenant: 'deleted',
  hasData: true,
};
