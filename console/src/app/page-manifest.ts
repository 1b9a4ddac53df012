import type { Authority } from '@signalbox/contract/authority';
import type { ComponentType } from 'react';
import type { IconName } from '../controls/icon.tsx';
import type { PageHandle } from './page-handle.ts';

interface Address extends PageHandle {
  /** As the router reads it: `devices/:entityId?`. */
  path: string;
  /** Fills the window, without menu and toolbar. */
  isBare?: boolean;
}

/** Reads what a page is about, by which its crumb is called; `params` are those of its address. */
export type ReadNamed = (
  params: Readonly<Record<string, string | undefined>>,
) => Promise<{ title?: string | null; name?: string | null }>;

/** An address with a page. */
interface OpenedRoute extends Address {
  redirectTo?: never;
  /** Loads the page: nothing of it is in the first load. */
  load: () => Promise<ComponentType>;
  /** Fetches what the page is not drawn without, once its user may open it. It must not fail. */
  prepare?: () => Promise<unknown>;
  /** For its crumb before pages below it; absent: its title is enough. */
  named?: ReadNamed;
}

/** An address that leads to another one. */
interface RedirectRoute extends Address {
  redirectTo: NonNullable<PageHandle['redirectTo']>;
  load?: never;
  prepare?: never;
  named?: never;
}

export type PageRoute = OpenedRoute | RedirectRoute;

/** Groups of places on the home page, in the order of the specification. */
export const SECTIONS = [
  'tenants',
  'rules',
  'customers',
  'assets',
  'devices',
  'entityViews',
  'edges',
  'widgets',
  'dashboards',
  'audit',
  'settings',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Entries of the menu that are folded into one, which opens and closes. */
export interface MenuGroup {
  /** Key of the name. */
  name: string;
  /** What the addresses of its entries begin with. */
  path: string;
  icon: IconName;
}
export const MENU_GROUPS = {
  edgeManagement: { name: 'menu.group.edgeManagement', path: '/edgeManagement', icon: 'edgeManagement' },
  settings: { name: 'menu.group.settings', path: '/settings', icon: 'settings' },
} as const satisfies Record<string, MenuGroup>;
export type MenuGroupId = keyof typeof MENU_GROUPS;

/** A place that menu, palette and home page lead to. */
export interface MenuEntry {
  /** Key of the name, in the folder's `names/`. */
  name: string;
  path: string;
  icon: IconName;
  authorities: readonly Authority[];
  /** The menu it is in: beside every page, or that of the user; or in none, and only the palette leads there. */
  menu: 'main' | 'user' | 'palette';
  /** The group of the menu it is folded into; it is where the first of its entries is. */
  group?: MenuGroupId;
  /** Only where the installation supports edges. */
  needsEdges?: boolean;
  /**
   * Place in the menu, lowest first. The specification's order (§2) in steps of ten: home 0, tenants 10, tenant
   * profiles 20, rule chains 30, customers 40, assets 50, devices 60, device profiles 70, OTA updates 80, entity
   * views 90, edges 100, edge management 110, widgets 120, dashboards 130, audit log 140, usage 150, settings 160.
   */
  order: number;
  /** Where the home page lists it. */
  section?: Section;
}

/**
 * What a folder in `pages/` says about itself in its `manifest.ts`. Manifests are in the first load: they import
 * types only, and everything else by `load`.
 */
export interface PageManifest {
  routes: readonly PageRoute[];
  entries?: readonly MenuEntry[];
}
