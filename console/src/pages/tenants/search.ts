import { getTenantInfos } from '../../api/tenants.ts';
import type { PageSearch } from '../../app/page-search.ts';

export const search: PageSearch = { path: '/tenants', find: (query) => getTenantInfos(query) };
