import { getUsers } from '../../api/users.ts';
import type { PageSearch } from '../../app/page-search.ts';

export const search: PageSearch = { path: '/users', find: (query) => getUsers(undefined, query) };
