import { useQueryClient } from '@tanstack/react-query';
import { findKeys, type KeysInUse } from '../api/entity-keys.ts';
import type { EntityAlias } from '../dashboard/configuration.ts';
import { useViewer } from '../dashboard/use-viewer.ts';
import type { AliasFilter } from './alias-filter.ts';
import { aliasOutsideStates } from './use-found-entities.ts';

const NO_KEYS: KeysInUse = { timeseries: [], attribute: [] };
/** While they are not asked for again, in ms. */
const FRESH = 30_000;

/** Reads the keys of the entities behind an alias; those of any device where only a dashboard's state knows the entity. */
export function useKeysInUse(alias: EntityAlias | undefined): () => Promise<KeysInUse> {
  const client = useQueryClient();
  const viewer = useViewer();
  return async () => {
    if (!alias) return NO_KEYS;
    const info = aliasOutsideStates(alias.filter as AliasFilter, viewer);
    const filter = 'problem' in info ? { type: 'entityType', entityType: 'DEVICE' } : info.entityFilter;
    return client.fetchQuery({
      queryKey: ['keys in use', JSON.stringify(filter)],
      queryFn: () => findKeys(filter),
      staleTime: FRESH,
      retry: false,
    });
  };
}
