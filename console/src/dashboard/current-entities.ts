import { useQuery, useQueryClient } from '@tanstack/react-query';
import { findNamedEntities, type NamedEntity } from '../api/entity-query.ts';
import type { Datasource } from '../widgets/model.ts';
import type { EntityFilter } from '../widgets/runtime/entity-query.ts';
import type { AliasInfo } from './aliases.ts';
import { ASK_AGAIN } from './ask-again.ts';

/** ms within which what was read is not read again, whatever widgets and chips of the toolbar ask for it */
const READ_LATELY = 10_000;

/** Reads the entity that a filter stands for: the newest that it finds; null: there is none. */
export const currentEntityQuery = (filter: EntityFilter) => ({
  queryKey: ['alias entity', filter],
  queryFn: async () => (await findNamedEntities(filter)).entities[0] ?? null,
  staleTime: READ_LATELY,
  ...ASK_AGAIN,
});

/** Reads the entities that filters stand for, in one query of the page: what is known of all of them is there at once. */
export function useEntitiesOf(filters: readonly EntityFilter[]) {
  const client = useQueryClient();
  const queries = filters.map((filter) => currentEntityQuery(filter));
  return useQuery({
    queryKey: ['alias entities', filters],
    queryFn: () => Promise.all(queries.map((query) => client.fetchQuery(query))),
    initialData: () => {
      const known = queries.map(({ queryKey }) => client.getQueryData<NamedEntity | null>(queryKey));
      return known.every((one) => one !== undefined) ? known : undefined;
    },
    enabled: filters.length > 0,
    ...ASK_AGAIN,
  });
}

/** The filter of an alias that stands for one of the entities that it finds, and does not say for which. */
export function openFilterOf(info: AliasInfo | undefined): EntityFilter | undefined {
  const isOpen = info && 'entityFilter' in info && !info.resolveMultiple && info.entityFilter.type !== 'singleEntity';
  return isOpen ? info.entityFilter : undefined;
}

/** An alias with the entity that it stands for. */
export function standingFor(info: AliasInfo, { entityType, id }: { entityType: string; id: string }): AliasInfo {
  return { ...info, entityFilter: { type: 'singleEntity', singleEntity: { entityType, id } } } as AliasInfo;
}

/**
 * Aliases of some datasources, those for one entity with that entity: otherwise tables, maps, alarms and counts would have all that
 * their filters find. `loading` until it is known.
 */
export function useCurrentEntities(
  datasources: readonly Datasource[],
  alias: (id: string) => AliasInfo | undefined,
): (id: string) => AliasInfo | 'loading' | undefined {
  const filters = new Map<string, EntityFilter>();
  for (const { entityAliasId: id } of datasources) {
    const filter = id && openFilterOf(alias(id));
    if (filter) filters.set(id, filter);
  }
  const ids = [...filters.keys()];
  const found = useEntitiesOf([...filters.values()]);
  return (id) => {
    const info = alias(id);
    if (!info || !filters.has(id)) return info;
    // Also after a failure, until it can be read: the filter would show more than the alias stands for.
    if (!found.data) return 'loading';
    const current = found.data[ids.indexOf(id)];
    // Where there is none, the filter itself says so.
    return current ? standingFor(info, current) : info;
  };
}
