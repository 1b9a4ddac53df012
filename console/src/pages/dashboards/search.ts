import { listDashboards } from '../../api/dashboards.ts';
import type { PageSearch } from '../../app/page-search.ts';

export const search: PageSearch = {
  path: '/dashboards',
  find: (query, customerId) => listDashboards(query, customerId),
};
