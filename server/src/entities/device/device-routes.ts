import { deviceRoutes as routes } from '@signalbox/contract/device';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { DeviceService } from './device-service.ts';

/** Answers the device routes of the contract. */
export function deviceRoutes(devices: DeviceService): RouteImplementation[] {
  return [
    implement(routes.getDevice, ({ user, params }) => devices.require(user, params.deviceId, 'READ')),
    implement(routes.saveDevice, ({ user, body }) => devices.save(user, body)),
    implement(routes.deleteDevice, async ({ user, params }) => {
      await devices.delete(user, params.deviceId);
      return undefined;
    }),
  ];
}
