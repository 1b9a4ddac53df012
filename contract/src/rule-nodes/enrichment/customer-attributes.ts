import { describeRuleNode } from '../define-rule-node.ts';
import { ATTRIBUTE_MAPPING, attributeMapping, attributeMappingFields } from './attribute-mapping.ts';

export const customerAttributes = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetCustomerAttributeNode',
  kind: 'ENRICHMENT',
  name: 'customer attributes',
  directive: 'tbEnrichmentNodeCustomerAttributesConfig',
  configuration: attributeMapping,
  defaultConfiguration: ATTRIBUTE_MAPPING,
  fields: attributeMappingFields,
  description: 'Adds server attributes, or the latest telemetry, of the customer of the originator to the metadata.',
  details:
    'The customer of a device, an asset or a user, or the customer itself. Values that the customer does not have are ' +
    'left out. An originator without a customer leaves along <code>Failure</code>.',
});
