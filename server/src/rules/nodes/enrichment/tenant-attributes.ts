import type { EntityType } from '@signalbox/contract/id';
import { tenantAttributes } from '@signalbox/contract/rule-nodes/enrichment/tenant-attributes';
import { implementRuleNode } from '../define-rule-node.ts';
import { tenantOf } from '../owners.ts';
import { addMappedValues } from './mapped-values.ts';

const ORIGINATORS: ReadonlySet<EntityType> = new Set([
  'TENANT',
  'CUSTOMER',
  'USER',
  'ASSET',
  'DEVICE',
  'ALARM',
  'RULE_CHAIN',
]);

export const tenantAttributesNode = implementRuleNode(tenantAttributes, {
  start: (mapping, { reads }) => addMappedValues(mapping, reads, async (message) => tenantOf(message, ORIGINATORS)),
});
