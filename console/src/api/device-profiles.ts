import type { DeviceTransportType } from '@signalbox/contract/device';
import { type DeviceProfile, type DeviceProfileInput, deviceProfileRoutes } from '@signalbox/contract/device-profile';
import { call } from './client.ts';
import type { ListQuery } from './list-query.ts';

export function getProfile(deviceProfileId: string): Promise<DeviceProfile> {
  return call(
    deviceProfileRoutes.getDeviceProfile,
    { params: { deviceProfileId } },
    { ignoreErrors: true, ignoreLoading: true },
  );
}

export function saveProfile(profile: DeviceProfileInput, basedOn?: string): Promise<DeviceProfile> {
  return call(deviceProfileRoutes.saveDeviceProfile, { query: { basedOn }, body: profile }, { ignoreErrors: true });
}

export function getProfileInfo(deviceProfileId: string) {
  return call(
    deviceProfileRoutes.getDeviceProfileInfo,
    { params: { deviceProfileId } },
    { ignoreErrors: true, ignoreLoading: true },
  );
}

export function getProfiles(query: ListQuery & { transportType?: DeviceTransportType }) {
  return call(deviceProfileRoutes.getDeviceProfileInfos, { query }, { ignoreErrors: true, ignoreLoading: true });
}

export function getDefaultProfile() {
  return call(deviceProfileRoutes.getDefaultDeviceProfileInfo, {}, { ignoreErrors: true, ignoreLoading: true });
}

export function listProfiles(query: ListQuery) {
  return call(deviceProfileRoutes.getDeviceProfiles, { query }, { ignoreErrors: true });
}

export function deleteProfile(deviceProfileId: string) {
  return call(deviceProfileRoutes.deleteDeviceProfile, { params: { deviceProfileId } }, { ignoreErrors: true });
}

/** Makes a profile that of devices for which none is chosen. */
export function setDefaultProfile(deviceProfileId: string) {
  return call(deviceProfileRoutes.setDefaultDeviceProfile, { params: { deviceProfileId } }, { ignoreErrors: true });
}
