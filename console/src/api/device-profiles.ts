import { deviceProfileRoutes } from '@signalbox/contract/device-profile';
import { call } from './client.ts';

export function getProfileInfo(deviceProfileId: string) {
  return call(
    deviceProfileRoutes.getDeviceProfileInfo,
    { params: { deviceProfileId } },
    { ignoreErrors: true, ignoreLoading: true },
  );
}

/** Profiles to choose from, by name. */
export function getProfiles(textSearch = '', pageSize = 50) {
  return call(
    deviceProfileRoutes.getDeviceProfileInfos,
    { query: { pageSize, page: 0, textSearch, sortProperty: 'name', sortOrder: 'ASC' } },
    { ignoreErrors: true, ignoreLoading: true },
  );
}

export function getDefaultProfile() {
  return call(deviceProfileRoutes.getDefaultDeviceProfileInfo, {}, { ignoreErrors: true, ignoreLoading: true });
}
