import type { Authority } from '@signalbox/contract/authority';
import type { ComponentType } from 'react';
import type { IconName } from '../controls/icon.tsx';
import type { PageHandle } from './page-handle.ts';

/** An address with a page. */
export interface PageRoute extends PageHandle {
  /** As the router reads it: `devices/:entityId?`. */
  path: string;
  /** Loads the page: nothing of it is in the first load. */
  load: () => Promise<ComponentType>;
  /** Fills the window, without menu and toolbar. */
  isBare?: boolean;
}

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

/** A place that menu, palette and home page lead to. */
export interface MenuEntry {
  /** Key of the name, in the folder's `names/`. */
  name: string;
  path: string;
  icon: IconName;
  authorities: readonly Authority[];
  /** The menu it is in: beside every page, or that of the user. */
  menu: 'main' | 'user';
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
