import { type DeviceInfo, deviceRoutes as routes } from '@signalbox/contract/device';
import { entityId } from '@signalbox/contract/id';
import type { PageData } from '@signalbox/contract/page';
import { badRequest } from '../../http/errors.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { DeviceCredentialsService } from './device-credentials-service.ts';
import type { DeviceFilter } from './device-filter.ts';
import type { DeviceMove } from './device-move.ts';
import type { DeviceService } from './device-service.ts';

/** The filter members of a list's query; an empty type, which consoles send for "all", filters nothing. */
function filterOf(query: DeviceFilter, customerId?: string): DeviceFilter {
  return {
    customerId,
    type: query.type || undefined,
    deviceProfileId: query.deviceProfileId,
    active: query.active,
  };
}

/** The info without activity, unless the client wants it: clients of 3.3.2 know nothing of it. */
function withActivity({ active, lastActivityTime, ...info }: DeviceInfo, activity: boolean | undefined) {
  return activity ? { ...info, active, lastActivityTime } : info;
}

function pageWithActivity(page: PageData<DeviceInfo>, activity: boolean | undefined) {
  return { ...page, data: page.data.map((info) => withActivity(info, activity)) };
}

/** Answers the device routes of the contract, except those of ownership. */
export function deviceRoutes(
  devices: DeviceService,
  credentials: DeviceCredentialsService,
  move: DeviceMove,
): RouteImplementation[] {
  return [
    implement(routes.getDevice, ({ user, params }) => devices.require(user, params.deviceId, 'READ')),
    implement(routes.getDeviceInfo, async ({ user, params, query }) =>
      withActivity(await devices.requireInfo(user, params.deviceId), query.activity),
    ),
    implement(routes.saveDevice, ({ user, query, body }) => devices.save(user, body, query.accessToken)),
    implement(routes.saveDeviceWithCredentials, ({ user, query, body }) =>
      devices.saveWithCredentials(user, body.device, body.credentials, query.onlyNew),
    ),
    implement(routes.deleteDevice, async ({ user, params }) => {
      await devices.delete(user, params.deviceId);
      return undefined;
    }),
    implement(routes.assignDeviceToTenant, ({ user, params }) =>
      move.assignToTenant(user, params.tenantId, params.deviceId),
    ),
    implement(routes.getDeviceCredentials, ({ user, params }) => credentials.read(user, params.deviceId)),
    implement(routes.saveDeviceCredentials, ({ user, body }) => credentials.save(user, body)),
    implement(routes.getTenantDevices, async ({ user, query }) => {
      if (query.deviceName !== undefined) return devices.requireNamed(user, query.deviceName);
      const { pageSize, page } = query;
      if (pageSize === undefined) throw badRequest("Required request parameter 'pageSize' is not present");
      if (page === undefined) throw badRequest("Required request parameter 'page' is not present");
      return devices.list(user, { ...query, pageSize, page }, filterOf(query));
    }),
    implement(routes.getTenantDeviceInfos, async ({ user, query }) =>
      pageWithActivity(await devices.listInfos(user, query, filterOf(query), query.unassigned), query.activity),
    ),
    implement(routes.getCustomerDevices, ({ user, params, query }) =>
      devices.list(user, query, filterOf(query, params.customerId)),
    ),
    implement(routes.getCustomerDeviceInfos, async ({ user, params, query }) =>
      pageWithActivity(await devices.listInfos(user, query, filterOf(query, params.customerId)), query.activity),
    ),
    implement(routes.getDevicesByIds, ({ user, query }) => devices.findByIds(user, query.deviceIds)),
    implement(routes.searchDevices, ({ user, body }) => devices.search(user, body)),
    implement(routes.countDevicesWithoutPackage, ({ user, params }) =>
      devices.countWithoutPackage(user, params.otaPackageType, params.deviceProfileId),
    ),
    implement(routes.getDeviceTypes, async ({ user }) =>
      (await devices.types(user)).map((type) => ({
        tenantId: entityId('TENANT', user.tenantId),
        entityType: 'DEVICE' as const,
        type,
      })),
    ),
  ];
}
