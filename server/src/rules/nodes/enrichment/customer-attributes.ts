import type { EntityType } from '@signalbox/contract/id';
import { customerAttributes } from '@signalbox/contract/rule-nodes/enrichment/customer-attributes';
import { implementRuleNode } from '../define-rule-node.ts';
import { customerOf } from '../owners.ts';
import { addMappedValues } from './mapped-values.ts';

const ORIGINATORS: ReadonlySet<EntityType> = new Set(['CUSTOMER', 'USER', 'ASSET', 'DEVICE']);

export const customerAttributesNode = implementRuleNode(customerAttributes, {
  start: (mapping, { reads }) => addMappedValues(mapping, reads, (message) => customerOf(message, ORIGINATORS, reads)),
});
