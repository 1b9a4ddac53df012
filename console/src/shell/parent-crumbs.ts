import { matchRoutes } from 'react-router';
import { ENTITY_KINDS } from '../api/entity-kinds.ts';
import { MENU_GROUPS, type ReadNamed } from '../app/page-manifest.ts';
import { iconOf, PAGE_ROUTES } from '../app/pages.ts';
import type { IconName } from '../controls/icon.tsx';

/** A place above the page: a page that has a title of its own, or an entity, or a page about one, called by its name. */
export type ParentCrumb = { to: string; icon: IconName | undefined } & (
  | { label: string }
  | { entity: { path: string; id: string } }
  | { read: () => ReturnType<ReadNamed> }
);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const SHOWN = PAGE_ROUTES.filter(({ isBare }) => !isBare).map((page) => ({ path: page.path, page }));

/** Which page opens at an address, and what its path says of the address. */
function pageAt(path: string) {
  const match = matchRoutes(SHOWN, path)?.at(-1);
  return match && { page: match.route.page, params: match.params };
}

/** The kind of entities whose page is at `path`. */
export function kindAt(path: string) {
  return Object.values(ENTITY_KINDS).find((kind) => 'path' in kind && kind.path === path);
}

/**
 * The crumbs before that of the page, from its address: each beginning of it that is an address of another page, or of
 * an entity in the list of another page. An entity that is open in the list of the page itself is part of the page.
 */
export function parentCrumbs(pathname: string): ParentCrumb[] {
  const segments = pathname.split('/').filter(Boolean);
  const here = pageAt(pathname)?.page;
  const crumbs: ParentCrumb[] = [];
  for (let end = 1; end < segments.length; end++) {
    const to = `/${segments.slice(0, end).join('/')}`;
    const list = `/${segments.slice(0, end - 1).join('/')}`;
    const found = pageAt(to);
    if (!found || found.page === here) continue;
    const id = segments[end - 1] ?? '';
    // `/ruleChains/ruleChain` and the like are no entities.
    if (Object.values(found.params).includes(id) && !UUID.test(id)) continue;
    if (end > 1 && kindAt(list)) {
      if (UUID.test(id)) crumbs.push({ to, icon: undefined, entity: { path: list, id } });
    } else if (found.page.named) {
      const { named } = found.page;
      crumbs.push({ to, icon: undefined, read: () => named(found.params) });
    } else if (pageAt(list)?.page !== found.page) {
      const group = Object.values(MENU_GROUPS).find(({ path }) => path === to);
      const label = group?.name ?? found.page.crumb ?? found.page.title;
      if (label) crumbs.push({ to, icon: group?.icon ?? iconOf(to), label });
    }
  }
  return crumbs;
}
