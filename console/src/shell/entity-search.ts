import { getCustomers } from '../api/customers.ts';
import { listDashboards } from '../api/dashboards.ts';
import { getDeviceInfos } from '../api/devices.ts';
import { getTenantInfos } from '../api/tenants.ts';
import { getUsers } from '../api/users.ts';
import type { IconName } from '../controls/icon.tsx';

const FIRST = { pageSize: 5, page: 0 };

/** Something with an id and, by kind, a name or a title. */
interface Named {
  id: { id: string };
  name?: string | null;
  title?: string | null;
}

/** One kind of entity the palette can find by name. */
interface Searchable {
  kind: string;
  icon: IconName;
  find: (text: string, customerId: string | undefined) => Promise<{ data: readonly Named[] }>;
  address: (id: string) => string;
}

const DEVICES: Searchable = {
  kind: 'device.devices',
  icon: 'devices',
  find: (textSearch, customerId) => getDeviceInfos(customerId, { ...FIRST, textSearch }),
  address: (id) => `/devices/${id}`,
};
const DASHBOARDS: Searchable = {
  kind: 'dashboard.dashboards',
  icon: 'dashboards',
  find: (textSearch, customerId) => listDashboards({ ...FIRST, textSearch }, customerId),
  address: (id) => `/dashboards/${id}`,
};

const SEARCHABLE: Record<string, Searchable[]> = {
  SYS_ADMIN: [
    {
      kind: 'tenant.tenants',
      icon: 'tenants',
      find: (textSearch) => getTenantInfos({ ...FIRST, textSearch }),
      address: (id) => `/tenants/${id}`,
    },
  ],
  TENANT_ADMIN: [
    DEVICES,
    DASHBOARDS,
    {
      kind: 'customer.customers',
      icon: 'customers',
      find: (textSearch) => getCustomers({ ...FIRST, textSearch }),
      address: (id) => `/customers/${id}`,
    },
    {
      kind: 'user.users',
      icon: 'user',
      find: (textSearch) => getUsers(undefined, { ...FIRST, textSearch }),
      address: (id) => `/users/${id}`,
    },
  ],
  CUSTOMER_USER: [DEVICES, DASHBOARDS],
};

export interface FoundEntity {
  id: string;
  name: string;
  /** Key of the kind's plural. */
  kind: string;
  icon: IconName;
  address: string;
}

/** Entities whose name contains `text`, a few of each kind. A kind that fails is left out. */
export async function findEntities(
  authority: string,
  customerId: string | undefined,
  text: string,
  signal: AbortSignal,
): Promise<FoundEntity[]> {
  const found = await Promise.all(
    (SEARCHABLE[authority] ?? []).map(async (kind) => {
      try {
        const page = await kind.find(text, authority === 'CUSTOMER_USER' ? customerId : undefined);
        if (signal.aborted) return [];
        return page.data.map((entity) => ({
          id: entity.id.id,
          name: entity.title ?? entity.name ?? '',
          kind: kind.kind,
          icon: kind.icon,
          address: kind.address(entity.id.id),
        }));
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}
