import type { EntityKind } from '../entity-kind.ts';

export const widgetTypeKind: EntityKind<'WIDGET_TYPE'> = {
  entityType: 'WIDGET_TYPE',
  table: 'widget_type',
  noun: 'widget type',
  summary: 'SELECT id, tenant_id, name FROM widget_type WHERE id = ANY ($1)',
  source: null,
  limit: null,
  audited: false,
  withTenant: 'cascade',
  hasData: true,
};
