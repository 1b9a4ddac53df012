import type { Customer } from '@signalbox/contract/customer';
import { useQuery } from '@tanstack/react-query';
import { getCustomer } from '../api/customers.ts';

/** The query of a customer. */
export function customerQuery(customerId: string) {
  return { queryKey: ['customers', 'one', customerId], queryFn: () => getCustomer(customerId) };
}

/** The customer whose list a page shows; undefined when it is nobody's, and until it is loaded. */
export function useCustomer(customerId: string | undefined): Customer | undefined {
  return useQuery({ ...customerQuery(customerId ?? ''), enabled: customerId !== undefined }).data;
}
