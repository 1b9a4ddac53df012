import { useQuery } from '@tanstack/react-query';
import { findNamedEntities } from '../api/entity-query.ts';
import type { EntityAlias } from '../dashboard/configuration.ts';
import { type AliasFilter, type EntityIdText, isRelative, isRooted } from './alias-filter.ts';
import type { NameOf } from './alias-words.ts';

const keyOf = ({ entityType, id }: EntityIdText) => `${entityType} ${id}`;

function namedBy(filter: AliasFilter): EntityIdText | null | undefined {
  const entity =
    filter.type === 'singleEntity' ? filter.singleEntity : isRooted(filter.type) ? filter.rootEntity : null;
  return entity?.id && !isRelative(entity.entityType) ? entity : null;
}

/** The names of the entities that aliases name by id; those that cannot be read have none. */
export function useEntityNames(aliases: readonly EntityAlias[]): NameOf {
  const entities = aliases.flatMap(({ filter }) => namedBy(filter as AliasFilter) ?? []);
  const byType = Map.groupBy(entities, ({ entityType }) => entityType);
  const { data } = useQuery({
    queryKey: ['names in aliases', [...new Set(entities.map(keyOf))].sort()],
    queryFn: async () => {
      const pages = await Promise.all(
        [...byType].map(([entityType, ofType]) =>
          findNamedEntities(
            { type: 'entityList', entityType, entityList: [...new Set(ofType.map(({ id }) => id))] },
            { pageSize: ofType.length },
          ),
        ),
      );
      return new Map(pages.flatMap((page) => page.entities.map((entity) => [keyOf(entity), entity.name] as const)));
    },
    enabled: entities.length > 0,
    placeholderData: (before) => before,
    retry: false,
  });
  return (entity) => data?.get(keyOf(entity));
}
