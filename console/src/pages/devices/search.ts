import { getDeviceInfos } from '../../api/devices.ts';
import type { PageSearch } from '../../app/page-search.ts';

export const search: PageSearch = {
  path: '/devices',
  find: (query, customerId) => getDeviceInfos(customerId, query),
};
