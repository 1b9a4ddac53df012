import {
  type Device,
  type DeviceCredentials,
  type DeviceCredentialsInput,
  type DeviceInfo,
  deviceRoutes,
} from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import { systemRoutes } from '@signalbox/contract/system';
import { call } from './client.ts';

interface DeviceListQuery {
  pageSize: number;
  page: number;
  textSearch?: string | undefined;
  sortProperty?: string | undefined;
  sortOrder?: string | undefined;
  deviceProfileId?: string | undefined;
  active?: string | undefined;
  /** Only those without a customer; for the tenant. */
  unassigned?: boolean | undefined;
}

/** Devices of a customer when one is given, else of the tenant. */
export function getDeviceInfos(customerId: string | undefined, query: DeviceListQuery): Promise<PageData<DeviceInfo>> {
  const options = { ignoreErrors: true };
  const { unassigned, ...ofCustomer } = { ...query, activity: true };
  const page =
    customerId === undefined
      ? call(deviceRoutes.getTenantDeviceInfos, { query: { ...ofCustomer, unassigned } }, options)
      : call(deviceRoutes.getCustomerDeviceInfos, { params: { customerId }, query: ofCustomer }, options);
  // The request includes activity, so the reply has it.
  return page as Promise<PageData<DeviceInfo>>;
}

export function getDeviceInfo(deviceId: string): Promise<DeviceInfo> {
  const query = { activity: true };
  const info = call(deviceRoutes.getDeviceInfo, { params: { deviceId }, query }, { ignoreErrors: true });
  return info as Promise<DeviceInfo>;
}

/** What saves a device: a new one without `id`. */
export type DeviceBody = Partial<Omit<Device, 'id' | 'customerId' | 'deviceProfileId'>> & {
  name: string;
  id?: Device['id'] | undefined;
  customerId?: { id: string } | undefined;
  deviceProfileId?: { entityType?: 'DEVICE_PROFILE'; id: string } | null | undefined;
};

export function saveDevice(device: DeviceBody, basedOn?: string): Promise<Device> {
  return call(deviceRoutes.saveDevice, { query: { basedOn }, body: device }, { ignoreErrors: true });
}

/** Creates a device with the credentials that it already has. */
export function createDeviceWithCredentials(
  device: DeviceBody,
  credentials: Omit<DeviceCredentialsInput, 'id' | 'deviceId'>,
): Promise<Device> {
  const body = { device, credentials: { ...credentials, id: null, deviceId: null } };
  return call(deviceRoutes.saveDeviceWithCredentials, { query: { onlyNew: true }, body }, { ignoreErrors: true });
}

/** After how many ms without activity devices are inactive that have no time of their own. */
export function getInactivityTimeout(): Promise<number> {
  return call(systemRoutes.getInactivityTimeout, {}, { ignoreErrors: true, ignoreLoading: true });
}

export function deleteDevice(deviceId: string) {
  return call(deviceRoutes.deleteDevice, { params: { deviceId } }, { ignoreErrors: true });
}

export function getCredentials(deviceId: string): Promise<DeviceCredentials> {
  return call(deviceRoutes.getDeviceCredentials, { params: { deviceId } }, { ignoreErrors: true });
}

export function saveCredentials(credentials: DeviceCredentialsInput, basedOn: string): Promise<DeviceCredentials> {
  return call(deviceRoutes.saveDeviceCredentials, { query: { basedOn }, body: credentials }, { ignoreErrors: true });
}

export function assignToCustomer(deviceId: string, customerId: string) {
  return call(deviceRoutes.assignDeviceToCustomer, { params: { deviceId, customerId } }, { ignoreErrors: true });
}

export function unassignFromCustomer(deviceId: string) {
  return call(deviceRoutes.unassignDeviceFromCustomer, { params: { deviceId } }, { ignoreErrors: true });
}

export function assignToTenant(deviceId: string, tenantId: string): Promise<Device> {
  return call(deviceRoutes.assignDeviceToTenant, { params: { deviceId, tenantId } }, { ignoreErrors: true });
}

export function makePublic(deviceId: string) {
  return call(deviceRoutes.assignDeviceToPublicCustomer, { params: { deviceId } }, { ignoreErrors: true });
}

/** Those of the devices that exist and that this user may see. */
export function getDevicesByIds(deviceIds: readonly string[]): Promise<Device[]> {
  return call(deviceRoutes.getDevicesByIds, { query: { deviceIds } }, { ignoreErrors: true, ignoreLoading: true });
}

/** Makes a device that is waiting for its owner one of the own customer's. @throws RequestError 404, 400 */
export function claimDevice(deviceName: string, secretKey: string | undefined) {
  const body = secretKey === undefined ? {} : { secretKey };
  return call(deviceRoutes.claimDevice, { params: { deviceName }, body }, { ignoreErrors: true });
}
