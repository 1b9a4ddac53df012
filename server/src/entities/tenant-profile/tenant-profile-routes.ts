import { tenantProfileRoutes as routes } from '@signalbox/contract/tenant-profile';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { TenantProfileService } from './tenant-profile-service.ts';

/** Answers the tenant profile routes of the contract. */
export function tenantProfileRoutes(profiles: TenantProfileService): RouteImplementation[] {
  return [
    implement(routes.getTenantProfile, ({ user, params }) => profiles.get(user, params.tenantProfileId)),
    implement(routes.getTenantProfileInfo, ({ user, params }) => profiles.getInfo(user, params.tenantProfileId)),
    implement(routes.getDefaultTenantProfileInfo, ({ user }) => profiles.getDefaultInfo(user)),
    implement(routes.saveTenantProfile, ({ user, body }) => profiles.save(user, body)),
    implement(routes.deleteTenantProfile, async ({ user, params }) => {
      await profiles.delete(user, params.tenantProfileId);
      return undefined;
    }),
    implement(routes.setDefaultTenantProfile, ({ user, params }) => profiles.setDefault(user, params.tenantProfileId)),
    implement(routes.getTenantProfiles, ({ user, query }) => profiles.list(user, query)),
    implement(routes.getTenantProfileInfos, ({ user, query }) => profiles.listInfos(user, query)),
  ];
}
