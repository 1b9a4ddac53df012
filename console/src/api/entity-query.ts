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

/** How many entities of a kind pass these filters. Errors are the caller's to show. */
export function countEntities(
  entityType: 'DEVICE' | 'ASSET',
  keyFilters: EntityCountQuery['keyFilters'],
): Promise<number> {
  const body: EntityCountQuery = { entityFilter: { type: 'entityType', entityType }, keyFilters };
  return call(entityQueryRoutes.countEntitiesByQuery, { body }, { ignoreErrors: true, ignoreLoading: true });
}
