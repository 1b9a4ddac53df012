import type {
  EntityCountQuery,
  EntityData,
  EntityDataQuery,
  EntityFilter,
  EntityKey,
  EntityKeyType,
  KeyFilter,
  TsValue,
} from '@signalbox/contract/entity-query';
import { type EntityId, type EntityType, entityId } from '@signalbox/contract/id';
import { type PageData, pageData } from '@signalbox/contract/page';
import { type SqlBool, sql } from 'kysely';
import type pg from 'pg';
import type { EntityDirectory } from '../access/entity-directory.ts';
import { isPermitted } from '../access/permissions.ts';
import type { ValueRights, ValueRightsOf } from '../access/value-rights.ts';
import { deviceKind } from '../entities/device/device-kind.ts';
import { fieldText } from '../entities/entity-source.ts';
import { badRequest, isUnstorable, permissionDenied } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { Database } from '../storage/database.ts';
import type { ListPlaces } from '../storage/list-places.ts';
import { createKeyDictionary } from '../telemetry/key-dictionary.ts';
import type { SeriesStore } from '../telemetry/series-store.ts';
import type { ValueIndex } from '../telemetry/value-index/value-index.ts';
import { readAttributeValues } from './attribute-values.ts';
import { countedDevices, countStatement, type PageRequest, type PageRow, pageStatement } from './entity-query-sql.ts';
import { type Selection, selectionOf } from './entity-selection.ts';
import type { IndexedPlace } from './indexed-page.ts';
import { createIndexedQueries, QUERY_SIZES, type QuerySizes } from './indexed-queries.ts';
import { filteredKeys } from './key-filter-sql.ts';
import { findQueryIndex } from './query-index.ts';
import type { RelationsOf } from './related-entities.ts';
import { pageText } from './value-text.ts';

export interface EntityQueryParts {
  db: Database;
  pool: pg.Pool;
  series: Pick<SeriesStore, 'latestOf' | 'keys' | 'settleLatest'>;
  /** Names of attributes of several entities. */
  attributes: { keys(entityIds: readonly string[]): Promise<string[]> };
  relationsOf: RelationsOf;
  directory: EntityDirectory;
  valueRightsOf: ValueRightsOf;
  valueIndex: Pick<ValueIndex, 'find' | 'noteSlow' | 'confirm'>;
  /** Where the rows of far pages are. */
  places: ListPlaces<IndexedPlace>;
  /** For tests: what counts as few and as many. */
  sizes?: QuerySizes;
}

export interface FindOptions {
  /**
   * Called once with the entities of the page and what may be read of them, before any of their values is read: who
   * subscribes here misses nothing.
   */
  beforeValues?: (entities: readonly EntityId[], rights: ValueRights) => void;
}

/** Maximum number of entities whose keys are looked up. */
const MAX_ENTITIES_OF_KEYS = 100;
/** Maximum number of values on a page, of all its entities together. */
const MAX_VALUES = 2_000_000;
const EMPTY_VALUE: TsValue = { ts: 0, value: '' };

