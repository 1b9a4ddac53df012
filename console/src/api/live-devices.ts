import { type EntityKey, entityQueryRoutes } from '@signalbox/contract/entity-query';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { call } from './client.ts';
import { useLive } from './use-live.ts';

/** The state of a device that changes by itself. */
export interface DeviceActivity {
  active: boolean;
  /** epoch ms, 0: never */
  lastActivityTime: number;
  /** Whether it has a connection now; undefined: that is not known yet. */
  connected?: boolean | undefined;
}

/** The same with the latest values it sent, by key. */
export interface LiveDevice extends DeviceActivity {
  /** epoch ms, 0: never */
  lastConnectTime: number;
  lastDisconnectTime: number;
  values: ReadonlyMap<string, string>;
}

/** What is followed of the devices on the screen, by id. Who draws one of them hears of that one alone. */
export interface LiveDevices {
  /** Undefined until something is known of it. */
  get: (id: string) => LiveDevice | undefined;
  /** Calls `listener` after each change. @returns ends that */
  subscribe: (listener: () => void) => () => void;
}

/** What is followed of one device. */
export const useLiveDevice = (live: LiveDevices, id: string): LiveDevice | undefined =>
  useSyncExternalStore(live.subscribe, () => live.get(id));

type LatestValues = Record<string, { ts: number; value: string }>;
interface EntityDataItem {
  entityId: { id: string };
  latest?: Record<string, LatestValues> | null;
}

const ACTIVITY_KEYS = ['active', 'lastActivityTime', 'lastConnectTime', 'lastDisconnectTime'].map((key) => ({
  type: 'SERVER_ATTRIBUTE' as const,
  key,
}));
const NO_KEYS: readonly string[] = [];
/** How many telemetry keys a list follows at most. */
const MAX_KEYS = 20;

function devicesQuery(ids: readonly string[], latestValues: readonly EntityKey[]) {
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
    latestValues: [...latestValues],
    keyFilters: [],
  };
}

/** Names of what the devices have sent, in order; a few. */
async function getTelemetryKeys(ids: readonly string[]): Promise<string[]> {
  const found = await call(
    entityQueryRoutes.findEntityKeysByQuery,
    { query: { timeseries: true, attributes: false }, body: devicesQuery(ids, []) },
    { ignoreErrors: true, ignoreLoading: true },
  );
  return [...found.timeseries].sort().slice(0, MAX_KEYS);
}

function merged(known: LiveDevice | undefined, latest: EntityDataItem['latest']): LiveDevice {
  const attributes = latest?.SERVER_ATTRIBUTE ?? {};
  const timeOf = (key: 'lastActivityTime' | 'lastConnectTime' | 'lastDisconnectTime'): number => {
    const time = Number(attributes[key]?.value);
    return time > 0 ? time : (known?.[key] ?? 0);
  };
  const lastConnectTime = timeOf('lastConnectTime');
  const lastDisconnectTime = timeOf('lastDisconnectTime');
  const values = new Map(known?.values);
  for (const [key, { ts, value }] of Object.entries(latest?.TIME_SERIES ?? {})) {
    // A key that this device never sent comes with the time 0.
    if (ts > 0) values.set(key, value);
  }
  return {
    active: attributes.active ? attributes.active.value === 'true' : (known?.active ?? false),
    lastActivityTime: timeOf('lastActivityTime'),
    lastConnectTime,
    lastDisconnectTime,
    connected: lastConnectTime > lastDisconnectTime,
    values,
  };
}

/** Keeps what is followed. `begin` starts with other devices, `take` adds what has changed of some. */
export function createLiveDevices(): LiveDevices &
  Record<'begin' | 'take', (items: readonly EntityDataItem[]) => void> {
  const devices = new Map<string, LiveDevice>();
  const listeners = new Set<() => void>();
  function take(items: readonly EntityDataItem[]): void {
    for (const { entityId, latest } of items) devices.set(entityId.id, merged(devices.get(entityId.id), latest));
    for (const listener of listeners) listener();
  }
  return {
    get: (id) => devices.get(id),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    begin(items) {
      const begun = new Set(items.map(({ entityId }) => entityId.id));
      for (const id of devices.keys()) if (!begun.has(id)) devices.delete(id);
      take(items);
    },
    take,
  };
}

/**
 * Activity and latest values of the devices on the screen, followed live. Changes draw those who use a device, not the page.
 * @param wanted keys whose values are followed, and whether also the first ones that these devices have sent are
 */
export function useLiveDevices(
  ids: readonly string[],
  wanted: { keys: readonly string[]; alsoSent: boolean },
): {
  live: LiveDevices;
  telemetryKeys: readonly string[];
  /** Why it is not followed live. */
  problem: Error | undefined;
} {
  const [live] = useState(createLiveDevices);
  const joined = ids.join();
  const list = useMemo(() => (joined ? joined.split(',') : []), [joined]);
  const { data: telemetryKeys } = useQuery({
    queryKey: ['devices', 'telemetryKeys', list],
    queryFn: () => getTelemetryKeys(list),
    enabled: list.length > 0,
    staleTime: 60_000,
  });
  const joinedKeys = [...new Set([...wanted.keys, ...(wanted.alsoSent ? (telemetryKeys ?? []) : [])])].join('\n');
  const keys = useMemo(() => {
    const series = joinedKeys ? joinedKeys.split('\n').map((key) => ({ type: 'TIME_SERIES' as const, key })) : [];
    return [...ACTIVITY_KEYS, ...series];
  }, [joinedKeys]);
  const { error: problem } = useLive(
    'entityData',
    list.length > 0 ? `${joined}\n${joinedKeys}` : undefined,
    () => ({ query: devicesQuery(list, keys), latestCmd: { keys } }),
    (message) => {
      const page = message.data as { data: EntityDataItem[] } | null | undefined;
      if (page) live.begin(page.data);
      else live.take((message.update as EntityDataItem[] | null) ?? []);
    },
  );
  return { live, telemetryKeys: telemetryKeys ?? NO_KEYS, problem };
}
