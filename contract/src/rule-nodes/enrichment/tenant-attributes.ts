import { describeRuleNode } from '../define-rule-node.ts';
import { ATTRIBUTE_MAPPING, attributeMapping, attributeMappingFields } from './attribute-mapping.ts';

export const tenantAttributes = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetTenantAttributeNode',
  kind: 'ENRICHMENT',
  name: 'tenant attributes',
  directive: 'tbEnrichmentNodeTenantAttributesConfig',
  configuration: attributeMapping,
  defaultConfiguration: ATTRIBUTE_MAPPING,
  fields: attributeMappingFields,
  description: 'Adds server attributes, or the latest telemetry, of the tenant to the metadata.',
  details:
    'Works for messages of tenants, customers, users, assets, devices, alarms and rule chains. Values that the tenant ' +
    'does not have are left out.',
});
