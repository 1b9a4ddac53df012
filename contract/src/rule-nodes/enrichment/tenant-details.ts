import { describeRuleNode } from '../define-rule-node.ts';
import { ENTITY_DETAILS_DEFAULT, entityDetails, entityDetailsFields } from './entity-details.ts';

export const tenantDetails = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetTenantDetailsNode',
  kind: 'ENRICHMENT',
  name: 'tenant details',
  directive: 'tbEnrichmentNodeEntityDetailsConfig',
  configuration: entityDetails,
  defaultConfiguration: ENTITY_DETAILS_DEFAULT,
  fields: entityDetailsFields,
  description: 'Adds title, address and contacts of the tenant to the payload or the metadata.',
  details:
    'The keys begin with <code>tenant_</code>, such as <code>tenant_title</code>; what the tenant does not have is left ' +
    'out.',
});
