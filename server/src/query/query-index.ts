import type { EntityKey } from '@signalbox/contract/entity-query';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { IndexedKey, ReadyKey, ValueIndex } from '../telemetry/value-index/value-index.ts';
import { isIndexedType, type ValueKey, type ValueScope } from '../telemetry/value-index/value-tables.ts';
import type { Selection } from './entity-selection.ts';
import { type FilteredKey, rowCondition } from './key-filter-sql.ts';

/** Indexes of the keys that a query filters or sorts by. */
export interface QueryIndex {
  /** By `nameOfKey`. */
  keys: ReadonlyMap<string, IndexedKey>;
  /** Of attributes that are filtered in any scope: no answer once an entity has one of them in several scopes. */
  strict: ReadonlySet<IndexedKey>;
}

export const nameOfKey = ({ type, key }: EntityKey): string => `${type} ${key}`;

const SCOPES: Readonly<Partial<Record<EntityKey['type'], ValueScope>>> = {
  TIME_SERIES: 'series',
  CLIENT_ATTRIBUTE: 'client',
  SHARED_ATTRIBUTE: 'shared',
  SERVER_ATTRIBUTE: 'server',
  ATTRIBUTE: 'newest',
};

/** What a query names an indexed key. */
export function keyOfIndex({ scope, name }: Pick<ReadyKey, 'scope' | 'name'>): EntityKey {
  const [type] = Object.entries(SCOPES).find(([, one]) => one === scope) as [EntityKey['type'], ValueScope];
  return { type, key: name };
}

/** What is asked of an index. */
interface Asked {
  tenantId: string;
  selection: Selection;
  filters: readonly FilteredKey[];
  sortKey: EntityKey | undefined;
  /** name → id of the keys that exist */
  keyIds: ReadonlyMap<string, number>;
}

/**
 * Finds the index of every value that a query filters or sorts by.
 * @returns `index`: undefined unless all of them have one; `wanted`: the keys that could have one
 */
export function findQueryIndex(
  valueIndex: Pick<ValueIndex, 'find'>,
  { tenantId, selection, filters, sortKey, keyIds }: Asked,
): { index: QueryIndex | undefined; wanted: readonly ValueKey[] } {
  const entityType = selection.source.kinds[0];
  const none = { index: undefined, wanted: [] };
  if (!selection.isWide || !entityType || !isIndexedType(entityType)) return none;
  const filtered = filters.filter(({ key }) => key.type !== 'ENTITY_FIELD');
  const restricting = filtered.filter((filter) => rowCondition(filter, 'v')).map(({ key }) => key);
  const requested = sortKey ? [...restricting, sortKey] : restricting;
  const keys = new Map<string, IndexedKey>();
  const strict = new Set<IndexedKey>();
  const wanted: ValueKey[] = [];
  let isComplete = true;
  for (const key of requested) {
    const scope = SCOPES[key.type];
    const keyId = keyIds.get(key.key);
    // Fields have indexes of their own, and keys that do not exist need none.
    if (!scope || keyId === undefined) {
      if (key.type !== 'ENTITY_FIELD') isComplete = false;
      continue;
    }
    const wantedKey = { tenantId, entityType, keyId, scope };
    wanted.push(wantedKey);
    const found = valueIndex.find(wantedKey);
    // Of an attribute in several scopes, the newest one that passes the filter counts, and not the newest of all.
    const isStrict = scope === 'newest' && restricting.includes(key);
    if (!found || (isStrict && found.hasSeveral)) {
      isComplete = false;
      continue;
    }
    keys.set(nameOfKey(key), found);
    if (isStrict) strict.add(found);
  }
  return { index: isComplete && keys.size > 0 ? { keys, strict } : undefined, wanted };
}

/** The index may be dropped, or answer less, at any time: then nothing is found. */
export function isReady({ keys, strict }: QueryIndex): RawBuilder<SqlBool> {
  const ids = [...new Set([...keys.values()].map(({ id }) => id))];
  const never = [...strict].map(({ id }) => id);
  return sql`(SELECT count(*) = ${ids.length}::bigint FROM value_index_key WHERE id = ANY(${ids}::integer[])
    AND state = 'ready' AND NOT (has_several AND id = ANY(${never}::integer[])))`;
}

/** What is asked of indexes for a text search. */
type AskedForSearch = Pick<Asked, 'tenantId' | 'selection' | 'filters' | 'keyIds'> & { keys: readonly EntityKey[] };

/**
 * Finds the index of every value that a text search looks into.
 * @returns `index`: undefined unless there are values and all of them have one; `wanted`: the keys that could have one
 */
export function findSearchIndex(
  valueIndex: Pick<ValueIndex, 'find'>,
  { tenantId, selection, filters, keyIds, keys }: AskedForSearch,
): { index: QueryIndex | undefined; wanted: readonly ValueKey[] } {
  const none = { index: undefined, wanted: [] };
  const entityType = selection.source.kinds[0];
  if (!selection.isWide || !entityType || !isIndexedType(entityType)) return none;
  const found = new Map<string, IndexedKey>();
  const wanted: ValueKey[] = [];
  for (const key of keys) {
    const scope = SCOPES[key.type];
    const keyId = keyIds.get(key.key);
    if (!scope || keyId === undefined) continue;
    // Of an attribute in several scopes, the newest one that passes the filter is shown, and not the newest of all.
    const isFiltered = filters.some((filter) => nameOfKey(filter.key) === nameOfKey(key));
    if (scope === 'newest' && isFiltered) return none;
    const wantedKey = { tenantId, entityType, keyId, scope };
    wanted.push(wantedKey);
    const known = valueIndex.find(wantedKey);
    if (known) found.set(nameOfKey(key), known);
  }
  const isComplete =
    found.size > 0 && found.size === new Set(wanted.map(({ keyId, scope }) => `${scope} ${keyId}`)).size;
  return { index: isComplete ? { keys: found, strict: new Set() } : undefined, wanted };
}
