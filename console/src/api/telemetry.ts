import { type AttributeScopeName, telemetryRoutes } from '@signalbox/contract/telemetry';
import { useRef, useState } from 'react';
import { call } from './client.ts';
import type { EntityRef } from './entity-ref.ts';
import { keysQuery } from './keys-query.ts';
import type { LiveMessage } from './live-socket.ts';
import { type LiveStanding, useLive } from './use-live.ts';

/** A value as the live connection writes it: always text. `ts` in epoch ms. */
export interface LiveValue {
  ts: number;
  value: string;
}

const SPARKLINE_BUCKET = 60_000;
export const SPARKLINE_WINDOW = 3_600_000;

function readValues(message: LiveMessage): [string, LiveValue[]][] {
  const data = (message.data ?? {}) as Record<string, [number, string | null][]>;
  return Object.entries(data).map(([key, points]) => [
    key,
    points.map(([ts, value]) => ({ ts: Number(ts), value: String(value ?? '') })),
  ]);
}

/** What is known live of an entity. */
export interface LiveValues extends LiveStanding {
  /** By key; absent until the first answer. */
  values: ReadonlyMap<string, LiveValue> | undefined;
}

/**
 * All latest values or attributes of an entity, followed live.
 * @param scope a scope of attributes, or LATEST_TELEMETRY
 */
export function useLiveValues(entity: EntityRef, scope: AttributeScopeName | 'LATEST_TELEMETRY'): LiveValues {
  const { entityType, id } = entity;
  const of = `${entityType} ${id} ${scope}`;
  const [known, setKnown] = useState<{ of: string; values: ReadonlyMap<string, LiveValue> }>();
  const standing = useLive(
    scope === 'LATEST_TELEMETRY' ? 'timeseries' : 'attributes',
    of,
    () => ({ entityType, entityId: id, scope }),
    (message) => {
      const changed = readValues(message);
      setKnown((now) => {
        const next = new Map(now?.of === of ? now.values : []);
        for (const [key, points] of changed) {
          const newest = points.reduce<LiveValue | undefined>(
            (best, point) => (best && best.ts > point.ts ? best : point),
            undefined,
          );
          const before = next.get(key);
          // What was deleted has no time.
          if (newest?.ts === 0) next.delete(key);
          else if (newest && (!before || newest.ts >= before.ts)) next.set(key, newest);
        }
        return { of, values: next };
      });
    },
    () => (scope === 'LATEST_TELEMETRY' ? getTimeseriesKeys(entity) : getAttributes(entity, scope)),
  );
  return { values: known?.of === of ? known.values : undefined, ...standing };
}

/**
 * Calls `onChange` whenever an attribute of `scope` changes, not for the first answer.
 * @returns why changes are not heard of
 */
export function useAttributeChanges(
  entity: EntityRef,
  scope: AttributeScopeName,
  onChange: () => void,
): Error | undefined {
  const { entityType, id } = entity;
  const of = `${entityType} ${id} ${scope}`;
  const answered = useRef<string>(undefined);
  const { error } = useLive(
    'attributes',
    of,
    () => ({ entityType, entityId: id, scope }),
    () => {
      if (answered.current === of) onChange();
      answered.current = of;
    },
    () => getAttributes(entity, scope),
  );
  return error;
}

export interface Attribute {
  lastUpdateTs: number;
  key: string;
  value: unknown;
}

/** @param parse reads the reply in place of `JSON.parse` */
export function getAttributes(
  { entityType, id }: EntityRef,
  scope: AttributeScopeName,
  parse?: (text: string) => unknown,
): Promise<Attribute[]> {
  return call(
    telemetryRoutes.getAttributesByScope,
    { params: { entityType, entityId: id, scope } },
    { ignoreErrors: true, ignoreLoading: true, parse },
  );
}

export function saveAttribute(entity: EntityRef, scope: AttributeScopeName, key: string, value: unknown) {
  return saveAttributes(entity, scope, { [key]: value });
}

export function saveAttributes(
  { entityType, id }: EntityRef,
  scope: AttributeScopeName,
  values: Readonly<Record<string, unknown>>,
) {
  return call(
    telemetryRoutes.saveAttributesOfScope,
    { params: { entityType, entityId: id, scope }, body: values },
    { ignoreErrors: true },
  );
}

export function deleteAttributes({ entityType, id }: EntityRef, scope: AttributeScopeName, keys: readonly string[]) {
  return call(
    telemetryRoutes.deleteAttributes,
    { params: { entityType, entityId: id, scope }, query: keysQuery(keys) },
    { ignoreErrors: true },
  );
}

