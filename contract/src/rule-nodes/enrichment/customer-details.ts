import { describeRuleNode } from '../define-rule-node.ts';
import { ENTITY_DETAILS_DEFAULT, entityDetails, entityDetailsFields } from './entity-details.ts';

export const customerDetails = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.metadata.TbGetCustomerDetailsNode',
  kind: 'ENRICHMENT',
  name: 'customer details',
  directive: 'tbEnrichmentNodeEntityDetailsConfig',
  configuration: entityDetails,
  defaultConfiguration: ENTITY_DETAILS_DEFAULT,
  fields: entityDetailsFields,
  description: 'Adds title, address and contacts of the customer of the originator to the payload or the metadata.',
  details:
    'For devices, assets, entity views, users and edges. The keys begin with <code>customer_</code>, such as ' +
    '<code>customer_title</code>; what the customer does not have is left out. An originator without a customer leaves ' +
    'along <code>Failure</code>.',
});
