import { type EntityCountQuery, entityQueryRoutes } from '@signalbox/contract/entity-query';
import { call } from './client.ts';

export interface NamedEntity {
  entityType: string;
  id: string;
  name: string;
  /** Equal to the name where there is no label. */
  label: string;
}

/** Names of the entities that a filter matches, with how many there are. Errors are the caller's to show. */
export async function findNamedEntities(
  entityFilter: Readonly<Record<string, unknown>>,
  options: {
    sortBy?: 'name' | 'newest';
    pageSize?: number;
    page?: number;
    search?: string;
    /** Only those whose `additionalInfo`, as JSON, contains this. */
    infoHas?: string;
  } = {},
): Promise<{ entities: NamedEntity[]; total: number }> {
  const byName = options.sortBy === 'name';
  const field = (key: string) => ({ type: 'ENTITY_FIELD' as const, key });
  const body = {
    entityFilter,
    pageLink: {
      pageSize: options.pageSize ?? 1,
      page: options.page ?? 0,
      textSearch: options.search || null,
      sortOrder: { key: field(byName ? 'name' : 'createdTime'), direction: byName ? 'ASC' : 'DESC' },
    },
    entityFields: [field('name'), field('label')],
    latestValues: [],
    keyFilters:
      options.infoHas === undefined
        ? []
        : [
            {
              key: field('additionalInfo'),
              valueType: 'STRING' as const,
              predicate: {
                type: 'STRING' as const,
                operation: 'CONTAINS' as const,
                value: { defaultValue: options.infoHas },
                ignoreCase: false,
              },
            },
          ],
  };
  const page = await call(entityQueryRoutes.findEntitiesByQuery, { body }, { ignoreErrors: true, ignoreLoading: true });
  const entities = page.data.map((row) => {
    const fields = (row.latest as Record<string, Record<string, { value: string }>>).ENTITY_FIELD;
    const name = fields?.name?.value ?? '';
    return { ...row.entityId, name, label: fields?.label?.value || name };
  });
  return { entities, total: page.totalElements };
}

const KEY_TYPES = { timeseries: 'TIME_SERIES', attribute: 'ATTRIBUTE', entityField: 'ENTITY_FIELD' } as const;

/** A key by its name and type, as data keys of widgets have it. */
export interface LatestKey {
  name: string;
  type: string;
}

/**
 * The latest values of the first entities that a filter finds, as texts in the order of the keys, and how many entities
 * there are. Errors are the caller's to show.
 */
export async function readLatestValues(
  entityFilter: Readonly<Record<string, unknown>>,
  keys: readonly LatestKey[],
  options: { pageSize: number; keyFilters?: EntityCountQuery['keyFilters'] },
): Promise<{ values: string[][]; total: number }> {
  const requested = keys.map(({ name, type }) => ({ key: name, type: KEY_TYPES[type as keyof typeof KEY_TYPES] }));
  const body = {
    entityFilter,
    keyFilters: options.keyFilters ?? [],
    pageLink: { pageSize: options.pageSize, page: 0 },
    entityFields: requested.filter(({ type }) => type === 'ENTITY_FIELD'),
    latestValues: requested.filter(({ type }) => type === 'TIME_SERIES' || type === 'ATTRIBUTE'),
  };
  const page = await call(entityQueryRoutes.findEntitiesByQuery, { body }, { ignoreErrors: true, ignoreLoading: true });
  const values = page.data.map((row) => {
    const latest = row.latest as Record<string, Record<string, { value: string }>>;
    return requested.map(({ key, type }) => latest[type]?.[key]?.value ?? '');
  });
  return { values, total: page.totalElements };
}

/** How many entities of a kind pass these filters. Errors are the caller's to show. */
export function countEntities(
  entityType: 'DEVICE' | 'ASSET',
  keyFilters: EntityCountQuery['keyFilters'],
): Promise<number> {
  const body: EntityCountQuery = { entityFilter: { type: 'entityType', entityType }, keyFilters };
  return call(entityQueryRoutes.countEntitiesByQuery, { body }, { ignoreErrors: true, ignoreLoading: true });
}
