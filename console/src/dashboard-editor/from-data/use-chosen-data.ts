import type { EntityCountQuery } from '@signalbox/contract/entity-query';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readLatestValues } from '../../api/entity-query.ts';
import type { EntityAlias } from '../../dashboard/configuration.ts';
import { useDashboard } from '../../dashboard/dashboard-context.ts';
import { useViewer } from '../../dashboard/use-viewer.ts';
import type { AliasFilter } from '../../datasources/alias-filter.ts';
import { aliasOutsideStates } from '../../datasources/use-found-entities.ts';
import type { DataKey } from '../../widgets/model.ts';
import { type ChosenData, sortOf } from './suggest.ts';

/** Entities whose values say what a key is. */
const SAMPLE = 20;

/** Looks at what was chosen: how many entities there are, and what their values are. */
export function useChosenData(alias: EntityAlias | undefined, filterId: string | null, keys: readonly DataKey[]) {
  const { keyFilters: filtersOf } = useDashboard();
  const viewer = useViewer();
  const info = alias && aliasOutsideStates(alias.filter as AliasFilter, viewer);
  // One that only a state of the dashboard knows is one entity.
  const filter = info && 'entityFilter' in info ? info.entityFilter : undefined;
  const keyFilters = [...filtersOf(filterId)] as EntityCountQuery['keyFilters'];
  const names = keys.map(({ name, type }) => ({ name, type }));
  return useQuery({
    queryKey: ['chosen data', JSON.stringify([filter ?? null, keyFilters, names])],
    queryFn: async (): Promise<ChosenData> => {
      const found = filter
        ? await readLatestValues(filter, names, { pageSize: SAMPLE, keyFilters })
        : { values: [], total: 1 };
      const values = keys.map((key, at) => ({ key, ...sortOf(found.values.map((row) => row[at] ?? '')) }));
      return { entities: found.total, values };
    },
    enabled: alias !== undefined && keys.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
