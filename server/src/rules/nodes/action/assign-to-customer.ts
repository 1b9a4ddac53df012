import { assignToCustomer } from '@signalbox/contract/rule-nodes/action/assign-to-customer';
import { assignWith, noCustomer } from '../assignment.ts';
import { implementRuleNode } from '../define-rule-node.ts';
import { prepareNamedEntity } from '../named-entity.ts';
import { compileTemplate } from '../template.ts';

export const assignToCustomerNode = implementRuleNode(assignToCustomer, {
  start({ customerNamePattern, createCustomerIfNotExists, customerCacheExpiration }, services, place) {
    const titleOf = compileTemplate(customerNamePattern);
    const customers = prepareNamedEntity(services, place, customerCacheExpiration);
    return {
      async handle(message, effects) {
        const title = titleOf(message);
        const customer = createCustomerIfNotExists
          ? await customers.ensure('CUSTOMER', title, '')
          : await customers.find('CUSTOMER', title);
        if (!customer) throw noCustomer(title);
        return assignWith(message, effects, { customer: { id: customer.id, title }, isAssigned: true });
      },
    };
  },
});
