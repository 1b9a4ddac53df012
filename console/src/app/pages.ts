import {
  MENU_GROUPS,
  type MenuEntry,
  type MenuGroup,
  type MenuGroupId,
  type PageManifest,
  type PageRoute,
} from './page-manifest.ts';

/** Folder of a page → what it says about itself. */
const manifests = Object.entries(
  import.meta.glob<PageManifest>('../pages/*/manifest.ts', { eager: true, import: 'manifest' }),
);

/** `../pages/devices/manifest.ts` → `pages/devices`, the text of the help about the pages of a folder. */
const helpOf = (file: string) => file.slice('../'.length, -'/manifest.ts'.length);

/** Every address of the console. */
export const PAGE_ROUTES: readonly PageRoute[] = manifests.flatMap(([file, { routes }]) =>
  routes.map((route) => ({ help: helpOf(file), ...route })),
);

const entries: readonly MenuEntry[] = manifests
  .flatMap(([, manifest]) => manifest.entries ?? [])
  .sort((one, other) => one.order - other.order);

/** The icon of the menu entry that leads to `path`. */
export function iconOf(path: string): MenuEntry['icon'] | undefined {
  return entries.find((entry) => entry.path === path)?.icon;
}

/** What a menu depends on. */
export interface MenuViewer {
  authority: string;
  edgesSupportEnabled: boolean;
}

/** What a menu offers this viewer, in its order. */
export function menuOf(viewer: MenuViewer, menu: MenuEntry['menu'] = 'main'): MenuEntry[] {
  return entries.filter(
    (entry) =>
      entry.menu === menu &&
      entry.authorities.some((allowed) => allowed === viewer.authority) &&
      (!entry.needsEdges || viewer.edgesSupportEnabled),
  );
}

/** An entry of the menu, or several in a group, by the order of the first one. */
export type MenuItem = { entry: MenuEntry } | { group: MenuGroup; entries: MenuEntry[] };

/** Folds the entries of a menu into their groups. */
export function groupedMenu(menu: readonly MenuEntry[]): MenuItem[] {
  const items: MenuItem[] = [];
  const groups = new Map<MenuGroupId, MenuEntry[]>();
  for (const entry of menu) {
    const members = entry.group && groups.get(entry.group);
    if (members) members.push(entry);
    else if (entry.group) {
      const first = [entry];
      groups.set(entry.group, first);
      items.push({ group: MENU_GROUPS[entry.group], entries: first });
    } else items.push({ entry });
  }
  return items;
}
