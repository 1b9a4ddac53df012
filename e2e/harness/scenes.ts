import { globSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { CUSTOMER, SYSADMIN, TENANT } from './api.ts';
import { ROOT } from './server.ts';

/** Who looks at a page: an authority, somebody who is not signed in, or a visitor of what is public. */
export type Viewer = 'SYS_ADMIN' | 'TENANT_ADMIN' | 'CUSTOMER_USER' | 'nobody' | 'visitor';

export const ACCOUNTS = { SYS_ADMIN: SYSADMIN, TENANT_ADMIN: TENANT, CUSTOMER_USER: CUSTOMER } as const;
const AUTHORITIES = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const;

/** What there is to see: a page, or a dialog of it. */
export interface Scene {
  /** As a file name. */
  name: string;
  viewer: Viewer;
  address: string;
  /** Not on phones, which have no such control. */
  isWide?: boolean | undefined;
  /** What is opened shows progress, which is not waited for. */
  hasProgress?: boolean | undefined;
  /** Opens what is meant, once the page is there. */
  open?: ((page: Page) => Promise<unknown>) | undefined;
}

interface Route {
  path: string;
  authorities?: readonly string[];
  isPublic?: boolean;
  redirectTo?: unknown;
}

/** Every address of the console, from the manifests of its pages. */
async function readRoutes(): Promise<Route[]> {
  const folder = path.join(ROOT, 'console/src/pages');
  const manifests = await Promise.all(
    globSync('*/manifest.ts', { cwd: folder }).map(
      (file) => import(path.join(folder, file)) as Promise<{ manifest: { routes: readonly Route[] } }>,
    ),
  );
  return manifests.flatMap(({ manifest }) => manifest.routes);
}

/** Ids to open pages of entities with, by the beginning of the address: `devices`, `customers`, `edgeInstances` … */
export type Examples = Readonly<Record<Viewer, Readonly<Record<string, string>>>>;

/** The address of a route with examples in place of its parameters; undefined when there is none for this viewer. */
function addressOf(route: string, examples: Readonly<Record<string, string>>): string | undefined {
  const parts: string[] = [];
  for (const part of route.split('/')) {
    const example = examples[parts.at(-1) ?? ''];
    // A part that may be left out is there.
    if (!part.startsWith(':')) parts.push(part.replace('?', ''));
    else if (example === undefined) return undefined;
    else parts.push(example);
  }
  return `/${parts.join('/')}`;
}

/**
 * Every page for everybody who may open it, lists also with one of their entities open. An address whose parameter
 * has no example for any of its viewers is named in `without`.
 */
export async function pageScenes(examples: Examples): Promise<{ scenes: Scene[]; without: string[] }> {
  const scenes = new Map<string, Scene>();
  const without: string[] = [];
  for (const { path: route, authorities, isPublic, redirectTo } of await readRoutes()) {
    if (redirectTo !== undefined) continue;
    const viewers: Viewer[] = isPublic
      ? ['nobody']
      : AUTHORITIES.filter((authority) => authorities?.includes(authority) ?? true);
    const forms = route.endsWith('?') ? [route.slice(0, route.lastIndexOf('/')), route.slice(0, -1)] : [route];
    for (const form of forms) {
      let shown = 0;
      for (const viewer of viewers) {
        const address = addressOf(form, examples[viewer]);
        if (address === undefined) continue;
        const name = `${viewer} ${form.replaceAll('/:', ' one of ').replaceAll('/', ' ')}`;
        scenes.set(name, { name, viewer, address });
        shown += 1;
      }
      if (shown === 0) without.push(form);
    }
  }
  return { scenes: [...scenes.values()], without };
}
