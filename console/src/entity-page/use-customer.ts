import type { Customer } from '@signalbox/contract/customer';
import { useQuery } from '@tanstack/react-query';
import { getCustomer } from '../api/customers.ts';

/** The customer whose list a page shows; undefined when it is nobody's, and until it is loaded. */
export function useCustomer(customerId: string | undefined): Customer | undefined {
  return useQuery({
    queryKey: ['customers', 'one', customerId],
    queryFn: () => getCustomer(customerId ?? ''),
    enabled: customerId !== undefined,
  }).data;
}
