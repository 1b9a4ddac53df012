import type { EntityId } from '@signalbox/contract/id';
import type { Logger } from 'pino';
import type { AttributeScope } from '../values/attribute.ts';
import type { KeyValue, TimedValues } from '../values/value.ts';
import { RefusedValueError } from '../values/value-rules.ts';
import { attributePlace } from './attribute-store.ts';
import type { KeySource, LoadedKeys } from './key-source.ts';

/** Thrown when a device or its tenant would exceed its allowed keys. */
export class KeyLimitError extends RefusedValueError {}

/** Most keys of one entity (telemetry and attributes each), and of a tenant in all; 0: any number. */
export interface KeyBounds {
  perEntity: number;
  perTenant: number;
}

export interface KeyLimitsParts {
  series: KeySource;
  attributes: KeySource;
  /** Bounds of a tenant, from its profile or the settings. */
  boundsOf: (tenantId: string) => Promise<KeyBounds>;
  /** Counts the keys of a tenant's entities in the database. */
  countOf: (tenantId: string) => Promise<number>;
  log: Logger;
}

/** Bounds the number of keys of devices and tenants: each key costs memory and a permanent row. */
export interface KeyLimits {
  /**
   * Refuses telemetry that cannot be stored, as far as that is known without I/O: for those who acknowledge it before.
   * @param values number of all values in `points`
   * @param maxKeys most keys of the device; 0: any number
   * @throws KeyLimitError
   */
  checkSeries(entityId: string, points: readonly TimedValues[], values: number, maxKeys: number): void;
  /** @throws KeyLimitError as checkSeries */
  checkAttributes(entityId: string, scope: AttributeScope, entries: readonly KeyValue[], maxKeys: number): void;
  /**
   * Reserves the keys of telemetry that is about to be stored.
   * @returns a promise only when a key is new, or the entity is not in memory
   * @throws KeyLimitError, at once or in the promise
   */
  admitSeries(tenantId: string, entityId: EntityId, points: readonly TimedValues[]): Promise<void> | undefined;
  admitAttributes(
    tenantId: string,
    entityId: EntityId,
    scope: AttributeScope,
    entries: readonly KeyValue[],
  ): Promise<void> | undefined;
}

/** ms for which admitted keys count before they are stored; those whose write failed stop counting then */
const RESERVATION_TIME = 60_000;
/** Entities whose admitted keys are remembered */
const MAX_RESERVED_ENTITIES = 10_000;
/** A tenant that has reached its bound is counted again at most once in this time, ms: it may have deleted devices. */
const RECOUNT_AFTER = 10_000;
/** Tenants whose number of keys is remembered */
const MAX_TENANTS = 10_000;

interface TenantKeys {
  /**
   * Keys in the database when they were counted, and those admitted since; it never has fewer. Until the first
   * count those admitted, so that a tenant may not have more than its bound of new ones in the seconds that it takes.
   */
  count: number;
  isCounted: boolean;
  /** epoch ms when the last count ended, also one that failed */
  triedAt: number;
  counting: boolean;
}

