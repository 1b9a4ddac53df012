import { customerRoutes as routes } from '@signalbox/contract/customer';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { CustomerService } from './customer-service.ts';

/** Answers the customer routes of the contract. */
export function customerRoutes(customers: CustomerService): RouteImplementation[] {
  return [
    implement(routes.getCustomer, ({ user, params }) => customers.get(user, params.customerId)),
    implement(routes.getCustomerShortInfo, ({ user, params }) => customers.getShortInfo(user, params.customerId)),
    implement(routes.getCustomerTitle, async ({ user, params, reply }) => {
      const { title } = await customers.get(user, params.customerId);
      // The declared type of this one reply; a client that asks for it by `Accept` gets it.
      reply.header('content-type', 'application/text;charset=UTF-8').send(title);
      return undefined;
    }),
    implement(routes.saveCustomer, ({ user, body }) => customers.save(user, body)),
    implement(routes.deleteCustomer, async ({ user, params }) => {
      await customers.delete(user, params.customerId);
      return undefined;
    }),
    implement(routes.getCustomers, ({ user, query }) => customers.list(user, query)),
    implement(routes.getCustomerByTitle, ({ user, query }) => customers.getByTitle(user, query.customerTitle)),
  ];
}
