import type { EntityType } from '@signalbox/contract/id';
import { testRuleNode } from '../../../../test/rule-node-table.ts';
import { originatorTypeSwitchNode } from './originator-type-switch.ts';

const of = (entityType: EntityType) => ({ originator: { entityType, id: 'a' } });

testRuleNode(originatorTypeSwitchNode, [
  { title: 'device', relation: 'Device' },
  { title: 'entity view', message: of('ENTITY_VIEW'), relation: 'Entity View' },
  { title: 'edge', message: of('EDGE'), relation: 'Edge' },
  { title: 'a kind without a relation', message: of('RPC'), fails: 'Unsupported originator type: RPC' },
]);
