import type { SearchedType } from '@signalbox/contract/entity-traits';
import type { MenuEntry } from '../app/page-manifest.ts';
import type { PageSearch } from '../app/page-search.ts';
import { menuOf } from '../app/pages.ts';
import type { IconName } from '../controls/icon.tsx';
import { search as customers } from '../pages/customers/search.ts';
import { search as dashboards } from '../pages/dashboards/search.ts';
import { search as devices } from '../pages/devices/search.ts';
import { search as tenants } from '../pages/tenants/search.ts';
import { search as users } from '../pages/users/search.ts';

/** How pages find what they list; loaded with the palette. */
const SEARCHES: Readonly<Record<SearchedType, PageSearch>> = {
  CUSTOMER: customers,
  DASHBOARD: dashboards,
  DEVICE: devices,
  TENANT: tenants,
  USER: users,
};

export interface FoundEntity {
  id: string;
  name: string;
  /** Key of the kind's plural. */
  kind: string;
  icon: IconName;
  address: string;
}

/** The first few that `entry` finds. */
async function findIn(entry: MenuEntry, text: string, customerId: string | undefined): Promise<FoundEntity[]> {
  const search = Object.values(SEARCHES).find(({ path }) => path === entry.path);
  if (!search) return [];
  const page = await search.find({ pageSize: 5, page: 0, textSearch: text }, customerId);
  return page.data.map((entity) => ({
    id: entity.id.id,
    name: entity.title ?? entity.name ?? '',
    kind: entry.name,
    icon: entry.icon,
    address: `${entry.path}/${entity.id.id}`,
  }));
}

/**
 * Entities whose name contains `text`, a few of each kind, in the order of the menu. A kind that fails is left out.
 * @throws the first failure when nothing was found because of it
 */
export async function findEntities(
  authority: string,
  customerId: string | undefined,
  text: string,
): Promise<FoundEntity[]> {
  const owner = authority === 'CUSTOMER_USER' ? customerId : undefined;
  const answers = await Promise.allSettled(menuOf(authority).map((entry) => findIn(entry, text, owner)));
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (found.length === 0 && failed) throw failed.reason;
  return found;
}
