import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { getRuleChain } from '../api/rule-chains.ts';
import type { Chain } from './model/chain.ts';

/** Names of the chains that nodes of a chain lead to; those that are gone have none. */
export function useTargetNames(chain: Chain): ReadonlyMap<string, string> {
  const ids = useMemo(
    () => [...new Set(chain.nodes.flatMap(({ target }) => (target === null ? [] : [target])))].sort(),
    [chain.nodes],
  );
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['ruleChains', 'name', id],
      queryFn: async () => (await getRuleChain(id)).name,
      staleTime: 60_000,
      retry: false,
    })),
    combine: useCallback(
      (results: { data: string | undefined }[]) =>
        new Map(
          results.flatMap(({ data }, index) => (data === undefined ? [] : [[ids[index] as string, data] as const])),
        ),
      [ids],
    ),
  });
}
