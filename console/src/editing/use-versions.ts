import type { PageData } from '@signalbox/contract/page';
import type { Version } from '@signalbox/contract/version';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Loading } from '../controls/loaded.tsx';

const PAGE_SIZE = 50;

/** Versions as lists show them. */
export interface PagedVersions<Row extends Version> {
  loading: Loading<Row[]>;
  hasMore: boolean;
  isLoadingMore: boolean;
  more: () => void;
}

/** The versions of something, newest first, page after page. @param load page: from 0 */
export function usePagedVersions<Row extends Version>(
  queryKey: readonly string[],
  load: (page: number, pageSize: number) => Promise<PageData<Row>>,
): PagedVersions<Row> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam, PAGE_SIZE),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasNext ? pages.length : undefined),
  });
  const { data, error, refetch } = query;
  const versions = useMemo<Row[] | undefined>(() => {
    // One that came while pages were read is on two of them.
    const known = new Map(data?.pages.flatMap((page) => page.data).map((version) => [version.number, version]));
    return data && [...known.values()];
  }, [data]);
  return {
    loading: { data: versions, error, refetch },
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
  };
}