/** Finds entities by fields, attributes and latest values, within what the caller may see. */
export function createEntityQueryService(parts: EntityQueryParts) {
  const { db, pool, series, attributes, relationsOf, directory, valueRightsOf, valueIndex, places } = parts;
  const sizes = parts.sizes ?? QUERY_SIZES;
  const maxFew = sizes.few;
  const keyDictionary = createKeyDictionary(pool);

  async function run<T>(statement: { execute(db: Database): Promise<{ rows: T[] }> }): Promise<T[]> {
    try {
      return (await statement.execute(db)).rows;
    } catch (error) {
      // A value that cannot be stored cannot be searched for either.
      if (isUnstorable(error)) throw badRequest('A value of the query is not valid.');
      throw error;
    }
  }

  /** The query with the ids of its keys; undefined when nothing can match. */
  async function prepare(
    user: SecurityUser,
    query: EntityCountQuery,
    selected: { keys: readonly EntityKey[]; textSearch?: string | null | undefined; sortKey?: EntityKey | undefined },
  ): Promise<PageRequest | undefined> {
    if (user.authority === 'SYS_ADMIN') throw permissionDenied();
    if (!(await maySearchFrom(user, query.entityFilter))) return undefined;
    const selection = await selectionOf(user, query.entityFilter, relationsOf);
    if (!selection) return undefined;
    const rights = await valueRightsOf(user);
    // Ids of selected keys are only needed where SQL looks into their values.
    const looked = [
      ...query.keyFilters.map(({ key }) => key),
      ...(selected.textSearch ? selected.keys : []),
      ...(selected.sortKey ? [selected.sortKey] : []),
    ].filter(({ type }) => type !== 'ENTITY_FIELD');
    const names = new Set(looked.map(({ key }) => key));
    if (looked.some(({ type }) => type === 'TIME_SERIES')) await series.settleLatest();
    const filters = filteredKeys(query.keyFilters);
    const keyIds = names.size > 0 ? await keyDictionary.knownIdsOf(names) : new Map<string, number>();
    const { index, wanted } = findQueryIndex(valueIndex, {
      tenantId: user.tenantId,
      selection,
      filters,
      sortKey: selected.sortKey,
      keyIds,
    });
    const isMany = wanted.length > 0 && (user.authority !== 'CUSTOMER_USER' || (await seesMany(user, selection)));
    return {
      user,
      rights,
      selection,
      filters,
      keyIds,
      textSearch: selected.textSearch,
      searchedKeys: selected.keys,
      index: isMany ? index : undefined,
      wanted: isMany ? wanted : [],
    };
  }

  /** Whether a customer user sees so many entities that an index of their values is worth it. */
  async function seesMany(user: SecurityUser, { source }: Selection): Promise<boolean> {
    if (source !== deviceKind.source) return false;
    const [row] = await run(countedDevices(user, undefined));
    return Number(row?.total ?? 0) > maxFew;
  }

  /** A search by relations begins at an entity that the caller could ask for its relations. */
  async function maySearchFrom(user: SecurityUser, filter: EntityFilter): Promise<boolean> {
    if (!('rootEntity' in filter) || !filter.rootEntity) return true;
    const root = await directory.find(filter.rootEntity);
    return root !== undefined && isPermitted(user, filter.rootEntity.entityType, 'READ', root);
  }

  const indexed = createIndexedQueries({ db, run, valueIndex, sizes, places });

  async function count(request: PageRequest): Promise<number> {
    const total = await indexed.count(request);
    if (total !== undefined) return total;
    return timed(request, async () => Number((await run(countStatement(request)))[0]?.total ?? 0));
  }

  /** Reads without an index what could have one, and asks for it when that takes long. */
  async function timed<T>({ wanted }: PageRequest, read: () => Promise<T>): Promise<T> {
    if (wanted.length === 0) return read();
    const started = performance.now();
    const result = await read();
    valueIndex.noteSlow(wanted, performance.now() - started);
    return result;
  }

  /** Whether the user sees only a few of the tenant's devices, for sort orders without an index per customer. */
  async function fewVisible({ user, selection }: PageRequest, sortKey: EntityKey | undefined) {
    if (user.authority !== 'CUSTOMER_USER' || selection.source !== deviceKind.source) return undefined;
    if (sortKey?.type !== 'ENTITY_FIELD' || sortKey.key === 'createdTime') return undefined;
    const [row] = await run(countedDevices(user, undefined));
    return Number(row?.total ?? 0) <= maxFew ? 'visible' : undefined;
  }

  /** The rows of a page, the fields of each in the order of `fields`, and how the total is found. */
  async function findRows(request: PageRequest, query: EntityDataQuery, fields: readonly string[]) {
    const { pageSize, page, sortOrder } = query.pageLink;
    const offset = page * pageSize;
    const found = await indexed.find(request, { sortOrder, fields, limit: pageSize, offset });
    if (found) return { rows: found.rows, total: async () => found.total };
    const counted = request.filters.some(({ key }) => key.type !== 'ENTITY_FIELD');
    // How many a search finds tells how their page is best found.
    const known = request.textSearch && !counted ? await count(request) : undefined;
    if (known === 0) return { rows: [], total: async () => 0 };
    const few = known !== undefined && known <= maxFew ? 'found' : await fewVisible(request, sortOrder?.key);
    const rows: PageRow[] = await timed(request, () =>
      run(pageStatement({ ...request, sortOrder, fields, counted, few, limit: pageSize, offset })),
    );
    // A page that is not full ends the list: nothing has to be counted then.
    const isLast = rows.length < pageSize && (rows.length > 0 || page === 0);
    const total = async (): Promise<number> => {
      if (isLast) return offset + rows.length;
      return known ?? rows[0]?.total ?? (await count(request));
    };
    return { rows, total };
  }

  /**
   * Puts the values of `keys` (none of them entity fields) into the rows, as far as they may be read; a row names those
   * that may not.
   * @param keyFilters those of the query that found the rows
   */
  async function readValues(
    rights: ValueRights,
    found: readonly EntityData[],
    keys: readonly EntityKey[],
    keyFilters: readonly KeyFilter[],
  ): Promise<void> {
    if (found.length === 0 || keys.length === 0) return;
    const ids = found.map((row) => row.entityId.id);
    const byId = new Map(found.map((row) => [row.entityId.id, row]));
    const seriesKeys = [...new Set(keys.filter(({ type }) => type === 'TIME_SERIES').map(({ key }) => key))];
    const attributeKeys = keys.filter(({ type }) => type !== 'TIME_SERIES');
    const mayRead = (id: string, key: string): boolean =>
      rights.isUnrestricted || rights.mayRead((byId.get(id) as EntityData).entityId, key);
    for (const row of found) {
      for (const { type, key } of keys) {
        row.latest[type] ??= noValues();
        (row.latest[type] as Record<string, TsValue>)[key] = EMPTY_VALUE;
      }
      if (!rights.isUnrestricted) refuseKeys(row, rights, keys);
    }
    await Promise.all([
      seriesKeys.length > 0 &&
        series.latestOf(ids, seriesKeys).then((latest) => {
          for (const [id, points] of latest) {
            const values = byId.get(id)?.latest.TIME_SERIES;
            if (!values) continue;
            for (const { key, ts, value } of points) {
              if (Object.hasOwn(values, key) && mayRead(id, key)) values[key] = { ts, value: pageText(value) };
            }
          }
        }),
      attributeKeys.length > 0 &&
        readAttributeValues(
          db,
          await keyDictionary.knownIdsOf(attributeKeys.map(({ key }) => key)),
          ids,
          attributeKeys,
          filteredKeys(keyFilters),
        ).then((values) => {
          for (const { entityId: id, type, key, ts, value } of values) {
            const ofType = byId.get(id)?.latest[type];
            if (ofType && mayRead(id, key)) ofType[key] = { ts, value: pageText(value) };
          }
        }),
    ]);
  }

  /** A data query, prepared with everything its page needs. */
  function preparePage(user: SecurityUser, query: EntityDataQuery): Promise<PageRequest | undefined> {
    const selected = selectedKeys(query);
    for (const { type } of selected) {
      if (type === 'ALARM_FIELD') throw badRequest('Key type ALARM_FIELD can only be used in alarm queries.');
    }
    const { textSearch, sortOrder } = query.pageLink;
    return prepare(user, query, { keys: selected, textSearch, sortKey: sortOrder?.key });
  }

  async function find(
    user: SecurityUser,
    query: EntityDataQuery,
    options: FindOptions = {},
  ): Promise<PageData<EntityData>> {
    const request = await preparePage(user, query);
    if (!request) return pageData([], 0, query.pageLink);
    const { rows, total } = await readPage(request, query, options);
    return pageData(rows, total, query.pageLink);
  }

  /** The rows of a page with their values. */
  async function readPage(
    request: PageRequest,
    query: EntityDataQuery,
    options: FindOptions,
  ): Promise<{ rows: EntityData[]; total: number }> {
    const selected = selectedKeys(query);
    const { source } = request.selection;
    const entityFields = selected.filter(({ type }) => type === 'ENTITY_FIELD').map(({ key }) => key);
    const fields = [...new Set(entityFields)].filter((field) => fieldText(source, field));
    const { rows, total } = await findRows(request, query, fields);
    const values = selected.filter(({ type }) => type !== 'ENTITY_FIELD');
    if (rows.length * values.length > MAX_VALUES) {
      throw badRequest(
        `The page would hold more than ${MAX_VALUES} values. Please ask for fewer entities or for fewer keys.`,
      );
    }
    const now = Date.now();
    const found = rows.map((row) => toEntityData(row, entityFields, fields, now));
    const { rights } = request;
    options.beforeValues?.(
      found.map((row) => row.entityId),
      rights,
    );
    const [totalElements] = await Promise.all([total(), readValues(rights, found, values, query.keyFilters)]);
    return { rows: found, total: totalElements };
  }

  return {
    find,

    /** Puts current values of `keys` into rows found before. */
    readValues,

    /** What the user may read by now of the entities that it sees. */
    rightsOf: valueRightsOf,

    /** Ids of the entities on the page of a query, in its order. */
    async findIds(user: SecurityUser, query: EntityDataQuery): Promise<string[]> {
      const request = await preparePage(user, query);
      if (!request) return [];
      const { rows } = await findRows(request, query, []);
      return rows.map((row) => row.id);
    },

    async count(user: SecurityUser, query: EntityCountQuery): Promise<number> {
      const request = await prepare(user, query, { keys: [] });
      return request ? count(request) : 0;
    },

    /** Ids of the entities on the page of a query, in its order, and how many it finds. */
    async findEntities(user: SecurityUser, query: EntityDataQuery): Promise<{ ids: string[]; total: number }> {
      const request = await preparePage(user, query);
      if (!request) return { ids: [], total: 0 };
      const { rows, total } = await findRows(request, query, []);
      return { ids: rows.map(({ id }) => id), total: await total() };
    },

    /** Fields and values of entities that a query has found, whatever they are by now. */
    async readEntities(
      user: SecurityUser,
      {
        entityFilter,
        entityFields,
        latestValues,
      }: Pick<EntityDataQuery, 'entityFilter' | 'entityFields' | 'latestValues'>,
      ids: readonly string[],
      options: FindOptions,
    ): Promise<Map<string, EntityData>> {
      if (ids.length === 0) return new Map();
      const query = {
        entityFilter,
        entityFields,
        latestValues,
        keyFilters: [],
        pageLink: { pageSize: ids.length, page: 0 },
      };
      const request = await preparePage(user, query);
      if (!request) return new Map();
      const among = sql<SqlBool>`e.id = ANY(${ids}::uuid[])`;
      const { source, condition } = request.selection;
      const selection = {
        source,
        isWide: false,
        condition: condition ? sql<SqlBool>`${condition} AND ${among}` : among,
      };
      const { rows } = await readPage({ ...request, selection, index: undefined, wanted: [] }, query, options);
      return new Map(rows.map((row) => [row.entityId.id, row]));
    },

    /** Names in use among the first entities that the query finds; each list sorted. */
    async findKeys(
      user: SecurityUser,
      query: EntityDataQuery,
      wanted: { timeseries: boolean; attributes: boolean },
    ): Promise<{ entityTypes: EntityType[]; timeseries: string[]; attribute: string[] }> {
      const pageSize = Math.min(query.pageLink.pageSize, MAX_ENTITIES_OF_KEYS);
      const { data } = await find(user, {
        ...query,
        pageLink: { ...query.pageLink, pageSize },
        latestValues: query.pageLink.textSearch ? query.latestValues : [],
      });
      if (data.length === 0 || !(wanted.timeseries || wanted.attributes)) {
        return { entityTypes: [], timeseries: [], attribute: [] };
      }
      const entities = data.map((row) => row.entityId);
      const rights = await valueRightsOf(user);
      const [timeseries, attribute] = await Promise.all([
        wanted.timeseries ? readableKeys(rights, entities, series.keys) : [],
        wanted.attributes ? readableKeys(rights, entities, attributes.keys) : [],
      ]);
      const entityTypes = [...new Set(data.map((row) => row.entityId.entityType))].sort();
      return { entityTypes, timeseries, attribute };
    },
  };
}

