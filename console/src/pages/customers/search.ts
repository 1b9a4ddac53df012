import { getCustomers } from '../../api/customers.ts';
import type { PageSearch } from '../../app/page-search.ts';

export const search: PageSearch = { path: '/customers', find: (query) => getCustomers(query) };
