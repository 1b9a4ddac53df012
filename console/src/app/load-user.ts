import { authRoutes } from '@signalbox/contract/auth';
import { dashboardRoutes } from '@signalbox/contract/dashboard';
import { systemRoutes } from '@signalbox/contract/system';
import { type User, userRoutes } from '@signalbox/contract/user';
import type { Http } from '../api/http.ts';
import type { TokenClaims } from '../api/tokens.ts';
import { authorityOf, type FirstPage, type SessionState, SIGNED_OUT } from './session-state.ts';

const quiet = { ignoreErrors: true, ignoreLoading: true };

/**
 * Loads the user of a token, and what the console has to know about this user before it shows a page.
 * @throws RequestError when the user cannot be loaded; everything else has a default
 */
export async function loadUser(http: Http, claims: TokenClaims): Promise<SessionState> {
  const edgesEnabled = () => http.call(systemRoutes.getEdgesEnabled, {}, quiet).catch(() => false);
  const datapointsLimit = () =>
    http.call(systemRoutes.getMaxDatapointsLimit, {}, quiet).catch(() => SIGNED_OUT.maxDatapointsLimit);
  const known = { ...SIGNED_OUT, isAuthenticated: true, authority: authorityOf(claims), claims };

  if (claims.isPublic) {
    const [edgesSupportEnabled, maxDatapointsLimit] = await Promise.all([edgesEnabled(), datapointsLimit()]);
    return { ...known, edgesSupportEnabled, maxDatapointsLimit, forceFullscreen: true };
  }
  const user = await http.call(authRoutes.getCurrentUser, {}, quiet);
  const first = (user.additionalInfo ?? {}) as FirstPage;
  const isSystem = known.authority === 'SYS_ADMIN';
  const forceFullscreen = !isSystem && Boolean(first.defaultDashboardId) && first.defaultDashboardFullscreen === true;
  const [edgesSupportEnabled, userTokenAccessEnabled, maxDatapointsLimit, allowedDashboardIds] = await Promise.all([
    isSystem ? false : edgesEnabled(),
    isSystem || known.authority === 'TENANT_ADMIN'
      ? http.call(userRoutes.getUserTokenAccessEnabled, {}, quiet).catch(() => false)
      : false,
    datapointsLimit(),
    forceFullscreen ? allowedDashboards(http, user) : [],
  ]);
  return {
    ...known,
    user,
    edgesSupportEnabled,
    userTokenAccessEnabled,
    forceFullscreen,
    allowedDashboardIds,
    maxDatapointsLimit,
  };
}

/** Ids of the dashboards that a user who is held to dashboards may open. */
async function allowedDashboards(http: Http, user: User): Promise<string[]> {
  const query = { pageSize: 100, page: 0 };
  const page = await (user.authority === 'TENANT_ADMIN'
    ? http.call(dashboardRoutes.getTenantDashboards, { query }, quiet)
    : http.call(dashboardRoutes.getCustomerDashboards, { params: { customerId: user.customerId.id }, query }, quiet)
  ).catch(() => ({ data: [] }));
  return page.data.map((dashboard) => dashboard.id.id);
}
