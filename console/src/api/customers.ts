import { type Customer, customerRoutes } from '@signalbox/contract/customer';
import { call } from './client.ts';
import type { ListQuery } from './list-query.ts';

export function getCustomers(query: ListQuery) {
  return call(customerRoutes.getCustomers, { query }, { ignoreErrors: true, ignoreLoading: true });
}

export function getCustomer(customerId: string): Promise<Customer> {
  return call(customerRoutes.getCustomer, { params: { customerId } }, { ignoreErrors: true });
}

/** What saves a customer: a new one without `id`. */
export type CustomerBody = Partial<Customer> & { title: string };

export function saveCustomer(customer: CustomerBody, basedOn?: string): Promise<Customer> {
  return call(customerRoutes.saveCustomer, { query: { basedOn }, body: customer }, { ignoreErrors: true });
}

export function deleteCustomer(customerId: string) {
  return call(customerRoutes.deleteCustomer, { params: { customerId } }, { ignoreErrors: true });
}

/** Whether this is the customer that stands for everybody. */
export function isPublicCustomer(customer: Pick<Customer, 'additionalInfo'>): boolean {
  return customer.additionalInfo?.isPublic === true;
}
