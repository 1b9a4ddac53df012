import type { EntityCountQuery, EntityDataQuery, EntityFilter, EntityKey } from '@signalbox/contract/entity-query';
import type { EntityDirectory } from '../access/entity-directory.ts';
import { isPermitted } from '../access/permissions.ts';
import type { ValueRightsOf } from '../access/value-rights.ts';
import { deviceKind } from '../entities/device/device-kind.ts';
import { badRequest, permissionDenied } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { KeyDictionary } from '../telemetry/key-dictionary.ts';
import type { SeriesStore } from '../telemetry/series-store.ts';
import type { ValueIndex } from '../telemetry/value-index/value-index.ts';
import { countedDevices, type PageRequest } from './entity-query-sql.ts';
import { type Selection, selectionOf } from './entity-selection.ts';
import { filteredKeys } from './key-filter-sql.ts';
import { findQueryIndex, findSearchIndex } from './query-index.ts';
import type { QueryReads } from './query-reads.ts';
import type { RelationsOf } from './related-entities.ts';

export interface QueryPreparationParts {
  reads: QueryReads;
  series: Pick<SeriesStore, 'settleLatest'>;
  keyDictionary: Pick<KeyDictionary, 'knownIdsOf'>;
  relationsOf: RelationsOf;
  directory: EntityDirectory;
  valueRightsOf: ValueRightsOf;
  valueIndex: Pick<ValueIndex, 'find'>;
  /** Up to so many entities are read without an index of their values. */
  maxFew: number;
}

/** Prepares queries: what they select within what the caller may see, and the indexes that could answer them. */
export function createQueryPreparation(parts: QueryPreparationParts) {
  const { reads, series, keyDictionary, relationsOf, directory, valueRightsOf, valueIndex, maxFew } = parts;

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
    const { textSearch } = selected;
    const forSearch = textSearch
      ? findSearchIndex(valueIndex, { tenantId: user.tenantId, selection, filters, keyIds, keys: selected.keys })
      : undefined;
    const allWanted = [...wanted, ...(forSearch?.wanted ?? [])];
    const isValued = allWanted.length > 0 || forSearch?.index !== undefined;
    const isMany = isValued && (user.authority !== 'CUSTOMER_USER' || (await seesMany(user, selection)));
    return {
      user,
      rights,
      selection,
      filters,
      keyIds,
      textSearch,
      searchedKeys: selected.keys,
      searchIndex: isMany ? forSearch?.index : undefined,
      index: isMany ? index : undefined,
      wanted: isMany ? allWanted : [],
    };
  }

  /** Whether a customer user sees so many entities that an index of their values is worth it. */
  async function seesMany(user: SecurityUser, { source }: Selection): Promise<boolean> {
    if (source !== deviceKind.source) return false;
    const [row] = await reads.run(user.tenantId, countedDevices(user, undefined));
    return Number(row?.total ?? 0) > maxFew;
  }

  /** A search by relations begins at an entity that the caller could ask for its relations. */
  async function maySearchFrom(user: SecurityUser, filter: EntityFilter): Promise<boolean> {
    if (!('rootEntity' in filter) || !filter.rootEntity) return true;
    const root = await directory.find(filter.rootEntity);
    return root !== undefined && isPermitted(user, filter.rootEntity.entityType, 'READ', root);
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

  return { prepare, preparePage };
}

/** What a query shows of each entity. */
export function selectedKeys(query: EntityDataQuery): EntityKey[] {
  return [...query.entityFields, ...query.latestValues];
}
