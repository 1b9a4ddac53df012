import {
  type Device,
  type DeviceCredentials,
  type DeviceCredentialsInput,
  type DeviceInfo,
  deviceRoutes,
} from '@signalbox/contract/device';
import { deviceProfileRoutes } from '@signalbox/contract/device-profile';
import { useEffect, useMemo, useState } from 'react';
import { call, liveSocket } from './client.ts';

interface DeviceListQuery {
  pageSize: number;
  page: number;
  textSearch?: string | undefined;
  sortProperty?: string | undefined;
  sortOrder?: string | undefined;
  deviceProfileId?: string | undefined;
  active?: string | undefined;
}

/** Devices of a customer when one is given, else of the tenant. */
export function getDeviceInfos(customerId: string | undefined, query: DeviceListQuery) {
  const options = { ignoreErrors: true };
  return customerId === undefined
    ? call(deviceRoutes.getTenantDeviceInfos, { query }, options)
    : call(deviceRoutes.getCustomerDeviceInfos, { params: { customerId }, query }, options);
}

export function getDeviceInfo(deviceId: string): Promise<DeviceInfo> {
  return call(deviceRoutes.getDeviceInfo, { params: { deviceId } }, { ignoreErrors: true });
}

/** What saves a device: a new one without `id`. */
export type DeviceBody = Partial<Omit<Device, 'id' | 'customerId' | 'deviceProfileId'>> & {
  name: string;
  id?: Device['id'] | undefined;
  customerId?: { id: string } | undefined;
  deviceProfileId?: { entityType?: 'DEVICE_PROFILE'; id: string } | null | undefined;
};

export function saveDevice(device: DeviceBody): Promise<Device> {
  return call(deviceRoutes.saveDevice, { body: device as never }, { ignoreErrors: true });
}

export function deleteDevice(deviceId: string) {
  return call(deviceRoutes.deleteDevice, { params: { deviceId } }, { ignoreErrors: true });
}

export function getCredentials(deviceId: string): Promise<DeviceCredentials> {
  return call(deviceRoutes.getDeviceCredentials, { params: { deviceId } }, { ignoreErrors: true });
}

export function saveCredentials(credentials: DeviceCredentialsInput): Promise<DeviceCredentials> {
  return call(deviceRoutes.saveDeviceCredentials, { body: credentials }, { ignoreErrors: true });
}

export function assignToCustomer(deviceId: string, customerId: string) {
  return call(deviceRoutes.assignDeviceToCustomer, { params: { deviceId, customerId } }, { ignoreErrors: true });
}

export function unassignFromCustomer(deviceId: string) {
  return call(deviceRoutes.unassignDeviceFromCustomer, { params: { deviceId } }, { ignoreErrors: true });
}

export function makePublic(deviceId: string) {
  return call(deviceRoutes.assignDeviceToPublicCustomer, { params: { deviceId } }, { ignoreErrors: true });
}

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

/** What changes by itself about a device. */
export interface DeviceActivity {
  active: boolean;
  /** epoch ms, 0: never */
  lastActivityTime: number;
}

interface EntityDataItem {
  entityId: { id: string };
  latest?: Record<string, Record<string, { ts: number; value: string }>> | null;
}

/** Activity of the devices on the screen, followed live; empty until something is known. */
export function useLiveActivity(ids: readonly string[]): ReadonlyMap<string, DeviceActivity> {
  const [activity, setActivity] = useState<ReadonlyMap<string, DeviceActivity>>(new Map());
  const key = ids.join();
  const list = useMemo(() => (key ? key.split(',') : []), [key]);
  useEffect(() => {
    if (list.length === 0) return;
    const keys = ['active', 'lastActivityTime'].map((name) => ({ type: 'SERVER_ATTRIBUTE', key: name }));
    const subscription = liveSocket.subscribe(
      'entityData',
      () => ({
        query: {
          entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: list },
          pageLink: {
            pageSize: list.length,
            page: 0,
            textSearch: null,
            dynamic: false,
            sortOrder: { key: { type: 'ENTITY_FIELD', key: 'createdTime' }, direction: 'DESC' },
          },
          entityFields: [],
          latestValues: keys,
          keyFilters: [],
        },
        latestCmd: { keys },
      }),
      {
        message(message) {
          const page = message.data as { data: EntityDataItem[] } | null | undefined;
          const items = page?.data ?? (message.update as EntityDataItem[] | null) ?? [];
          setActivity((now) => {
            const next = new Map(now);
            for (const item of items) {
              const attributes = item.latest?.SERVER_ATTRIBUTE ?? {};
              const known = next.get(item.entityId.id) ?? { active: false, lastActivityTime: 0 };
              const time = Number(attributes.lastActivityTime?.value);
              next.set(item.entityId.id, {
                active: attributes.active ? attributes.active.value === 'true' : known.active,
                lastActivityTime: attributes.lastActivityTime && time ? time : known.lastActivityTime,
              });
            }
            return next;
          });
        },
        error: () => true,
      },
    );
    return subscription.unsubscribe;
  }, [list]);
  return activity;
}
