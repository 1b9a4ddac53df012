import type { EntityCountQuery, EntityData, EntityDataQuery } from '@signalbox/contract/entity-query';
import type { EntityId, EntityType } from '@signalbox/contract/id';
import { type PageData, pageData } from '@signalbox/contract/page';
import { type SqlBool, sql } from 'kysely';
import type pg from 'pg';
import type { EntityDirectory } from '../access/entity-directory.ts';
import type { ValueRights, ValueRightsOf } from '../access/value-rights.ts';
import { followDeletedTenants } from '../bus/deleted-tenants.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { NamedDevices } from '../entities/device/device-totals.ts';
import { sourceFor } from '../entities/entity-kinds.ts';
import { fieldText } from '../entities/entity-source.ts';
import type { RowPlace } from '../entities/paged-list-sql.ts';
import { badRequest } from '../http/errors.ts';
import { type SecurityUser, SYSTEM_USER } from '../http/security-user.ts';
import type { Database } from '../storage/database.ts';
import { createFairCache } from '../storage/fair-cache.ts';
import type { ListPlaces } from '../storage/list-places.ts';
import { createSlowWalks } from '../storage/slow-walks.ts';
import { createKeyDictionary } from '../telemetry/key-dictionary.ts';
import type { SeriesStore } from '../telemetry/series-store.ts';
import type { IndexedKey, ReadyKey, ValueIndex } from '../telemetry/value-index/value-index.ts';
import type { PageRequest } from './entity-query-sql.ts';
import { createEntityValues, toEntityData } from './entity-values.ts';
import type { IndexedPlace } from './indexed-page.ts';
import { QUERY_SIZES, type QuerySizes } from './indexed-queries.ts';
import { keyOfIndex, nameOfKey } from './query-index.ts';
import { createQueryPreparation, selectedKeys } from './query-preparation.ts';
import type { QueryReads } from './query-reads.ts';
import { createQueryRows } from './query-rows.ts';
import { createQueryOrders, createQueryPages, createQueryTotals } from './query-totals.ts';
import type { RelationsOf } from './related-entities.ts';

export interface EntityQueryParts {
  db: Database;
  pool: pg.Pool;
  /** Runs what may take long. */
  reads: QueryReads;
  series: Pick<SeriesStore, 'latestOf' | 'keys' | 'settleLatest'>;
  /** Names of attributes of several entities. */
  attributes: { keys(entityIds: readonly string[]): Promise<string[]> };
  relationsOf: RelationsOf;
  directory: EntityDirectory;
  valueRightsOf: ValueRightsOf;
  liveBus: LiveBus;
  valueIndex: Pick<ValueIndex, 'find' | 'noteSlow' | 'confirm'>;
  /** Where the rows of far pages are, in orders by values. */
  places: ListPlaces<IndexedPlace>;
  /** The same in orders by fields. */
  fieldPlaces: ListPlaces<RowPlace>;
  /** What is known of devices without asking the database. */
  namedDevices?: NamedDevices | undefined;
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
/** Lists of entities that are remembered, of up to 10,000 each. */
const MAX_LISTS = 20;

/** Entities that a query finds. */
interface FoundEntities {
  /** Of the page that was asked for. */
  ids: readonly string[];
  total: number;
}

/** Finds entities by fields, attributes and latest values, within what the caller may see. */
export function createEntityQueryService(parts: EntityQueryParts) {
  const { db, pool, reads, series, attributes, valueRightsOf, valueIndex, places, fieldPlaces, liveBus } = parts;
  const sizes = parts.sizes ?? QUERY_SIZES;
  const keyDictionary = createKeyDictionary(pool);
  const deletedTenants = followDeletedTenants(liveBus);
  const slowWalks = createSlowWalks(deletedTenants, sizes.slow);
  const totals = createQueryTotals(liveBus, sizes.lately);
  const orders = createQueryOrders(liveBus, sizes.lately);
  const pages = createQueryPages(liveBus, sizes.lately);
  const { prepare, preparePage } = createQueryPreparation({ ...parts, keyDictionary, maxFew: sizes.few });
  const { count, findRows, learn } = createQueryRows({
    ...{ db, reads, totals, orders, pages, valueIndex, places, fieldPlaces, slowWalks, sizes },
    namedDevices: parts.namedDevices,
  });
  const lists = createFairCache<{ state: string; found: FoundEntities }>(MAX_LISTS, deletedTenants);
  const readValues = createEntityValues({ db, series, keyDictionary });

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

    /** Has the places of far pages in the order of an indexed value found, as administrators of the tenant list it. */
    async learnOrder(indexed: ReadyKey): Promise<void> {
      const user: SecurityUser = { ...SYSTEM_USER, authority: 'TENANT_ADMIN', tenantId: indexed.tenantId };
      const source = sourceFor(user, indexed.entityType);
      if (!source) return;
      const key = keyOfIndex(indexed);
      const index = { keys: new Map([[nameOfKey(key), indexed]]), strict: new Set<IndexedKey>() };
      const request = {
        user,
        rights: await valueRightsOf(user),
        selection: { source, condition: undefined, isWide: true },
        filters: [],
        keyIds: new Map<string, number>(),
        textSearch: undefined,
        searchedKeys: [],
        searchIndex: undefined,
        index,
        wanted: [],
      };
      await learn(request, { key, direction: 'ASC' });
    },

    async count(user: SecurityUser, query: EntityCountQuery): Promise<number> {
      const request = await prepare(user, query, { keys: [] });
      return request ? count(request) : 0;
    },

    /**
     * Ids of the entities on the page of a query, in its order, and how many it finds: the same list as before where no
     * entity of the tenant has changed since.
     */
    async findEntities(user: SecurityUser, query: EntityDataQuery): Promise<FoundEntities> {
      const request = await preparePage(user, query);
      if (!request) return { ids: [], total: 0 };
      const find = async (): Promise<FoundEntities> => {
        const { rows, total } = await findRows(request, query, []);
        return { ids: rows.map(({ id }) => id), total: await total() };
      };
      if (!isDecidedByFields(request, query)) return find();
      const { entityFilter, keyFilters, pageLink } = query;
      const { tenantId, customerId, authority } = user;
      const name = JSON.stringify([tenantId, customerId, authority, entityFilter, keyFilters, pageLink]);
      const state = totals.stateOf(tenantId);
      const known = lists.get(tenantId, name);
      if (known?.state === state) return known.found;
      const found = await find();
      // Few are found as fast.
      if (found.ids.length >= sizes.few / 40) lists.set(tenantId, name, { state, found });
      return found;
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
      const { rows } = await readPage(
        { ...request, selection, index: undefined, searchIndex: undefined, wanted: [] },
        query,
        options,
      );
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

/** Whether nothing but fields of entities tells what a query finds, and in which order. */
const isDecidedByFields = ({ selection, filters, textSearch }: PageRequest, { pageLink }: EntityDataQuery): boolean =>
  selection.isWide &&
  !textSearch &&
  filters.every(({ key }) => key.type === 'ENTITY_FIELD') &&
  (pageLink.sortOrder?.key.type ?? 'ENTITY_FIELD') === 'ENTITY_FIELD';

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

export type EntityQueryService = ReturnType<typeof createEntityQueryService>;
