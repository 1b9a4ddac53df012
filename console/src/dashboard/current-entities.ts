import { useQuery, useQueryClient } from '@tanstack/react-query';
import { findNamedEntities } from '../api/entity-query.ts';
import type { Datasource } from '../widgets/model.ts';
import type { EntityFilter } from '../widgets/runtime/entity-query.ts';
import type { AliasInfo } from './aliases.ts';
import { ASK_AGAIN } from './ask-again.ts';

/** ms within which what was read is not read again */
const READ_LATELY = 10_000;

/** Reads the entity that a filter stands for: the newest that it finds; null: there is none. */
export const currentEntityQuery = (filter: EntityFilter) => ({
  queryKey: ['alias entity', filter],
  queryFn: async () => (await findNamedEntities(filter)).entities[0] ?? null,
  ...ASK_AGAIN,
});

/** The filter of an alias that stands for one of the entities that it finds, and does not say for which. */
function filterOf(info: AliasInfo | undefined): EntityFilter | undefined {
  if (!info || !('entityFilter' in info) || info.resolveMultiple) return undefined;
  return info.entityFilter.type === 'singleEntity' ? undefined : info.entityFilter;
}

/**
 * Aliases of some datasources, those for one entity with that entity: otherwise tables, maps, alarms and counts would have all that
 * their filters find. `loading` until it is known.
 */
export function useCurrentEntities(
  datasources: readonly Datasource[],
  alias: (id: string) => AliasInfo | undefined,
): (id: string) => AliasInfo | 'loading' | undefined {
  const ids = [...new Set(datasources.flatMap(({ entityAliasId }) => entityAliasId ?? []))];
  const filters = ids.flatMap((id) => {
    const filter = filterOf(alias(id));
    return filter ? [{ id, filter }] : [];
  });
  const client = useQueryClient();
  const found = useQuery({
    queryKey: ['alias entities', filters.map(({ filter }) => filter)],
    // Each is read once, whatever widgets and chips of the toolbar ask for it.
    queryFn: () =>
      Promise.all(
        filters.map(({ filter }) => client.fetchQuery({ ...currentEntityQuery(filter), staleTime: READ_LATELY })),
      ),
    enabled: filters.length > 0,
    ...ASK_AGAIN,
  });
  return (id) => {
    const info = alias(id);
    const at = filters.findIndex((one) => one.id === id);
    if (!info || at === -1) return info;
    if (found.isPending) return 'loading';
    const current = found.data?.[at];
    // Where there is none, or it cannot be read, the filter itself says so.
    if (!current || !('entityFilter' in info)) return info;
    const { entityType, id: entityId } = current;
    return { ...info, entityFilter: { type: 'singleEntity', singleEntity: { entityType, id: entityId } } };
  };
}
