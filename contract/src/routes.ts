import { adminSettingRoutes } from './admin-settings.ts';
import { authRoutes } from './auth.ts';
import { customerRoutes } from './customer.ts';
import { deviceRoutes } from './device.ts';
import type { Route } from './route.ts';
import { systemRoutes } from './system.ts';
import { tenantRoutes } from './tenant.ts';
import { tenantProfileRoutes } from './tenant-profile.ts';
import { userRoutes } from './user.ts';

/** Every route of the REST API by name: what the server must answer, the API describes and the access test walks. */
export const ALL_ROUTES: Readonly<Record<string, Route>> = {
  ...authRoutes,
  ...userRoutes,
  ...tenantRoutes,
  ...tenantProfileRoutes,
  ...customerRoutes,
  ...adminSettingRoutes,
  ...systemRoutes,
  ...deviceRoutes,
};