export function createKeyLimits({ series, attributes, boundsOf, countOf, log }: KeyLimitsParts): KeyLimits {
  /** kind and entity id → admitted key → when it stops counting, epoch ms */
  const reserved = new Map<string, Map<string, number>>();
  /** tenant id → its keys; only tenants that have added one */
  const tenants = new Map<string, TenantKeys>();

  function tenantKeys(tenantId: string): TenantKeys {
    let own = tenants.get(tenantId);
    if (own) return own;
    own = { count: 0, isCounted: false, triedAt: 0, counting: false };
    tenants.set(tenantId, own);
    if (tenants.size > MAX_TENANTS) tenants.delete(tenants.keys().next().value as string);
    return own;
  }

  /**
   * Nobody waits for the count: of many millions of keys it takes seconds. What is admitted meanwhile may be in it
   * already, and is not counted twice: nobody is refused wrongly, and the next count is exact.
   */
  function recount(tenantId: string, own: TenantKeys): void {
    if (own.counting || Date.now() - own.triedAt < RECOUNT_AFTER) return;
    own.counting = true;
    countOf(tenantId)
      .then(
        (count) => {
          own.count = count;
          own.isCounted = true;
        },
        (error: unknown) => log.warn({ err: error, tenantId }, 'the keys of a tenant could not be counted'),
      )
      .finally(() => {
        own.triedAt = Date.now();
        own.counting = false;
      });
  }

  function reservedOf(place: string): Map<string, number> {
    let own = reserved.get(place);
    if (own) return own;
    own = new Map();
    reserved.set(place, own);
    if (reserved.size > MAX_RESERVED_ENTITIES) reserved.delete(reserved.keys().next().value as string);
    return own;
  }

  async function admitNew(
    source: KeySource,
    kind: 'telemetry' | 'attributes',
    tenantId: string,
    entityId: string,
    keys: Iterable<string>,
  ): Promise<void> {
    const bounds = await boundsOf(tenantId);
    if (bounds.perEntity === 0 && bounds.perTenant === 0) return;
    let loaded = source.loadedKeys(entityId);
    while (!loaded) {
      await source.loadKeys(entityId);
      loaded = source.loadedKeys(entityId);
    }
    // No await from here on, so that the check and the reservation are one step.
    const now = Date.now();
    const own = reservedOf(`${kind} ${entityId}`);
    for (const [key, until] of own) if (until < now || loaded.holds(key)) own.delete(key);
    const fresh = new Set<string>();
    for (const key of keys) if (!loaded.holds(key) && !own.has(key)) fresh.add(key);
    if (fresh.size === 0) return;
    if (bounds.perEntity > 0 && loaded.count() + own.size + fresh.size > bounds.perEntity)
      refuse(kind, bounds.perEntity);
    if (bounds.perTenant > 0) {
      const tenant = tenantKeys(tenantId);
      const isFull = tenant.count + fresh.size > bounds.perTenant;
      if (isFull || !tenant.isCounted) recount(tenantId, tenant);
      if (isFull) refuseTenant(bounds.perTenant);
      tenant.count += fresh.size;
    }
    for (const key of fresh) own.set(key, now + RESERVATION_TIME);
  }

  function check(
    source: KeySource,
    kind: 'telemetry' | 'attributes',
    entityId: string,
    keys: Set<string>,
    max: number,
  ) {
    const loaded = source.loadedKeys(entityId);
    const own = reserved.get(`${kind} ${entityId}`);
    let count = loaded?.count() ?? 0;
    if (own) for (const key of own.keys()) if (!loaded?.holds(key)) count++;
    let fresh = 0;
    for (const key of keys) if (!loaded?.holds(key) && !own?.has(key)) fresh++;
    if (fresh > 0 && count + fresh > max) refuse(kind, max);
  }

  return {
    checkSeries(entityId, points, values, maxKeys) {
      if (maxKeys === 0 || (series.loadedKeys(entityId)?.size ?? 0) + values <= maxKeys) return;
      check(series, 'telemetry', entityId, keysOf(points), maxKeys);
    },

    checkAttributes(entityId, scope, entries, maxKeys) {
      if (maxKeys === 0 || (attributes.loadedKeys(entityId)?.size ?? 0) + entries.length <= maxKeys) return;
      check(attributes, 'attributes', entityId, placesOf(scope, entries), maxKeys);
    },

    admitSeries(tenantId, { id }, points) {
      const loaded = series.loadedKeys(id);
      if (loaded && holdsAll(loaded, points)) return undefined;
      return admitNew(series, 'telemetry', tenantId, id, keysOf(points));
    },

    admitAttributes(tenantId, { id }, scope, entries) {
      const loaded = attributes.loadedKeys(id);
      if (loaded && entries.every(({ key }) => loaded.holds(attributePlace(scope, key)))) return undefined;
      return admitNew(attributes, 'attributes', tenantId, id, placesOf(scope, entries));
    },
  };
}

function holdsAll(loaded: LoadedKeys, points: readonly TimedValues[]): boolean {
  for (const { values } of points) {
    for (let i = 0; i < values.length; i++) if (!loaded.holds((values[i] as KeyValue).key, i)) return false;
  }
  return true;
}

function keysOf(points: readonly TimedValues[]): Set<string> {
  const keys = new Set<string>();
  for (const { values } of points) for (const { key } of values) keys.add(key);
  return keys;
}

function placesOf(scope: AttributeScope, entries: readonly KeyValue[]): Set<string> {
  return new Set(entries.map(({ key }) => attributePlace(scope, key)));
}

function refuse(kind: 'telemetry' | 'attributes', max: number): never {
  throw new KeyLimitError(`Too many keys of ${kind}: at most ${max} are allowed for a device (maxKeysPerDevice)`);
}

function refuseTenant(max: number): never {
  throw new KeyLimitError(
    `Too many keys: at most ${max} are allowed for all devices of the tenant together (maxKeysPerTenant)`,
  );
}
