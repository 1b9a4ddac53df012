import { customerAttributes } from '@signalbox/contract/rule-nodes/enrichment/customer-attributes';
import { implementRuleNode } from '../define-rule-node.ts';
import { customerOf, OF_CUSTOMERS } from '../owners.ts';
import { addMappedValues } from './mapped-values.ts';

export const customerAttributesNode = implementRuleNode(customerAttributes, {
  start: (mapping, { reads }) =>
    addMappedValues(mapping, reads, (message, effects) => customerOf(message, OF_CUSTOMERS, reads, effects)),
});
