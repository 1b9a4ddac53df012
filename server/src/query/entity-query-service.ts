import type {
  AlarmDataQuery,
  EntityCountQuery,
  EntityData,
  EntityDataQuery,
  EntityKey,
  EntityKeyType,
  KeyFilter,
  TsValue,
} from '@signalbox/contract/entity-query';
import { type EntityId, type EntityType, entityId } from '@signalbox/contract/id';
import { type PageData, pageData } from '@signalbox/contract/page';
import type pg from 'pg';
import { badRequest, isUnstorable, permissionDenied } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { Database } from '../storage/database.ts';
import { createKeyDictionary } from '../telemetry/key-dictionary.ts';
import type { SeriesStore } from '../telemetry/series-store.ts';
import { readAttributeValues } from './attribute-values.ts';
import { countedDevices, countStatement, type PageRequest, type PageRow, pageStatement } from './entity-query-sql.ts';
import { selectionOf } from './entity-selection.ts';
import { ENTITY_SOURCES, fieldText } from './entity-sources.ts';
import { filteredKeys } from './key-filter-sql.ts';
import type { RelationsOf } from './related-entities.ts';
import { pageText } from './value-text.ts';

export interface EntityQueryParts {
  db: Database;
  pool: pg.Pool;
  series: Pick<SeriesStore, 'latestOf' | 'keys' | 'settleLatest'>;
  /** Names of attributes of several entities. */
  attributes: { keys(entityIds: readonly string[]): Promise<string[]> };
  relationsOf: RelationsOf;
}

export interface FindOptions {
  /**
   * Called once with the entities of the page, before any of their values is read: who subscribes here misses nothing.
   */
  beforeValues?: (entities: readonly EntityId[]) => void;
}

/** So many entities are sorted sooner than they are found in the order of a whole tenant. */
const FEW = 20_000;
/** Most entities whose keys are looked up. */
const MAX_ENTITIES_OF_KEYS = 100;
/** Most values on one page, of all its entities together. */
const MAX_VALUES = 2_000_000;
const EMPTY_VALUE: TsValue = { ts: 0, value: '' };

