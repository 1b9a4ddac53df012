import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveBus } from '../../bus/live-bus.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import { findLikelyKeys } from './likely-keys.ts';
import {
  analyzeValues,
  countEntities,
  createTable,
  dropLostTables,
  dropTable,
  fillTable,
  finishTable,
  openTables,
  readyTables,
  type StoredKey,
  storeUse,
  tableOf,
  type ValueKey,
  type ValueScope,
  waitForOlderWrites,
} from './value-tables.ts';
import { createWriteRates } from './write-rates.ts';

/** Which keys have an index, and how many. */
export interface ValueIndexOptions {
  /** Entities of a kind that a tenant has at least: fewer are sorted and filtered quickly without an index. */
  minEntities: number;
  /** ms that a query took at least when it asks for an index of its keys */
  slow: number;
  /** Keys of a tenant, and keys and their entities in all. */
  maxKeysOfTenant: number;
  maxKeys: number;
  maxEntities: number;
  /** ms after the start when indexes are built that nobody has asked for yet; absent: never. */
  foreseeAfter?: number | undefined;
  /** Keys of a tenant up to which indexes are built that nobody has asked for. */
  foreseenOfTenant: number;
  /** Values written in a second of all keys together whose index nobody has asked for. */
  foreseenWrites: number;
}
const DEFAULT_OPTIONS: ValueIndexOptions = {
  minEntities: 20_000,
  slow: 30,
  maxKeysOfTenant: 20,
  maxKeys: 200,
  maxEntities: 40_000_000,
  foreseeAfter: 30_000,
  foreseenOfTenant: 8,
  foreseenWrites: 200,
};

/** ms without a query after which the index of a key is dropped */
const UNUSED = 24 * 3_600_000;
/** ms after which the index of a key makes room for another one when there are too many */
const REPLACEABLE = 3_600_000;
/** ms between two looks for keys that are not used */
const CHECK_INTERVAL = 600_000;
/** Keys that wait for their index; others ask again. */
const MAX_WAITING = 20;
/** Keys that cannot have an index, and ms for which that is remembered. */
const MAX_DECLINED = 1000;
const DECLINED_FOR = 600_000;
/** ms for which no index is built for a key that was written too often, or cannot have one, unless somebody asks */
const BUSY_FOR = 6 * 3_600_000;
/** How many times as long as a part of an index took its building rests, when nobody waits for it. */
const LONG_REST = 3;
/** Which part of all indexed entities may be in indexes that nobody has asked for. */
const FORESEEN_PART = 0.5;

/** A key with its values in order, for queries. */
export interface IndexedKey {
  id: number;
  scope: ValueScope;
  /** The table with a row for each entity of the kind: see value-tables.ts. */
  table: string;
  /** Another one whenever its rows, or entities of the tenant, may have changed. */
  version: number;
  /** How many rows there are, about. */
  entities: number;
  /** An entity has the attribute in several scopes. */
  hasSeveral: boolean;
}

/** An index that queries can use. */
export type ReadyKey = Readonly<StoredKey & IndexedKey>;

interface KnownKey extends StoredKey, IndexedKey {
  isReady: boolean;
  /** Its building is to end. */
  isUnwanted: boolean;
}

const isForeseen = ({ usedTime }: KnownKey): boolean => usedTime === 0;
const writtenKeyOf = ({ scope, keyId, name }: Pick<StoredKey, 'scope' | 'keyId' | 'name'>): number | string =>
  scope === 'series' ? keyId : name;

/** What the writer of latest values has to know. */
export interface IndexedSeries {
  /** Whether somewhere latest values of the key have an index. */
  has(keyId: number): boolean;
  /** Called with everything that is written. */
  written(values: Iterable<{ keyId: number }>): void;
  /** Called when values of keys have been written, to their index too. */
  changed(keyIds: Iterable<number>): void;
}

export interface ValueIndexParts {
  pool: pg.Pool;
  liveBus: LiveBus;
  log: Pick<Logger, 'warn'>;
  /** Resolves when all latest values offered before are in their table. */
  flushLatest: () => Promise<void>;
  options?: Partial<ValueIndexOptions>;
}

