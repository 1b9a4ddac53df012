import type { MenuEntry, PageManifest, PageRoute } from './page-manifest.ts';

/** Folder of a page → what it says about itself. */
const manifests = Object.values(
  import.meta.glob<PageManifest>('../pages/*/manifest.ts', { eager: true, import: 'manifest' }),
);

/** Every address of the console. */
export const PAGE_ROUTES: readonly PageRoute[] = manifests.flatMap((manifest) => manifest.routes);

const entries: readonly MenuEntry[] = manifests
  .flatMap((manifest) => manifest.entries ?? [])
  .sort((one, other) => one.order - other.order);

/** What a menu offers somebody with this authority, in its order. */
export function menuOf(authority: string, menu: MenuEntry['menu'] = 'main'): MenuEntry[] {
  return entries.filter((entry) => entry.menu === menu && entry.authorities.some((allowed) => allowed === authority));
}