/** Names in use among entities, as far as the caller may read their values; sorted. */
async function readableKeys(
  rights: ValueRights,
  entities: readonly EntityId[],
  keysOf: (ids: readonly string[]) => Promise<string[]>,
): Promise<string[]> {
  // Only these have values that a user who sees them may not read.
  const isSensitive = ({ entityType }: EntityId): boolean =>
    !rights.isUnrestricted && (entityType === 'TENANT' || entityType === 'USER');
  const open = entities.filter((entity) => !isSensitive(entity)).map(({ id }) => id);
  const found = [open.length > 0 ? await keysOf(open) : []];
  for (const entity of entities.filter(isSensitive)) {
    found.push((await keysOf([entity.id])).filter((key) => rights.mayRead(entity, key)));
  }
  return found.length === 1 ? (found[0] as string[]) : [...new Set(found.flat())].sort();
}

/** Names the keys of a row that the caller may not read. */
function refuseKeys(row: EntityData, rights: ValueRights, keys: readonly EntityKey[]): void {
  const refused = keys.filter(({ key }) => !rights.mayRead(row.entityId, key));
  if (refused.length > 0) row.notPermitted = refused.map(({ type, key }) => ({ type, key }));
}

function selectedKeys(query: EntityDataQuery): EntityKey[] {
  return [...query.entityFields, ...query.latestValues];
}

/** Without a prototype: a key may have any name, `__proto__` too. */
export function noValues(): Record<string, TsValue> {
  return Object.create(null) as Record<string, TsValue>;
}

function toEntityData(
  row: PageRow,
  entityFields: readonly string[],
  fields: readonly string[],
  now: number,
): EntityData {
  const latest: Partial<Record<EntityKeyType, Record<string, TsValue>>> = {};
  if (entityFields.length > 0) {
    const values = noValues();
    for (const field of entityFields) values[field] = { ts: now, value: '' };
    fields.forEach((field, index) => {
      values[field] = { ts: now, value: row[`f${index}`] ?? '' };
    });
    latest.ENTITY_FIELD = values;
  }
  return { entityId: entityId(row.entity_type, row.id), latest, timeseries: {} };
}

export type EntityQueryService = ReturnType<typeof createEntityQueryService>;
