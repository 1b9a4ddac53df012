import type { Customer } from '@signalbox/contract/customer';
import type { ChosenType, SearchedType } from '@signalbox/contract/entity-traits';
import type { PageData } from '@signalbox/contract/page';
import { assets } from './assets.ts';
import { getCustomer, getCustomers, isPublicCustomer } from './customers.ts';
import { listDashboards, listDashboardsOfTenant, readDashboardInfo } from './dashboards.ts';
import { getProfileInfo, getProfiles } from './device-profiles.ts';
import { getDeviceInfo, getDeviceInfos } from './devices.ts';
import { entityViews } from './entity-views.ts';
import { getUser, getUsers } from './users.ts';

/** Whose entities are meant; without members all that the user may see. */
export interface EntityScope {
  customerId?: string | undefined;
  /** For the system administrator. */
  tenantId?: string | undefined;
  /** Only those without a customer, of kinds that have at most one. */
  unassigned?: boolean | undefined;
}

/** An entity as lists have it, as far as every kind has the same members. */
export interface ListedEntity {
  id: { id: string };
  name?: string | null;
  title?: string | null;
  additionalInfo?: Customer['additionalInfo'];
  customerId?: { id: string };
  customerTitle?: string | null;
  assignedCustomers?: readonly { customerId: { id: string } }[] | null;
}

interface FindQuery {
  pageSize: number;
  page: number;
  textSearch: string;
  sortProperty?: string | undefined;
  sortOrder?: 'ASC' | 'DESC' | undefined;
}

/** How entities of a kind are found by name and read by id. */
interface EntityKind {
  /** What lists sort by to be in the order of the names. */
  nameProperty: 'name' | 'title' | 'email';
  find: (query: FindQuery, scope: EntityScope) => Promise<PageData<ListedEntity>>;
  read: (id: string) => Promise<ListedEntity>;
  /** Those that can be chosen; absent: all. */
  isOffered?: (entity: ListedEntity) => boolean;
}

/** A kind with a page: of the list at `path`, of one at `path/id`. The menu entry has its words and its icon. */
interface SearchedKind extends EntityKind {
  path: string;
}

// Kinds that few look for: their calls come with the first of them.
const loadEdges = async () => (await import('./edges.ts')).edges;
const loadRuleChains = () => import('./rule-chains.ts');
const loadTenants = () => import('./tenants.ts');

/**
 * Every kind that pickers, filters and the palette find by name. A kind whose traits say so does not compile without
 * its record here, and has all of them with it.
 */
export const ENTITY_KINDS: Readonly<Record<ChosenType, EntityKind> & Record<SearchedType, SearchedKind>> = {
  ASSET: {
    path: '/assets',
    nameProperty: 'name',
    find: (query, { customerId, unassigned }) => assets.find(customerId, { ...query, unassigned }),
    read: assets.read,
  },
  CUSTOMER: {
    path: '/customers',
    nameProperty: 'title',
    find: (query) => getCustomers(query),
    read: getCustomer,
    // Not the one that stands for everybody.
    isOffered: ({ additionalInfo = null }) => !isPublicCustomer({ additionalInfo }),
  },
  DASHBOARD: {
    path: '/dashboards',
    nameProperty: 'title',
    find: (query, { customerId, tenantId }) =>
      tenantId ? listDashboardsOfTenant(query, tenantId) : listDashboards(query, customerId),
    read: readDashboardInfo,
  },
  EDGE: {
    path: '/edgeInstances',
    nameProperty: 'name',
    find: async (query, { customerId, unassigned }) => (await loadEdges()).find(customerId, { ...query, unassigned }),
    read: async (id) => (await loadEdges()).read(id),
  },
  DEVICE: {
    path: '/devices',
    nameProperty: 'name',
    find: (query, { customerId, unassigned }) => getDeviceInfos(customerId, { ...query, unassigned }),
    read: getDeviceInfo,
  },
  DEVICE_PROFILE: {
    path: '/deviceProfiles',
    nameProperty: 'name',
    find: (query) => getProfiles(query),
    read: getProfileInfo,
  },
  ENTITY_VIEW: {
    path: '/entityViews',
    nameProperty: 'name',
    find: (query, { customerId, unassigned }) => entityViews.find(customerId, { ...query, unassigned }),
    read: entityViews.read,
  },
  RULE_CHAIN: {
    path: '/ruleChains',
    nameProperty: 'name',
    find: async (query) => (await loadRuleChains()).getRuleChains(query),
    read: async (id) => (await loadRuleChains()).getRuleChain(id),
  },
  TENANT: {
    path: '/tenants',
    nameProperty: 'title',
    find: async (query) => (await loadTenants()).getTenantInfos(query),
    read: async (id) => (await loadTenants()).getTenantInfo(id),
  },
  TENANT_PROFILE: {
    path: '/tenantProfiles',
    nameProperty: 'name',
    find: async (query) => (await loadTenants()).getTenantProfileInfos(query),
    read: async (id) => (await loadTenants()).getTenantProfile(id),
  },
  USER: {
    path: '/users',
    nameProperty: 'email',
    find: (query, { customerId }) => getUsers(customerId, query),
    read: getUser,
  },
};

/** The name of an entity, whatever its kind calls it. */
export function nameOfEntity({ title, name }: Pick<ListedEntity, 'title' | 'name'>): string {
  return title ?? name ?? '';
}
