import './texts/texts.ts';
import { type MenuEntry, SECTIONS } from '../page-manifest.ts';
import { type MenuViewer, menuOf } from '../pages.ts';

/** Places of one area. */
export interface Area {
  section: (typeof SECTIONS)[number];
  /** Key of its name. */
  name: string;
  places: readonly MenuEntry[];
}

/** Where a viewer can go, by area, as the manifests of the pages say. */
export function areasOf(viewer: MenuViewer): readonly Area[] {
  const entries = menuOf(viewer);
  // Users of a customer view things; all others manage them.
  const kind = viewer.authority === 'CUSTOMER_USER' ? 'view' : 'manage';
  return SECTIONS.map((section) => ({
    section,
    name: `place.${kind}.${section}`,
    places: entries.filter((entry) => entry.section === section),
  })).filter(({ places }) => places.length > 0);
}
