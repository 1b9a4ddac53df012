import { authRoutes } from './auth.ts';
import { deviceRoutes } from './device.ts';
import type { Route } from './route.ts';

/** Every route of the REST API by name: what the server must answer, the API describes and the access test walks. */
export const ALL_ROUTES: Readonly<Record<string, Route>> = {
  ...authRoutes,
  ...deviceRoutes,
};
