import {
  type Device,
  type DeviceCredentials,
  type DeviceCredentialsInput,
  type DeviceInfo,
  deviceRoutes,
} from '@signalbox/contract/device';
import { deviceProfileRoutes } from '@signalbox/contract/device-profile';
import { entityQueryRoutes } from '@signalbox/contract/entity-query';
import type { PageData } from '@signalbox/contract/page';
import { useQuery } from '@tanstack/react-query';
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
  /** Only those of no customer; for the tenant. */
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
  // What is asked for is there.
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

export function saveDevice(device: DeviceBody): Promise<Device> {
  return call(deviceRoutes.saveDevice, { body: device as never }, { ignoreErrors: true });
}

/** Creates a device with the credentials that it already has. */
export function createDeviceWithCredentials(
  device: DeviceBody,
  credentials: Omit<DeviceCredentialsInput, 'id' | 'deviceId'>,
): Promise<Device> {
  const body = { device: device as never, credentials: { ...credentials, id: null, deviceId: null } };
  return call(deviceRoutes.saveDeviceWithCredentials, { query: { onlyNew: true }, body }, { ignoreErrors: true });
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

/** The same with the latest values it sent, by key. */
export interface LiveDevice extends DeviceActivity {
  values: ReadonlyMap<string, string>;
}

type LatestValues = Record<string, { ts: number; value: string }>;
interface EntityDataItem {
  entityId: { id: string };
  latest?: Record<string, LatestValues> | null;
}

const ACTIVITY_KEYS = ['active', 'lastActivityTime'].map((key) => ({ type: 'SERVER_ATTRIBUTE', key }));
/** Keys of telemetry that a list follows at most. */
const MOST_KEYS = 20;

function devicesQuery(ids: readonly string[], latestValues: readonly { type: string; key: string }[]) {
  return {
    entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: ids },
    pageLink: {
      pageSize: ids.length,
      page: 0,
      textSearch: null,
      dynamic: false,
      sortOrder: { key: { type: 'ENTITY_FIELD', key: 'createdTime' }, direction: 'DESC' },
    },
    entityFields: [],
    latestValues,
    keyFilters: [],
  };
}

/** Names of what the devices have sent, in order; a few. */
async function getTelemetryKeys(ids: readonly string[]): Promise<string[]> {
  const found = await call(
    entityQueryRoutes.findEntityKeysByQuery,
    { query: { timeseries: true, attributes: false }, body: devicesQuery(ids, []) as never },
    { ignoreErrors: true, ignoreLoading: true },
  );
  return [...found.timeseries].sort().slice(0, MOST_KEYS);
}

function merged(known: LiveDevice | undefined, latest: EntityDataItem['latest']): LiveDevice {
  const attributes = latest?.SERVER_ATTRIBUTE ?? {};
  const time = Number(attributes.lastActivityTime?.value);
  const values = new Map(known?.values);
  for (const [key, { ts, value }] of Object.entries(latest?.TIME_SERIES ?? {})) {
    // A key that this device never sent comes with the time 0.
    if (ts > 0) values.set(key, value);
  }
  return {
    active: attributes.active ? attributes.active.value === 'true' : (known?.active ?? false),
    lastActivityTime: time > 0 ? time : (known?.lastActivityTime ?? 0),
    values,
  };
}

/** Activity and latest values of the devices on the screen, followed live; by id, empty until something is known. */
export function useLiveDevices(ids: readonly string[]): ReadonlyMap<string, LiveDevice> {
  const [devices, setDevices] = useState<ReadonlyMap<string, LiveDevice>>(new Map());
  const joined = ids.join();
  const list = useMemo(() => (joined ? joined.split(',') : []), [joined]);
  const { data: telemetryKeys } = useQuery({
    queryKey: ['devices', 'telemetryKeys', list],
    queryFn: () => getTelemetryKeys(list),
    enabled: list.length > 0,
    staleTime: 60_000,
  });
  const joinedKeys = telemetryKeys?.join('\n') ?? '';
  useEffect(() => {
    if (list.length === 0) return;
    const series = joinedKeys ? joinedKeys.split('\n').map((key) => ({ type: 'TIME_SERIES', key })) : [];
    const keys = [...ACTIVITY_KEYS, ...series];
    const subscription = liveSocket.subscribe(
      'entityData',
      () => ({ query: devicesQuery(list, keys), latestCmd: { keys } }),
      {
        message(message) {
          const page = message.data as { data: EntityDataItem[] } | null | undefined;
          const items = page?.data ?? (message.update as EntityDataItem[] | null) ?? [];
          setDevices((now) => {
            const next = new Map(now);
            for (const { entityId, latest } of items) next.set(entityId.id, merged(now.get(entityId.id), latest));
            return next;
          });
        },
        error: () => true,
      },
    );
    return subscription.unsubscribe;
  }, [list, joinedKeys]);
  return devices;
}
