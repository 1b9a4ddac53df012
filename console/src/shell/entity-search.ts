import type { MenuEntry } from '../app/page-manifest.ts';
import type { PageSearch } from '../app/page-search.ts';
import { menuOf } from '../app/pages.ts';
import type { IconName } from '../controls/icon.tsx';

/** How pages find what they list; loaded with the palette. */
const searches: readonly PageSearch[] = Object.values(
  import.meta.glob<PageSearch>('../pages/*/search.ts', { eager: true, import: 'search' }),
);

export interface FoundEntity {
  id: string;
  name: string;
  /** Key of the kind's plural. */
  kind: string;
  icon: IconName;
  address: string;
}

/** The first few that `entry` finds; a kind that fails is left out. */
async function findIn(entry: MenuEntry, text: string, customerId: string | undefined): Promise<FoundEntity[]> {
  const search = searches.find(({ path }) => path === entry.path);
  if (!search) return [];
  try {
    const page = await search.find({ pageSize: 5, page: 0, textSearch: text }, customerId);
    return page.data.map((entity) => ({
      id: entity.id.id,
      name: entity.title ?? entity.name ?? '',
      kind: entry.name,
      icon: entry.icon,
      address: `${entry.path}/${entity.id.id}`,
    }));
  } catch {
    return [];
  }
}

/** Entities whose name contains `text`, a few of each kind, in the order of the menu. */
export async function findEntities(
  authority: string,
  customerId: string | undefined,
  text: string,
): Promise<FoundEntity[]> {
  const owner = authority === 'CUSTOMER_USER' ? customerId : undefined;
  const found = await Promise.all(menuOf(authority).map((entry) => findIn(entry, text, owner)));
  return found.flat();
}
