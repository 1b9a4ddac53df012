import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { findNamedEntities, type NamedEntity } from '../api/entity-query.ts';
import { useDebounced } from '../controls/use-debounced.ts';
import { type AliasInfo, aliasInfo, type Viewer } from '../dashboard/aliases.ts';
import type { AliasFilter } from './alias-filter.ts';

/** Before a filter that is being edited is tried, in ms. */
const DEBOUNCE = 400;
/** Names that are shown. */
const SHOWN = 5;

/** What an alias stands for while a dashboard is in a state without an entity. */
export function aliasOutsideStates(filter: AliasFilter, viewer: Viewer): AliasInfo {
  return aliasInfo({ id: '', alias: '', filter }, {}, viewer, undefined);
}

/** How many entities a filter stands for, as far as that is known without a dashboard. */
export async function countFound(filter: AliasFilter, viewer: Viewer): Promise<number> {
  const info = aliasOutsideStates(filter, viewer);
  return 'problem' in info ? 0 : (await findNamedEntities(info.entityFilter)).total;
}

/** The entities that a filter finds while it is edited. */
export interface FoundEntities {
  /** 'incomplete': something is missing; 'state': known only in a dashboard. */
  status: 'incomplete' | 'state' | 'loading' | 'ready' | 'error';
  entities: readonly NamedEntity[];
  total: number;
  error?: unknown;
  retry: () => void;
}

/** Tries a filter while it is edited. @param isComplete nothing is missing */
export function useFoundEntities(filter: AliasFilter, isComplete: boolean, viewer: Viewer): FoundEntities {
  const info = isComplete ? aliasOutsideStates(filter, viewer) : undefined;
  const wanted = info && 'entityFilter' in info ? JSON.stringify(info.entityFilter) : '';
  const requested = useDebounced(wanted, DEBOUNCE);
  const query = useQuery({
    queryKey: ['found by alias', requested],
    queryFn: () =>
      findNamedEntities(JSON.parse(requested) as Record<string, unknown>, { pageSize: SHOWN, sortBy: 'name' }),
    enabled: requested !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data, error } = query;
  const known = { entities: data?.entities ?? [], total: data?.total ?? 0, retry: () => void query.refetch() };
  if (!info) return { ...known, status: 'incomplete' };
  if ('problem' in info) return { ...known, status: 'state' };
  if (requested !== wanted) return { ...known, status: 'loading' };
  if (error) return { ...known, status: 'error', error };
  return { ...known, status: data && !query.isPlaceholderData ? 'ready' : 'loading' };
}
