import type { EntityKeyType } from '@signalbox/contract/entity-query';
import type { EntityId } from '@signalbox/contract/id';
import type { LiveChange } from '../bus/live-bus.ts';

/**
 * Change → purpose → text. A change goes to many sockets that mostly show the same keys: its text is built once for
 * each set of keys.
 */
const memoized = new WeakMap<LiveChange, Map<string, unknown>>();

/** Returns the result of `make` for this change and purpose, computed once. */
export function memoizePerChange<T>(change: LiveChange, purpose: string, make: () => T): T {
  let byPurpose = memoized.get(change);
  if (!byPurpose) {
    byPurpose = new Map();
    memoized.set(change, byPurpose);
  }
  if (byPurpose.has(purpose)) return byPurpose.get(purpose) as T;
  const value = make();
  byPurpose.set(purpose, value);
  return value;
}

/** A value at a time, as text. */
export interface TextAt {
  ts: number;
  /** null: deleted */
  value: string | null;
}

const jsonText = (value: string | null): string => (value === null ? 'null' : JSON.stringify(value));

function entityIdText({ entityType, id }: EntityId): string {
  return `{"entityType":"${entityType}","id":"${id}"}`;
}

/** `{"entityId":…,"latest":{"TIME_SERIES":{"t":{"ts":1,"value":"2"}}},"timeseries":null}` */
export function latestText(
  entityId: EntityId,
  latest: ReadonlyMap<EntityKeyType, readonly (TextAt & { key: string })[]>,
): string {
  const types: string[] = [];
  for (const [type, values] of latest) {
    const parts = values.map(({ key, ts, value }) => `${JSON.stringify(key)}:{"ts":${ts},"value":${jsonText(value)}}`);
    types.push(`"${type}":{${parts.join(',')}}`);
  }
  return `{"entityId":${entityIdText(entityId)},"latest":{${types.join(',')}},"timeseries":null}`;
}

/** `{"entityId":…,"latest":null,"timeseries":{"t":[{"ts":1,"value":"2"}]}}` */
export function timeseriesText(entityId: EntityId, series: ReadonlyMap<string, readonly TextAt[]>): string {
  const parts: string[] = [];
  for (const [key, points] of series) {
    const list = points.map(({ ts, value }) => `{"ts":${ts},"value":${jsonText(value)}}`);
    parts.push(`${JSON.stringify(key)}:[${list.join(',')}]`);
  }
  return `{"entityId":${entityIdText(entityId)},"latest":null,"timeseries":{${parts.join(',')}}}`;
}

/**
 * What follows the subscription id in a v1 update: `"errorCode":0,…,"data":{"t":[[1,"2"]]},"latestValues":{"t":1}}`.
 */
export function subscriptionTail(data: ReadonlyMap<string, readonly TextAt[]>): string {
  const keys = [...data.keys()].sort();
  const pairs: string[] = [];
  const latest: string[] = [];
  for (const key of keys) {
    const values = data.get(key) ?? [];
    const name = JSON.stringify(key);
    pairs.push(`${name}:[${values.map(({ ts, value }) => `[${ts},${jsonText(value)}]`).join(',')}]`);
    const last = values.at(-1);
    if (last) latest.push(`${name}:${last.ts}`);
  }
  return `"errorCode":0,"errorMsg":null,"data":{${pairs.join(',')}},"latestValues":{${latest.join(',')}}}`;
}

/** A v1 answer or update. */
export function subscriptionText(subscriptionId: number, tail: string): string {
  return `{"subscriptionId":${subscriptionId},${tail}`;
}