/** Stores values as points of now. */
function saveTimeseries({ entityType, id }: EntityRef, values: Readonly<Record<string, unknown>>) {
  return call(
    telemetryRoutes.saveTimeseries,
    { params: { entityType, entityId: id, scope: 'ANY' }, body: values },
    { ignoreErrors: true },
  );
}

/** Deletes all points of keys, their latest values included. */
function deleteTimeseries({ entityType, id }: EntityRef, keys: readonly string[]) {
  return call(
    telemetryRoutes.deleteTimeseries,
    { params: { entityType, entityId: id }, query: { ...keysQuery(keys), deleteAllDataForKeys: true } },
    { ignoreErrors: true },
  );
}

/** Stores values, and deletes the keys whose value is null. */
export async function saveOrDelete(
  entity: EntityRef,
  of: 'timeseries' | 'SERVER_SCOPE' | 'SHARED_SCOPE',
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const kept = Object.entries(values).filter(([, value]) => value !== null);
  const deleted = Object.keys(values).filter((key) => values[key] === null);
  if (kept.length > 0) {
    const body = Object.fromEntries(kept);
    await (of === 'timeseries' ? saveTimeseries(entity, body) : saveAttributes(entity, of, body));
  }
  if (deleted.length > 0) {
    await (of === 'timeseries' ? deleteTimeseries(entity, deleted) : deleteAttributes(entity, of, deleted));
  }
}

/** Names of everything an entity has sent over time. */
export function getTimeseriesKeys({ entityType, id }: EntityRef): Promise<string[]> {
  return call(
    telemetryRoutes.getTimeseriesKeys,
    { params: { entityType, entityId: id } },
    { ignoreErrors: true, ignoreLoading: true },
  );
}

/** Names of the attributes of an entity, of all scopes. */
export function getAttributeKeys({ entityType, id }: EntityRef): Promise<string[]> {
  return call(
    telemetryRoutes.getAttributeKeys,
    { params: { entityType, entityId: id } },
    { ignoreErrors: true, ignoreLoading: true },
  );
}

/** The newest value of every key. */
export function getLatestValues({ entityType, id }: EntityRef) {
  return call(
    telemetryRoutes.getTimeseries,
    { params: { entityType, entityId: id } },
    { ignoreErrors: true, ignoreLoading: true },
  );
}

/** Minute averages of numeric keys over the last hour, oldest first, by key. */
export async function getLastHour(
  { entityType, id }: EntityRef,
  keys: readonly string[],
): Promise<Map<string, { ts: number; value: number }[]>> {
  const endTs = Date.now();
  const reply = await call(
    telemetryRoutes.getTimeseries,
    {
      params: { entityType, entityId: id },
      query: {
        ...keysQuery(keys),
        startTs: endTs - SPARKLINE_WINDOW,
        endTs,
        interval: SPARKLINE_BUCKET,
        agg: 'AVG',
        orderBy: 'ASC',
        limit: SPARKLINE_WINDOW / SPARKLINE_BUCKET,
      },
    },
    { ignoreErrors: true, ignoreLoading: true },
  );
  return new Map(
    Object.entries(reply).map(([key, points]) => [
      key,
      points
        .map((point) => ({ ts: point.ts, value: Number(point.value) }))
        .filter((point) => Number.isFinite(point.value))
        .sort((one, other) => one.ts - other.ts),
    ]),
  );
}

/** The newest values of a key in a window of time, [startTs, endTs) in epoch ms, the newest first. */
export async function getKeyHistory(
  { entityType, id }: EntityRef,
  key: string,
  startTs: number,
  endTs: number,
  limit: number,
): Promise<{ ts: number; value: string }[]> {
  const reply = await call(
    telemetryRoutes.getTimeseries,
    {
      params: { entityType, entityId: id },
      query: { ...keysQuery([key]), startTs, endTs, limit, orderBy: 'DESC' },
    },
    { ignoreErrors: true, ignoreLoading: true },
  );
  return (reply[key] ?? []).map(({ ts, value }) => ({ ts, value: String(value) }));
}

/** What a list of keys is of: telemetry, or attributes of a scope. */
export type KeysOf = 'timeseries' | AttributeScopeName;

/** The keys that an entity has, sorted. */
export async function keysOfEntity(entity: EntityRef, of: KeysOf): Promise<readonly string[]> {
  if (of === 'timeseries') return getTimeseriesKeys(entity);
  return (await getAttributes(entity, of)).map(({ key }) => key).toSorted();
}
