import { entityId } from '@signalbox/contract/id';
import { tenantDetails } from '@signalbox/contract/rule-nodes/enrichment/tenant-details';
import { implementRuleNode } from '../define-rule-node.ts';
import { addContactDetails } from './contact-details.ts';

export const tenantDetailsNode = implementRuleNode(tenantDetails, {
  start: (configuration, { reads }) =>
    addContactDetails(configuration, 'tenant_', reads, ({ tenantId }) => entityId('TENANT', tenantId)),
});
