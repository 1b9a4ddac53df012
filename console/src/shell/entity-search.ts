import { http } from '../api/client.ts';
import type { IconName } from '../controls/icon.tsx';

/** One kind of entity the palette can find by name. */
interface Searchable {
  kind: string;
  icon: IconName;
  list: string;
  nameOf: (entity: Record<string, unknown>) => string;
  address: (id: string) => string;
}

const byName = (entity: Record<string, unknown>) => String(entity.name ?? '');
const byTitle = (entity: Record<string, unknown>) => String(entity.title ?? '');

const SEARCHABLE: Record<string, Searchable[]> = {
  TENANT_ADMIN: [
    {
      kind: 'device.devices',
      icon: 'devices',
      list: '/api/tenant/devices',
      nameOf: byName,
      address: (id) => `/devices/${id}`,
    },
    {
      kind: 'dashboard.dashboards',
      icon: 'dashboards',
      list: '/api/tenant/dashboards',
      nameOf: byTitle,
      address: (id) => `/dashboards/${id}`,
    },
    {
      kind: 'customer.customers',
      icon: 'customers',
      list: '/api/customers',
      nameOf: byTitle,
      address: (id) => `/customers/${id}`,
    },
    { kind: 'user.users', icon: 'user', list: '/api/users', nameOf: byName, address: (id) => `/users/${id}` },
  ],
  CUSTOMER_USER: [
    {
      kind: 'device.devices',
      icon: 'devices',
      list: '/api/customer/:customerId/devices',
      nameOf: byName,
      address: (id) => `/devices/${id}`,
    },
    {
      kind: 'dashboard.dashboards',
      icon: 'dashboards',
      list: '/api/customer/:customerId/dashboards',
      nameOf: byTitle,
      address: (id) => `/dashboards/${id}`,
    },
  ],
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
        const page = (await http.request(
          {
            method: 'GET',
            path: kind.list.replace(':customerId', customerId ?? ''),
            query: { pageSize: 5, page: 0, textSearch: text },
            reply: 'json',
          },
          { ignoreErrors: true, ignoreLoading: true, signal },
        )) as { data: (Record<string, unknown> & { id: { id: string } })[] };
        return page.data.map((entity) => ({
          id: entity.id.id,
          name: kind.nameOf(entity),
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
