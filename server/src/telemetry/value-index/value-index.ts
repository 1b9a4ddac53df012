import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveBus } from '../../bus/live-bus.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import {
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
}
const DEFAULT_OPTIONS: ValueIndexOptions = {
  minEntities: 20_000,
  slow: 30,
  maxKeysOfTenant: 20,
  maxKeys: 200,
  maxEntities: 40_000_000,
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

interface KnownKey extends StoredKey, IndexedKey {
  isReady: boolean;
}

/** What the writer of latest values has to know. */
export interface IndexedSeries {
  /** Whether somewhere latest values of the key have an index. */
  has(keyId: number): boolean;
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
 * Indexes of the values of keys that slow queries have asked for. They are built in the background, one at a time,
 * maintained by whoever writes values and entities (migration 0022), and dropped when nobody has asked for a day.
 */
export async function openValueIndex({ pool, liveBus, log, flushLatest, options }: ValueIndexParts) {
  const { minEntities, slow, maxKeysOfTenant, maxKeys, maxEntities } = { ...DEFAULT_OPTIONS, ...options };
  /** name → key, also while its table is being built */
  const known = new Map<string, KnownKey>();
  /** tenant → its keys */
  const byTenant = new Map<string, Set<KnownKey>>();
  /** number of a key → where its latest values have an index */
  const bySeries = new Map<number, Set<KnownKey>>();
  /** name → key that waits for its index */
  const waiting = new Map<string, ValueKey>();
  const declined = createEmbeddedCache<true>(MAX_DECLINED, DECLINED_FOR);
  let working: Promise<void> | undefined;
  let closed = false;
  const isClosed = (): boolean => closed;

  function add(key: StoredKey, isReady: boolean): KnownKey {
    const added = { ...key, table: tableOf(key.id), version: 0, hasSeveral: false, isReady };
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

  async function build(key: ValueKey): Promise<void> {
    const entities = await countEntities(pool, key, maxEntities);
    if (entities < minEntities || !(await makeRoom(key, entities))) {
      declined.set(nameOf(key), true);
      return;
    }
    const now = Date.now();
    const names = await pool.query<{ name: string }>('SELECT name FROM telemetry_key WHERE id = $1', [key.keyId]);
    const id = await createTable(pool, key, now);
    const name = names.rows[0]?.name;
    if (id === undefined || name === undefined) return;
    const added = add({ ...key, id, name, usedTime: now, entities }, false);
    try {
      // What was being written without the index is in the tables before they are read.
      await flushLatest();
      await waitForOlderWrites(pool, isClosed);
      added.entities = await fillTable(pool, id, key, isClosed);
      await waitForOlderWrites(pool, isClosed);
      if (closed) return;
      if (await finishTable(pool, id, key)) {
        added.isReady = true;
        return;
      }
      declined.set(nameOf(key), true);
    } catch (error) {
      await drop(added).catch(() => undefined);
      throw error;
    }
    await drop(added);
  }

  async function work(): Promise<void> {
    for (const [name, key] of waiting) {
      if (closed) return;
      await build(key).catch((error: unknown) => {
        declined.set(name, true);
        if (!closed) log.warn(error, 'An index of values could not be built');
      });
      waiting.delete(name);
    }
  }

  function start(task: () => Promise<void>): void {
    working = (working ?? Promise.resolve()).then(task).catch((error: unknown) => {
      if (!closed) log.warn(error, 'Indexes of values could not be looked after');
    });
  }

  /** Stores when keys were used, and drops those that were not for a day. */
  async function check(): Promise<void> {
    const all = [...known.values()];
    await storeUse(pool, all);
    for (const key of all) if (key.isReady && Date.now() - key.usedTime > UNUSED) await drop(key);
    await dropLostTables(pool);
  }

  for (const key of await openTables(pool)) add(key, true);
  const timer = setInterval(() => start(check), CHECK_INTERVAL);
  timer.unref();
  const unsubscribe = liveBus.subscribeKinds(['attributes', 'attributesDeleted', 'entity'], (change) => {
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

    /** Tells that a query by the values of keys without an index took so long, in ms. */
    noteSlow(keys: readonly ValueKey[], took: number): void {
      if (took < slow || closed) return;
      for (const key of keys) {
        const name = nameOf(key);
        if (known.has(name) || waiting.has(name) || waiting.size >= MAX_WAITING || declined.get(name)) continue;
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

    /** Resolves when nothing is being built or dropped. */
    async settle(): Promise<void> {
      while (waiting.size > 0) await working;
      await working;
    },

    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
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
