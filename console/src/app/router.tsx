import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { auditLogPages } from '../pages/audit-log/routes.ts';
import { customerPages } from '../pages/customers/routes.ts';
import { dashboardPages, fullScreenDashboardPages } from '../pages/dashboards/routes.ts';
import { devicePages } from '../pages/devices/routes.ts';
import { homePages } from '../pages/home/routes.ts';
import { profilePages } from '../pages/profile/routes.ts';
import { signInPages } from '../pages/sign-in/routes.ts';
import { tenantPages } from '../pages/tenants/routes.ts';
import { userPages } from '../pages/users/routes.ts';
import { AppRoot } from './app-root.tsx';
import { PageFailure } from './page-failure.tsx';
import { registerPagePaths } from './page-paths.ts';
import { WaitingPage } from './waiting-page.tsx';

/** Pages with the menu and the toolbar around them. */
const shellPages: RouteObject[] = [
  ...homePages,
  ...tenantPages,
  ...devicePages,
  ...customerPages,
  ...userPages,
  ...dashboardPages,
  ...auditLogPages,
  ...profilePages,
];

registerPagePaths(shellPages);

export const router = createBrowserRouter([
  {
    Component: AppRoot,
    ErrorBoundary: PageFailure,
    HydrateFallback: WaitingPage,
    children: [
      ...signInPages,
      ...fullScreenDashboardPages,
      {
        lazy: async () => ({ Component: (await import('../shell/shell.tsx')).Shell }),
        children: [{ ErrorBoundary: PageFailure, children: shellPages }],
      },
      { path: '*', element: <Navigate to="/home" replace /> },
    ],
  },
]);
