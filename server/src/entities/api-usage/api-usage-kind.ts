import { sql } from 'kysely';
import type { EntityKind } from '../entity-kind.ts';
import { constant, createdTime, type EntitySource } from '../entity-source.ts';

const ENTITY_TYPE = constant('API_USAGE_STATE');

/** As 3.3.2 names it, which may be as its tenant. */
const NAME = sql<string>`(SELECT tenant.title FROM tenant WHERE tenant.id = e.tenant_id)`;

const SOURCE: EntitySource = {
  table: sql.table('api_usage_state'),
  kinds: ['API_USAGE_STATE'],
  entityType: ENTITY_TYPE,
  fields: { createdTime, entityType: ENTITY_TYPE, name: NAME },
  lowerName: sql`lower(${NAME})`,
  visibleTo: (user) => sql`e.tenant_id = ${user.tenantId}::uuid`,
};

/** What a tenant has used; made and deleted with it. */
export const apiUsageKind: EntityKind<'API_USAGE_STATE'> = {
  entityType: 'API_USAGE_STATE',
  table: 'api_usage_state',
  noun: 'API usage state',
  summary: `SELECT state.id, state.tenant_id, tenant.title AS name
    FROM api_usage_state AS state JOIN tenant ON tenant.id = state.tenant_id WHERE state.id = ANY ($1)`,
  source: { ...SOURCE, ofCustomers: { ...SOURCE, visibleTo: () => sql`false` } },
  limit: null,
  audited: true,
  withTenant: 'deleted',
  hasData: true,
};