/** Finds entities by fields, attributes and latest values, within what the caller may see. */
export function createEntityQueryService({ db, pool, series, attributes, relationsOf }: EntityQueryParts) {
  const keyDictionary = createKeyDictionary(pool);

  async function run<T>(statement: { execute(db: Database): Promise<{ rows: T[] }> }): Promise<T[]> {
    try {
      return (await statement.execute(db)).rows;
    } catch (error) {
      // What cannot be stored cannot be found either.
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
    const selection = await selectionOf(user, query.entityFilter, relationsOf);
    if (!selection) return undefined;
    // Ids of selected keys are only needed where SQL looks into their values.
    const looked = [
      ...query.keyFilters.map(({ key }) => key),
      ...(selected.textSearch ? selected.keys : []),
      ...(selected.sortKey ? [selected.sortKey] : []),
    ].filter(({ type }) => type !== 'ENTITY_FIELD');
    const names = new Set(looked.map(({ key }) => key));
    if (looked.some(({ type }) => type === 'TIME_SERIES')) await series.settleLatest();
    return {
      user,
      selection,
      filters: filteredKeys(query.keyFilters),
      keyIds: names.size > 0 ? await keyDictionary.knownIdsOf(names) : new Map(),
      textSearch: selected.textSearch,
      searchedKeys: selected.keys,
    };
  }

  async function count(request: PageRequest): Promise<number> {
    const [row] = await run(countStatement(request));
    return Number(row?.total ?? 0);
  }

  /** Whether the user sees but few devices of a tenant that may have many, where the order has no index for that. */
  async function fewVisible({ user, selection }: PageRequest, sortKey: EntityKey | undefined) {
    if (user.authority !== 'CUSTOMER_USER' || selection.source !== ENTITY_SOURCES.DEVICE) return undefined;
    if (sortKey?.type !== 'ENTITY_FIELD' || sortKey.key === 'createdTime') return undefined;
    const [row] = await run(countedDevices(user, undefined));
    return Number(row?.total ?? 0) <= FEW ? 'visible' : undefined;
  }

  /** The rows of a page, the fields of each in the order of `fields`, and how the total is found. */
  async function findRows(request: PageRequest, query: EntityDataQuery, fields: readonly string[]) {
    const { pageSize, page, sortOrder } = query.pageLink;
    const offset = page * pageSize;
    const counted = request.filters.some(({ key }) => key.type !== 'ENTITY_FIELD');
    // How many a search finds tells how their page is best found.
    const known = request.textSearch && !counted ? await count(request) : undefined;
    if (known === 0) return { rows: [], total: async () => 0 };
    const few = known !== undefined && known <= FEW ? 'found' : await fewVisible(request, sortOrder?.key);
    const rows: PageRow[] = await run(
      pageStatement({ ...request, sortOrder, fields, counted, few, limit: pageSize, offset }),
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
   * Puts the values of `keys` (none of them entity fields) into the rows.
   * @param keyFilters those of the query that found the rows
   */
  async function readValues(
    found: readonly EntityData[],
    keys: readonly EntityKey[],
    keyFilters: readonly KeyFilter[],
  ): Promise<void> {
    if (found.length === 0 || keys.length === 0) return;
    const ids = found.map((row) => row.entityId.id);
    const byId = new Map(found.map((row) => [row.entityId.id, row]));
    const seriesKeys = [...new Set(keys.filter(({ type }) => type === 'TIME_SERIES').map(({ key }) => key))];
    const attributeKeys = keys.filter(({ type }) => type !== 'TIME_SERIES');
    for (const row of found) {
      for (const { type, key } of keys) {
        row.latest[type] ??= noValues();
        (row.latest[type] as Record<string, TsValue>)[key] = EMPTY_VALUE;
      }
    }
    await Promise.all([
      seriesKeys.length > 0 &&
        series.latestOf(ids, seriesKeys).then((latest) => {
          for (const [id, points] of latest) {
            const values = byId.get(id)?.latest.TIME_SERIES;
            if (!values) continue;
            for (const { key, ts, value } of points) {
              if (Object.hasOwn(values, key)) values[key] = { ts, value: pageText(value) };
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
            if (ofType) ofType[key] = { ts, value: pageText(value) };
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
    options.beforeValues?.(found.map((row) => row.entityId));
    const [totalElements] = await Promise.all([total(), readValues(found, values, query.keyFilters)]);
    return pageData(found, totalElements, query.pageLink);
  }

  return {
    find,

    /** Puts current values of `keys` into rows found before. */
    readValues,

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

    /**
     * Alarms of the entities that a query finds, as far as the user may see these: none are raised by this version of
     * the platform.
     * @returns the page, and how many entities there are
     */
    async findAlarms(
      user: SecurityUser,
      { pageLink, ...query }: AlarmDataQuery,
    ): Promise<{ page: PageData<Record<string, unknown>>; totalEntities: number }> {
      const request = await prepare(user, query, { keys: [] });
      return { page: pageData([], 0, pageLink), totalEntities: request ? await count(request) : 0 };
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
      const ids = data.map((row) => row.entityId.id);
      const [timeseries, attribute] = await Promise.all([
        wanted.timeseries ? series.keys(ids) : [],
        wanted.attributes ? attributes.keys(ids) : [],
      ]);
      const entityTypes = [...new Set(data.map((row) => row.entityId.entityType))].sort();
      return { entityTypes, timeseries, attribute };
    },
  };
}

function selectedKeys(query: EntityDataQuery): EntityKey[] {
  return [...query.entityFields, ...query.latestValues];
}

/** Without a prototype: a key may have any name, `__proto__` too. */
function noValues(): Record<string, TsValue> {
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
