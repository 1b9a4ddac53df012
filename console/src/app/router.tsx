import { createBrowserRouter, Navigate, type RouteObject, redirect } from 'react-router';
import { textsLoaded } from '../i18n/add-texts.ts';
import { followRouter } from './address-ahead.ts';
import { AppRoot } from './app-root.tsx';
import { checkAccess } from './guard.ts';
import { PageFailure } from './page-failure.tsx';
import type { PageHandle } from './page-handle.ts';
import type { PageRoute } from './page-manifest.ts';
import { PAGE_ROUTES } from './pages.ts';
import { WaitingPage } from './waiting-page.tsx';

/** A route of a page: guarded by its handle, loaded with its texts when it is first opened. */
function routeOf({ path, load, prepare, isBare: _, named: __, ...handle }: PageRoute): RouteObject {
  return {
    path,
    handle: handle satisfies PageHandle,
    loader: async ({ request, params }) => {
      await checkAccess(handle, new URL(request.url), params);
      await prepare?.();
      return null;
    },
    ...(load && {
      lazy: async () => {
        const Component = await load();
        await textsLoaded();
        return { Component };
      },
    }),
  };
}

/** Every control in all its states, while the console is developed; no part of a build. */
const gallery: readonly PageRoute[] = import.meta.env.DEV
  ? [{ path: 'gallery', isBare: true, load: async () => (await import('../gallery/gallery-page.tsx')).GalleryPage }]
  : [];

const barePages = [...PAGE_ROUTES, ...gallery].filter((route) => route.isBare);
const framed = PAGE_ROUTES.filter((route) => !route.isBare);

/** Starts the navigation: the address must not hold what has to be taken from it first. */
export function createRouter() {
  const router = createBrowserRouter([
    {
      Component: AppRoot,
      ErrorBoundary: PageFailure,
      HydrateFallback: WaitingPage,
      children: [
        { index: true, loader: () => redirect('/home') },
        ...barePages.map(routeOf),
        {
          lazy: async () => ({ Component: (await import('../shell/shell.tsx')).Shell }),
          children: [{ ErrorBoundary: PageFailure, children: framed.map(routeOf) }],
        },
        { path: '*', element: <Navigate to="/home" replace /> },
      ],
    },
  ]);
  followRouter(router);
  return router;
}
