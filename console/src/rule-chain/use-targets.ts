import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { RequestError } from '../api/http.ts';
import { getRuleChain } from '../api/rule-chains.ts';
import type { Chain } from './model/chain.ts';

/** What is known of the chains that nodes of a chain lead to, by id. */
export interface Targets {
  /** Those that are gone have none. */
  names: ReadonlyMap<string, string>;
  gone: ReadonlySet<string>;
}

/** Not here, or no id at all, as in some files. */
const isGone = (error: Error | null): boolean => error instanceof RequestError && [400, 404].includes(error.status);

/** Finds the chains that nodes of a chain lead to. */
export function useTargets(chain: Chain): Targets {
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
      (results: { data: string | undefined; error: Error | null }[]): Targets => ({
        names: new Map(
          results.flatMap(({ data }, index) => (data === undefined ? [] : [[ids[index] as string, data] as const])),
        ),
        gone: new Set(ids.filter((_, index) => isGone(results[index]?.error ?? null))),
      }),
      [ids],
    ),
  });
}
