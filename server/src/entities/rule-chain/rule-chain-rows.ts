import { entityId } from '@signalbox/contract/id';
import type { RuleChain, RuleChainType } from '@signalbox/contract/rule-chain';
import { type Selectable, sql } from 'kysely';
import type { SortColumns } from '../../storage/paging.ts';
import type { RuleChainTable } from '../../storage/schema.ts';

/** Properties that lists of rule chains can be sorted by. @param row what SQL calls the row */
export const ruleChainOrders = (row: string): SortColumns => ({
  createdTime: sql.ref(`${row}.created_time`),
  name: sql`lower(${sql.ref(`${row}.name`)})`,
  type: sql`lower(${sql.ref(`${row}.type`)})`,
  root: sql.ref(`${row}.root`),
  debugMode: sql.ref(`${row}.debug_mode`),
});

/** A row of `rule_chain` as the chain it holds. */
export function toRuleChain(row: Selectable<RuleChainTable>): RuleChain {
  return {
    id: entityId('RULE_CHAIN', row.id),
    createdTime: row.created_time,
    additionalInfo: row.additional_info,
    tenantId: entityId('TENANT', row.tenant_id),
    name: row.name,
    type: row.type as RuleChainType,
    firstRuleNodeId: row.first_rule_node_id === null ? null : entityId('RULE_NODE', row.first_rule_node_id),
    root: row.root,
    debugMode: row.debug_mode,
    configuration: row.configuration ?? null,
  };
}
