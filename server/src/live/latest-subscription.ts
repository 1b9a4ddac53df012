import type { EntityKey, EntityKeyType } from '@signalbox/contract/entity-query';
import type { EntityId } from '@signalbox/contract/id';
import type { LiveBus, LiveChange } from '../bus/live-bus.ts';
import { pageText } from '../query/value-text.ts';
import { toWireText } from '../values/wire-values.ts';
import { latestText, memoizePerChange, type TextAt } from './change-texts.ts';
import { createHeldChanges, type HeldChanges } from './held-changes.ts';

/** Keys that latest-value subscriptions of one command follow, shared by all its entities. */
export interface FollowedKeys {
  /** Equal for equal keys: identifies the text that subscriptions share. */
  signature: string;
  /** key type → keys */
  byType: ReadonlyMap<EntityKeyType, ReadonlySet<string>>;
}

/** Entity fields are not pushed: they only come with a new page. */
const PUSHED: ReadonlySet<EntityKeyType> = new Set<EntityKeyType>([
  'TIME_SERIES',
  'ATTRIBUTE',
  'CLIENT_ATTRIBUTE',
  'SHARED_ATTRIBUTE',
  'SERVER_ATTRIBUTE',
]);

/** Key types that an attribute of a scope is reported under. */
const TYPES_OF_SCOPE = {
  CLIENT_SCOPE: ['ATTRIBUTE', 'CLIENT_ATTRIBUTE'],
  SHARED_SCOPE: ['ATTRIBUTE', 'SHARED_ATTRIBUTE'],
  SERVER_SCOPE: ['ATTRIBUTE', 'SERVER_ATTRIBUTE'],
} as const;

export function followedKeys(keys: readonly EntityKey[]): FollowedKeys {
  const byType = new Map<EntityKeyType, Set<string>>();
  for (const { type, key } of keys) {
    if (!PUSHED.has(type)) continue;
    const ofType = byType.get(type);
    if (ofType) ofType.add(key);
    else byType.set(type, new Set([key]));
  }
  const signature = JSON.stringify([...byType].map(([type, names]) => [type, [...names].sort()]).sort());
  return { signature, byType };
}

/** A new value of a followed key. */
interface NewValue extends TextAt {
  type: EntityKeyType;
  key: string;
  /** The value as a page shows it, to detect values that are shown already. */
  shown: string;
}

export interface LatestSubscription {
  /**
   * Compares earlier and later changes with these values, which the client has, and sends the differences.
   * @returns whether that are all there were; otherwise the values are to be read again
   */
  start(sent: (type: EntityKeyType, key: string) => TextAt | undefined): boolean;
  stop(): void;
}

/**
 * Follows the latest values of one entity. Until `start`, changes are held back while the client's first page is read.
 * @param send takes the JSON text of a change
 */
export function followLatest(
  liveBus: LiveBus,
  entityId: EntityId,
  keys: FollowedKeys,
  send: (change: string) => void,
): LatestSubscription {
  /** type and key → the client's value */
  const sent = new Map<string, TextAt>();
  let held: HeldChanges | undefined = createHeldChanges();

  function handle(change: LiveChange): void {
    const values = memoizePerChange(change, `latest ${keys.signature}`, () => {
      const found = newValues(change, keys);
      return { found, text: found.length > 0 ? textOf(entityId, found) : '' };
    });
    if (values.found.length === 0) return;
    const passed = values.found.filter((value) => isNew(value));
    for (const value of passed) sent.set(`${value.type} ${value.key}`, { ts: value.ts, value: value.shown });
    if (passed.length === values.found.length) send(values.text);
    else if (passed.length > 0) send(textOf(entityId, passed));
  }

  function isNew({ type, key, ts, value, shown }: NewValue): boolean {
    const before = sent.get(`${type} ${key}`);
    if (!before || value === null) return true;
    return ts > before.ts || (ts === before.ts && shown !== before.value);
  }

  const stop = liveBus.subscribeEntity(entityId.id, (change) => {
    if (held) held.add(change);
    else handle(change);
  });

  return {
    start(sentSoFar) {
      for (const [type, names] of keys.byType) {
        for (const key of names) {
          const value = sentSoFar(type, key);
          if (value && value.ts > 0) sent.set(`${type} ${key}`, value);
        }
      }
      const before = held;
      held = undefined;
      for (const change of before?.all() ?? []) handle(change);
      return !before?.isOverfull;
    },
    stop,
  };
}

function textOf(entityId: EntityId, values: readonly NewValue[]): string {
  const byType = new Map<EntityKeyType, NewValue[]>();
  for (const value of values) {
    const ofType = byType.get(value.type);
    if (ofType) ofType.push(value);
    else byType.set(value.type, [value]);
  }
  return latestText(entityId, byType);
}

/** Newest value of each followed key in a change. */
function newValues(change: LiveChange, keys: FollowedKeys): NewValue[] {
  if (change.kind === 'timeseries') return newestPoints(change, keys.byType.get('TIME_SERIES'));
  if (change.kind !== 'attributes' && change.kind !== 'attributesDeleted') return [];
  const values: NewValue[] = [];
  for (const type of TYPES_OF_SCOPE[change.scope]) {
    const names = keys.byType.get(type);
    if (!names) continue;
    if (change.kind === 'attributesDeleted') {
      for (const key of change.keys) {
        if (names.has(key)) values.push({ type, key, ts: 0, value: null, shown: '' });
      }
      continue;
    }
    for (const { key, lastUpdateTs, value } of change.entries) {
      if (names.has(key)) {
        values.push({ type, key, ts: lastUpdateTs, value: toWireText(value), shown: pageText(value) });
      }
    }
  }
  return values;
}

function newestPoints(change: LiveChange & { kind: 'timeseries' }, names: ReadonlySet<string> | undefined): NewValue[] {
  if (!names) return [];
  /** key → newest value so far; of equal times the later one counts */
  const newest = new Map<string, NewValue>();
  for (const { ts, values } of change.points) {
    for (const { key, value } of values) {
      if (!names.has(key)) continue;
      const before = newest.get(key);
      if (before && before.ts > ts) continue;
      newest.set(key, { type: 'TIME_SERIES', key, ts, value: toWireText(value), shown: pageText(value) });
    }
  }
  return [...newest.values()];
}
