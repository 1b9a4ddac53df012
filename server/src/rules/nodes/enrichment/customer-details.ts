import type { EntityType } from '@signalbox/contract/id';
import { customerDetails } from '@signalbox/contract/rule-nodes/enrichment/customer-details';
import { implementRuleNode } from '../define-rule-node.ts';
import { customerOf } from '../owners.ts';
import { addContactDetails } from './contact-details.ts';

const ORIGINATORS: ReadonlySet<EntityType> = new Set(['DEVICE', 'ASSET', 'ENTITY_VIEW', 'USER', 'EDGE']);

export const customerDetailsNode = implementRuleNode(customerDetails, {
  start: (configuration, { reads }) =>
    addContactDetails(configuration, 'customer_', reads, (message, effects) =>
      customerOf(message, ORIGINATORS, reads, effects),
    ),
});
