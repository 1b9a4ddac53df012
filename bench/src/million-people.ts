import { SYSADMIN } from '../../e2e/harness/api.ts';
import { type Case, type Measurement, measurement } from './lib/cases.ts';
import { type BenchContext, openContext } from './lib/context.ts';
import { fillPeople, PEOPLE } from './lib/fill-people.ts';
import { BUDGET, PAGE, PLACES } from './lib/pages.ts';

interface Listed {
  name: string;
  path: string;
  query?: string;
  sorts: readonly string[];
  /** Of a system administrator. */
  bySystem?: boolean;
}

/** Tenants, users and what else has lists of some thousand rows. */
export async function measurementsOfPeople({ api, server }: BenchContext): Promise<Measurement[]> {
  const device = await api.get<Record<'id' | 'tenantId' | 'deviceProfileId', { id: string }>>(
    `/api/tenant/devices?deviceName=${encodeURIComponent('bench fleet')}`,
  );
  const [tenantId, profileId] = [device.tenantId.id, device.deviceProfileId.id];
  const customerId = await fillPeople(server.dataDir, device.id.id);
  const { api: system } = await openContext(server, SYSADMIN);
  const ofTenants = ['createdTime', 'title', 'email', 'country', 'city'];
  const ofUsers = ['createdTime', 'email', 'firstName', 'lastName'];
  const ofPackages = ['createdTime', 'title', 'version', 'type', 'dataSize'];
  const lists: Listed[] = [
    { name: 'tenants', path: '/api/tenants', sorts: ofTenants, bySystem: true },
    { name: 'tenant infos', path: '/api/tenantInfos', sorts: [...ofTenants, 'tenantProfileName'], bySystem: true },
    { name: 'tenants with a text', path: '/api/tenantInfos', query: 'textSearch=12', sorts: ofTenants, bySystem: true },
    {
      name: 'tenants with a common text',
      path: '/api/tenantInfos',
      query: 'textSearch=t',
      sorts: ofTenants,
      bySystem: true,
    },
    {
      name: 'tenant profiles',
      path: '/api/tenantProfiles',
      sorts: ['createdTime', 'name', 'description'],
      bySystem: true,
    },
    {
      name: 'tenant profile infos',
      path: '/api/tenantProfileInfos',
      query: 'textSearch=12',
      sorts: ['createdTime', 'name'],
      bySystem: true,
    },
    { name: 'administrators of a tenant', path: `/api/tenant/${tenantId}/users`, sorts: ofUsers, bySystem: true },
    { name: 'users', path: '/api/users', sorts: ofUsers },
    { name: 'users with a text', path: '/api/users', query: 'textSearch=12', sorts: ofUsers },
    { name: 'users of a customer', path: `/api/customer/${customerId}/users`, sorts: ofUsers },
    {
      name: 'users of a customer with a text',
      path: `/api/customer/${customerId}/users`,
      query: 'textSearch=12',
      sorts: ofUsers,
    },
    { name: 'packages', path: '/api/otaPackages', sorts: ofPackages },
    { name: 'packages with a text', path: '/api/otaPackages', query: 'textSearch=12', sorts: ofPackages },
    { name: 'packages of a profile', path: `/api/otaPackages/${profileId}/FIRMWARE`, sorts: ofPackages },
    { name: 'resources', path: '/api/resource', sorts: ['createdTime', 'title', 'resourceType'] },
    { name: 'resources with a text', path: '/api/resource', query: 'textSearch=12', sorts: ['createdTime', 'title'] },
    { name: 'widget bundles', path: '/api/widgetsBundles', sorts: ['createdTime', 'title'] },
    {
      name: 'widget bundles with a text',
      path: '/api/widgetsBundles',
      query: 'textSearch=12',
      sorts: ['createdTime', 'title'],
    },
    { name: 'rule chains', path: '/api/ruleChains', query: 'type=CORE', sorts: ['createdTime', 'name', 'root'] },
    {
      name: 'rule chains with a text',
      path: '/api/ruleChains',
      query: 'type=CORE&textSearch=12',
      sorts: ['createdTime', 'name'],
    },
  ];
  const sized = await Promise.all(
    lists.map(async (list) => {
      const from = list.bySystem ? system : api;
      const { totalElements } = await from.get<{ totalElements: number }>(
        `${list.path}?pageSize=1&page=0&${list.query ?? ''}`,
      );
      return { ...list, from, total: totalElements };
    }),
  );
  const pages = (pageOf: (total: number) => number): Case[] =>
    sized.flatMap(({ name, path, query = '', sorts, total, from }) =>
      sorts.flatMap((sort) =>
        ['ASC', 'DESC'].map((order) => ({
          name: `${name} by ${sort} ${order}`,
          call: () =>
            from.get(`${path}?pageSize=${PAGE}&page=${pageOf(total)}&sortProperty=${sort}&sortOrder=${order}&${query}`),
        })),
      ),
    );
  const many = `tenants (${PEOPLE.tenants}), users (${PEOPLE.customerUsers} of a customer) and lists of thousands`;
  const whole: Case[] = [
    { name: 'all widget bundles', call: () => api.get('/api/widgetsBundles') },
    { name: 'types of a bundle', call: () => api.get('/api/widgetTypesInfos?isSystem=true&bundleAlias=charts') },
    { name: 'queues', call: () => api.get('/api/tenant/queues?serviceType=TB_RULE_ENGINE') },
    {
      name: 'models',
      call: () => api.get('/api/resource/lwm2m/page?pageSize=20&page=0'),
    },
    { name: 'identity providers', call: () => system.get('/api/oauth2/config') },
  ];
  return [
    ...PLACES.map(([place, pageOf]) => measurement(`${many}, ${place} pages`, BUDGET, pages(pageOf))),
    measurement('lists of people and parts that come whole', BUDGET, whole),
  ];
}
