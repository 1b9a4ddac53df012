import type { EntityKind } from '../entity-kind.ts';

export const ruleNodeKind: EntityKind<'RULE_NODE'> = {
  entityType: 'RULE_NODE',
  table: 'rule_node',
  noun: 'rule node',
  summary: `SELECT rule_node.id, rule_chain.tenant_id, rule_node.name, rule_node.type
    FROM rule_node JOIN rule_chain ON rule_chain.id = rule_node.rule_chain_id WHERE rule_node.id = ANY ($1)`,
  source: null,
  limit: null,
  audited: false,
  withTenant: 'cascade',
  hasData: true,
};
