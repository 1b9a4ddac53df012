import type { RuleChainVersion } from '@signalbox/contract/rule-chain-version';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getRuleChainVersions } from '../../api/rule-chain-versions.ts';

const PAGE_SIZE = 50;

/** The versions of a chain, newest first, page after page; invalid with everything else of rule chains. */
export function useVersions(ruleChainId: string) {
  const query = useInfiniteQuery({
    queryKey: ['ruleChains', 'versions', ruleChainId],
    queryFn: ({ pageParam }) => getRuleChainVersions(ruleChainId, pageParam, PAGE_SIZE),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasNext ? pages.length : undefined),
  });
  const { data, error, refetch } = query;
  const versions = useMemo<RuleChainVersion[] | undefined>(() => {
    // One that came while pages were read is on two of them.
    const known = new Map(data?.pages.flatMap((page) => page.data).map((version) => [version.number, version]));
    return data && [...known.values()];
  }, [data]);
  return {
    loading: { data: versions, error, refetch },
    total: data?.pages[0]?.totalElements ?? 0,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
  };
}
