import type { EntityData, EntityKey } from '@signalbox/contract/entity-query';
import { type LatestSource, MAX_EXPORTED_ENTITIES } from '@signalbox/contract/widget-data';
import type { ValueRights } from '../../access/value-rights.ts';
import { badRequest } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { EntityQueryService } from '../../query/entity-query-service.ts';

/** Entities that are in memory with their values at a time. */
const CHUNK = 200;
const NEWEST_FIRST = { key: { type: 'ENTITY_FIELD', key: 'createdTime' }, direction: 'DESC' } as const;

export type FindParts = Pick<EntityQueryService, 'findIds' | 'readEntities'>;

/** Some entities of a source, in its order, with what may be read of them by now. */
export interface FoundChunk {
  entities: readonly EntityData[];
  rights: ValueRights;
}

/**
 * The entities of a source with the values of its keys, a part at a time. Which they are is decided at the beginning,
 * what may be read of them for each part.
 * @throws ApiError 400 / 31 when there are too many
 */
export async function* foundEntities(
  queries: FindParts,
  user: SecurityUser,
  {
    query,
    single,
    keys,
    textSearch,
    sortOrder,
  }: Pick<LatestSource, 'query' | 'single' | 'keys'> & Partial<LatestSource>,
): AsyncGenerator<FoundChunk> {
  const named: EntityKey[] = keys.map(({ type, key }) => ({ type, key }));
  const shown = {
    entityFields: [
      { type: 'ENTITY_FIELD' as const, key: 'name' },
      ...named.filter(({ type }) => type === 'ENTITY_FIELD'),
    ],
    latestValues: named.filter(({ type }) => type !== 'ENTITY_FIELD'),
  };
  const pageSize = single ? 1 : MAX_EXPORTED_ENTITIES + 1;
  const pageLink = { page: 0, pageSize, textSearch, sortOrder: sortOrder ?? NEWEST_FIRST };
  const ids = await queries.findIds(user, { ...query, ...shown, pageLink });
  if (ids.length > MAX_EXPORTED_ENTITIES) {
    throw badRequest(`A file holds ${MAX_EXPORTED_ENTITIES} entities, and there are more. Please narrow the filter.`);
  }
  for (let at = 0; at < ids.length; at += CHUNK) {
    const some = ids.slice(at, at + CHUNK);
    let rights: ValueRights | undefined;
    const found = await queries.readEntities(user, { entityFilter: query.entityFilter, ...shown }, some, {
      beforeValues: (_, known) => {
        rights = known;
      },
    });
    if (rights) yield { entities: some.flatMap((id) => found.get(id) ?? []), rights };
  }
}

/** What the column of entities says. */
export const nameOf = ({ latest }: EntityData): string => latest.ENTITY_FIELD?.name?.value ?? '';
