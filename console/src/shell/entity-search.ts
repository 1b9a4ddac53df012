import { ENTITY_KINDS, nameOfEntity } from '../api/entity-kinds.ts';
import type { MenuEntry } from '../app/page-manifest.ts';
import { type MenuViewer, menuOf } from '../app/pages.ts';
import type { IconName } from '../controls/icon.tsx';

export interface FoundEntity {
  id: string;
  name: string;
  /** Key of the kind's plural. */
  kind: string;
  icon: IconName;
  address: string;
}

/** Those of each kind that are shown. */
const PAGE_SIZE = 5;

/** The first few that `entry` finds. */
async function findIn(entry: MenuEntry, text: string, customerId: string | undefined): Promise<FoundEntity[]> {
  const kind = Object.values(ENTITY_KINDS).find((one) => 'path' in one && one.path === entry.path);
  if (!kind) return [];
  const page = await kind.find({ pageSize: PAGE_SIZE, page: 0, textSearch: text }, { customerId });
  return page.data.map((entity) => ({
    id: entity.id.id,
    name: nameOfEntity(entity),
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
  viewer: MenuViewer,
  customerId: string | undefined,
  text: string,
): Promise<FoundEntity[]> {
  const owner = viewer.authority === 'CUSTOMER_USER' ? customerId : undefined;
  const answers = await Promise.allSettled(menuOf(viewer).map((entry) => findIn(entry, text, owner)));
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const failed = answers.find((answer) => answer.status === 'rejected');
  if (found.length === 0 && failed) throw failed.reason;
  return found;
}
