import { type DeviceExchanges, deviceExchangeRoutes } from '@signalbox/contract/device-exchange';
import { call } from './client.ts';

/** What a device and the platform have sent each other since an earlier call; the first one begins the log. */
export function getExchanges(deviceId: string, after: string | undefined): Promise<DeviceExchanges> {
  return call(
    deviceExchangeRoutes.getDeviceExchanges,
    { params: { deviceId }, query: { after } },
    { ignoreErrors: true, ignoreLoading: true },
  );
}
