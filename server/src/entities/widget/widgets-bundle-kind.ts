import type { EntityKind } from '../entity-kind.ts';

export const widgetsBundleKind: EntityKind<'WIDGETS_BUNDLE'> = {
  entityType: 'WIDGETS_BUNDLE',
  table: 'widgets_bundle',
  noun: 'widgets bundle',
  summary: 'SELECT id, tenant_id, title AS name FROM widgets_bundle WHERE id = ANY ($1)',
  source: null,
  limit: null,
  audited: false,
  withTenant: 'deleted',
  hasData: true,
};
