import { tenantAttributes } from '@signalbox/contract/rule-nodes/enrichment/tenant-attributes';
import { implementRuleNode } from '../define-rule-node.ts';
import { OF_TENANTS, tenantOf } from '../owners.ts';
import { addMappedValues } from './mapped-values.ts';

export const tenantAttributesNode = implementRuleNode(tenantAttributes, {
  start: (mapping, { reads }) => addMappedValues(mapping, reads, async (message) => tenantOf(message, OF_TENANTS)),
});