const nameOf = ({ tenantId, entityType, keyId, scope }: ValueKey): string =>
  `${tenantId} ${entityType} ${scope} ${keyId}`;

/**
 * Indexes of the values of keys that slow queries have asked for, or may well ask for: those that many entities have and
 * that are seldom written. They are built in the background, one at a time, maintained by whoever writes values and
 * entities (migration 0022), and dropped when nobody has asked for a day, unless they are foreseen.
 */
export async function openValueIndex({ pool, liveBus, log, flushLatest, options }: ValueIndexParts) {
  const settings = { ...DEFAULT_OPTIONS, ...options };
  const { minEntities, slow, maxKeysOfTenant, maxKeys, maxEntities, foreseenOfTenant, foreseenWrites } = settings;
  /** name → key, also while its table is being built */
  const known = new Map<string, KnownKey>();
  /** tenant → its keys */
  const byTenant = new Map<string, Set<KnownKey>>();
  /** number of a key → where its latest values have an index */
  const bySeries = new Map<number, Set<KnownKey>>();
  /** name → key that waits for its index */
  const waiting = new Map<string, ValueKey>();
  /** The same of keys that nobody has asked for. */
  const foreseen = new Map<string, ValueKey>();
  const declined = createEmbeddedCache<true>(MAX_DECLINED, DECLINED_FOR);
  const busy = createEmbeddedCache<true>(MAX_DECLINED, BUSY_FOR);
  const rates = createWriteRates();
  const listeners = new Set<(key: ReadyKey) => void>();
  let working: Promise<void> | undefined;
  let closed = false;
  const isClosed = (): boolean => closed;

  function add(key: StoredKey, isReady: boolean): KnownKey {
    const added = { ...key, table: tableOf(key.id), version: 0, hasSeveral: false, isReady, isUnwanted: false };
    known.set(nameOf(key), added);
    put(byTenant, key.tenantId, added);
    if (key.scope === 'series') put(bySeries, key.keyId, added);
    return added;
  }

  function forget(key: KnownKey): void {
    if (known.get(nameOf(key)) === key) known.delete(nameOf(key));
    take(byTenant, key.tenantId, key);
    take(bySeries, key.keyId, key);
  }

  async function drop(key: KnownKey): Promise<void> {
    forget(key);
    await dropTable(pool, key.id, isClosed);
  }

  /** Whether there is room for another key, after the one that nobody has asked for longest has gone. */
  async function makeRoom({ tenantId }: ValueKey, entities: number): Promise<boolean> {
    for (;;) {
      const own = byTenant.get(tenantId)?.size ?? 0;
      const all = [...known.values()];
      const isCrowded = all.length >= maxKeys || all.reduce((sum, one) => sum + one.entities, entities) > maxEntities;
      if (own < maxKeysOfTenant && !isCrowded) return true;
      const among = own >= maxKeysOfTenant ? [...(byTenant.get(tenantId) as Set<KnownKey>)] : all;
      const oldest = among.reduce((a, b) => (a.usedTime <= b.usedTime ? a : b));
      if (Date.now() - oldest.usedTime < REPLACEABLE) return false;
      await drop(oldest);
    }
  }

  /** Whether another key may be indexed that nobody has asked for; none makes room for it. */
  function hasRoom({ tenantId }: ValueKey, entities: number): boolean {
    const all = [...known.values()];
    const own = byTenant.get(tenantId)?.size ?? 0;
    const most = maxEntities * FORESEEN_PART;
    return (
      own < foreseenOfTenant &&
      all.length < maxKeys / 2 &&
      all.reduce((sum, one) => sum + one.entities, entities) <= most
    );
  }

  /** @returns whether it is done, also when there can be no index; else it was given up for somebody who asked */
  async function build(key: ValueKey, isAsked: boolean): Promise<boolean> {
    const entities = await countEntities(pool, key, maxEntities);
    if (entities < minEntities || !(isAsked ? await makeRoom(key, entities) : hasRoom(key, entities))) {
      if (isAsked) declined.set(nameOf(key), true);
      return true;
    }
    const usedTime = isAsked ? Date.now() : 0;
    const names = await pool.query<{ name: string }>('SELECT name FROM telemetry_key WHERE id = $1', [key.keyId]);
    const id = await createTable(pool, key, usedTime);
    const name = names.rows[0]?.name;
    if (id === undefined || name === undefined) return true;
    const added = add({ ...key, id, name, usedTime, entities }, false);
    const isGivenUp = (): boolean => added.isUnwanted || (isForeseen(added) && waiting.size > 0);
    const isStopped = (): boolean => closed || isGivenUp();
    try {
      // What was being written without the index is in the tables before they are read.
      await flushLatest();
      await waitForOlderWrites(pool, isStopped);
      if (!isStopped()) await analyzeValues(pool, key);
      added.entities = await fillTable(pool, id, key, isStopped, () => (isForeseen(added) ? LONG_REST : 1));
      await waitForOlderWrites(pool, isStopped);
      if (closed) return false;
      if (isGivenUp()) {
        await drop(added);
        return added.isUnwanted;
      }
      if (await finishTable(pool, id, key)) {
        added.isReady = true;
        for (const listener of listeners) listener(added);
        return true;
      }
      declined.set(nameOf(key), true);
      busy.set(nameOf(key), true);
    } catch (error) {
      await drop(added).catch(() => undefined);
      throw error;
    }
    await drop(added);
    return true;
  }

  async function work(): Promise<void> {
    for (;;) {
      const requested = first(waiting);
      const next = requested ?? first(foreseen);
      if (!next || closed) return;
      const [name, key] = next;
      const isDone = await build(key, requested !== undefined).catch((error: unknown) => {
        declined.set(name, true);
        if (!closed) log.warn(error, 'An index of values could not be built');
        return true;
      });
      if (requested) waiting.delete(name);
      else if (isDone) foreseen.delete(name);
    }
  }

  function start(task: () => Promise<void>): void {
    working = (working ?? Promise.resolve()).then(task).catch((error: unknown) => {
      if (!closed) log.warn(error, 'Indexes of values could not be looked after');
    });
  }

  /** Stores when keys were used, and drops those that were not for a day, unless they would be built again. */
  async function check(): Promise<void> {
    const all = [...known.values()];
    for (const key of all) if (key.isReady && Date.now() - key.usedTime > UNUSED) key.usedTime = 0;
    await foresee();
    await storeUse(pool, [...known.values()]);
    await dropLostTables(pool);
  }

  /** Builds what queries may well ask for, and drops what nobody asks for. */
  async function foresee(): Promise<void> {
    judge();
    const likely = await findLikelyKeys(pool, minEntities);
    const names = new Set(likely.map(nameOf));
    for (const key of [...known.values()]) {
      if (key.isReady && isForeseen(key) && !names.has(nameOf(key))) await drop(key);
    }
    if (settings.foreseeAfter === undefined) return;
    foreseen.clear();
    const planned = new Map<string, number>();
    let writes = writesOf([...known.values()].filter(isForeseen));
    for (const key of likely) {
      const name = nameOf(key);
      if (known.has(name) || waiting.has(name) || declined.get(name) || busy.get(name)) continue;
      const own = planned.get(key.tenantId) ?? byTenant.get(key.tenantId)?.size ?? 0;
      if (own >= foreseenOfTenant || writes + rates.of(writtenKeyOf(key)) > foreseenWrites) continue;
      writes += rates.of(writtenKeyOf(key));
      planned.set(key.tenantId, own + 1);
      foreseen.set(name, key);
    }
    if (foreseen.size > 0) start(work);
  }

  /** How many values are written in a second of some keys, of all tenants. */
  const writesOf = (keys: readonly KnownKey[]): number =>
    [...new Set(keys.map(writtenKeyOf))].reduce<number>((sum, key) => sum + rates.of(key), 0);

  /** Drops indexes that nobody has asked for while more is written of their keys than these are worth. */
  function judge(): void {
    if (!rates.turn()) return;
    const kept = [...known.values()].filter(isForeseen);
    kept.sort((a, b) => rates.of(writtenKeyOf(a)) - rates.of(writtenKeyOf(b)));
    while (writesOf(kept) > foreseenWrites) {
      const key = kept.pop() as KnownKey;
      busy.set(nameOf(key), true);
      if (key.isReady) start(() => drop(key));
      else key.isUnwanted = true;
      if (key.isReady) forget(key);
    }
  }

  for (const key of await openTables(pool)) add(key, true);
  const timer = setInterval(() => start(check), CHECK_INTERVAL);
  timer.unref();
  const begin =
    settings.foreseeAfter === undefined ? undefined : setTimeout(() => start(foresee), settings.foreseeAfter);
  begin?.unref();
  const unsubscribe = liveBus.subscribeKinds(['attributes', 'attributesDeleted', 'entity'], (change) => {
    if (change.kind === 'attributes') {
      for (const { key } of change.entries) rates.note(key);
      judge();
    }
    const keys = byTenant.get(change.tenantId);
    if (!keys) return;
    for (const key of keys) {
      if (change.kind === 'entity') key.version++;
      else if (key.scope === 'series') continue;
      else if (change.kind === 'attributes' && change.entries.some((entry) => entry.key === key.name)) key.version++;
      else if (change.kind === 'attributesDeleted' && change.keys.includes(key.name)) key.version++;
    }
  });

  return {
    series: {
      has: (keyId) => bySeries.has(keyId),
      written(values) {
        for (const { keyId } of values) rates.note(keyId);
        judge();
      },
      changed(keyIds) {
        for (const keyId of keyIds) for (const key of bySeries.get(keyId) ?? []) key.version++;
      },
    } satisfies IndexedSeries as IndexedSeries,

    /** The index of a key as far as it is known here; a statement that uses it makes sure that it is `ready`. */
    find(key: ValueKey): IndexedKey | undefined {
      const found = known.get(nameOf(key));
      if (!found?.isReady) return undefined;
      found.usedTime = Date.now();
      return found;
    },

    /** Calls back with each index that is or becomes ready, until the function it returns is called. */
    onReady(listener: (key: ReadyKey) => void): () => void {
      for (const key of known.values()) if (key.isReady) listener(key);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** Tells that a query by the values of keys without an index took so long, in ms. */
    noteSlow(keys: readonly ValueKey[], took: number): void {
      if (took < slow || closed) return;
      for (const key of keys) {
        const name = nameOf(key);
        const being = known.get(name);
        if (being && isForeseen(being)) being.usedTime = Date.now();
        if (being || waiting.has(name) || waiting.size >= MAX_WAITING || declined.get(name)) continue;
        if (waiting.size === 0) start(work);
        waiting.set(name, key);
      }
    },

    /**
     * Whether indexes could answer a query that found nothing; those that cannot answer any longer are forgotten.
     * @param strict those that cannot once an entity has the attribute in several scopes
     */
    async confirm(keys: readonly IndexedKey[], strict: ReadonlySet<IndexedKey>): Promise<boolean> {
      const ready = await readyTables(
        pool,
        keys.map(({ id }) => id),
      );
      for (const key of keys) {
        const found = ready.find(({ id }) => id === key.id);
        if (found) {
          key.hasSeveral = found.hasSeveral;
          continue;
        }
        const lost = [...known.values()].find(({ id }) => id === key.id);
        if (!lost) continue;
        declined.set(nameOf(lost), true);
        start(() => drop(lost));
        forget(lost);
      }
      return ready.length === keys.length && !keys.some((key) => key.hasSeveral && strict.has(key));
    },

    /** Resolves when nothing is being built or dropped. What waits while the index is closed is not built any more. */
    async settle(): Promise<void> {
      for (let last: unknown; last !== working || (waiting.size > 0 && !closed); ) {
        last = working;
        await working;
      }
    },

    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      clearTimeout(begin);
      unsubscribe();
      await working;
      await storeUse(pool, [...known.values()]).catch(() => undefined);
    },
  };
}
export type ValueIndex = Awaited<ReturnType<typeof openValueIndex>>;

function put<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}

function take<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values?.delete(value) && values.size === 0) map.delete(key);
}

function first<Key, Value>(map: ReadonlyMap<Key, Value>): [Key, Value] | undefined {
  for (const entry of map) return entry;
  return undefined;
}
