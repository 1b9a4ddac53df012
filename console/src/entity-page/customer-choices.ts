import { getCustomers, isPublicCustomer } from '../api/customers.ts';
import type { Choice } from '../controls/entity-picker.tsx';

/** Customers to choose from by title: not the one that stands for everybody. */
export async function customerChoices(textSearch: string): Promise<Choice[]> {
  const page = await getCustomers({ pageSize: 50, page: 0, textSearch, sortProperty: 'title', sortOrder: 'ASC' });
  return page.data
    .filter((customer) => !isPublicCustomer(customer))
    .map((customer) => ({ id: customer.id.id, label: customer.title }));
}
