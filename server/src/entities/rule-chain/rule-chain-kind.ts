import type { EntityKind } from '../entity-kind.ts';

export const ruleChainKind: EntityKind<'RULE_CHAIN'> = {
  entityType: 'RULE_CHAIN',
  table: 'rule_chain',
  noun: 'rule chain',
  summary: 'SELECT id, tenant_id, name, type FROM rule_chain WHERE id = ANY ($1)',
  source: null,
  limit: { member: 'maxRuleChains', count: 'SELECT count(*) AS total FROM rule_chain WHERE tenant_id = $1' },
  audited: true,
  withTenant: 'deleted',
  hasData: true,
};
