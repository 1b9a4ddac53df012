import { tenantRoutes as routes } from '@signalbox/contract/tenant';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { TenantService } from './tenant-service.ts';

/** Answers the tenant routes of the contract. */
export function tenantRoutes(tenants: TenantService): RouteImplementation[] {
  return [
    implement(routes.getTenant, ({ user, params }) => tenants.get(user, params.tenantId)),
    implement(routes.getTenantInfo, ({ user, params }) => tenants.getInfo(user, params.tenantId)),
    implement(routes.saveTenant, ({ user, body }) => tenants.save(user, body)),
    implement(routes.deleteTenant, async ({ user, params }) => {
      await tenants.delete(user, params.tenantId);
      return undefined;
    }),
    implement(routes.getTenants, ({ user, query }) => tenants.list(user, query)),
    implement(routes.getTenantInfos, ({ user, query }) => tenants.listInfos(user, query)),
  ];
}
