import { deviceProfileRoutes as routes } from '@signalbox/contract/device-profile';
import { nowKeyRoutes } from '@signalbox/contract/now-keys';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { DeviceProfileService } from './device-profile-service.ts';
import type { NowKeysService } from './now-keys-service.ts';

/** Answers the device profile routes of the contract. */
export function deviceProfileRoutes(profiles: DeviceProfileService, nowKeys: NowKeysService): RouteImplementation[] {
  return [
    implement(routes.getDeviceProfile, ({ user, params }) => profiles.require(user, params.deviceProfileId, 'READ')),
    implement(routes.getDeviceProfileInfo, ({ user, params }) => profiles.requireInfo(user, params.deviceProfileId)),
    implement(routes.getDefaultDeviceProfileInfo, ({ user }) => profiles.requireDefaultInfo(user)),
    implement(routes.getDeviceProfiles, ({ user, query }) => profiles.list(user, query)),
    implement(routes.getDeviceProfileInfos, ({ user, query }) =>
      profiles.listInfos(user, query, query.transportType || undefined),
    ),
    implement(routes.saveDeviceProfile, ({ user, body }) => profiles.save(user, body)),
    implement(routes.deleteDeviceProfile, async ({ user, params }) => {
      await profiles.delete(user, params.deviceProfileId);
      return undefined;
    }),
    implement(routes.setDefaultDeviceProfile, ({ user, params }) => profiles.setDefault(user, params.deviceProfileId)),
    implement(routes.getDeviceProfileTimeseriesKeys, ({ user, query }) =>
      profiles.keys(user, 'timeseries', query.deviceProfileId),
    ),
    implement(routes.getDeviceProfileAttributeKeys, ({ user, query }) =>
      profiles.keys(user, 'attributes', query.deviceProfileId),
    ),
    implement(nowKeyRoutes.getNowKeys, ({ user }) => nowKeys.list(user)),
    implement(nowKeyRoutes.saveNowKeys, ({ user, params, body }) => nowKeys.save(user, params.deviceProfileId, body)),
  ];
}
