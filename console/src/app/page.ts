import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { checkAccess } from './guard.ts';
import type { PageHandle } from './page-handle.ts';

/** A route of a page: guarded by its handle, loaded when first opened. */
export function page(path: string, handle: PageHandle, load: () => Promise<ComponentType>): RouteObject {
  return {
    path,
    handle,
    loader: ({ request, params }) => checkAccess(handle, new URL(request.url), params),
    lazy: async () => ({ Component: await load() }),
  };
}
