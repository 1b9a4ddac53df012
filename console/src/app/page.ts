import type { Authority } from '@signalbox/contract/authority';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { IconName } from '../controls/icon.tsx';
import { checkAccess } from './guard.ts';

/** What the shell knows about a page. */
export interface PageHandle {
  /** Key of the page's title, for the window and the last crumb. */
  title?: string;
  /** Crumb above the page: key and icon. Absent: the page has no crumb of its own. */
  crumb?: { label: string; icon?: IconName; to?: string };
  /** Who may open it; absent: everybody who is signed in. */
  authorities?: readonly Authority[];
  /** Open to people who are not signed in (sign-in and password pages). */
  isPublic?: boolean;
  /** May be opened by public visitors and by users who are held to their dashboards. */
  isDashboard?: boolean;
}

/** A route of a page: guarded by its handle, loaded when first opened. */
export function page(path: string, handle: PageHandle, load: () => Promise<ComponentType>): RouteObject {
  return {
    path,
    handle,
    loader: ({ request }) => checkAccess(handle, new URL(request.url)),
    lazy: async () => ({ Component: await load() }),
  };
}
