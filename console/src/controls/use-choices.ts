import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Choice, FindChoices } from './choice.ts';
import { useDebounced } from './use-debounced.ts';

/** Before what was typed is searched for, in ms (specification §9). */
const DEBOUNCE = 150;
/** Pages of a search that are read; more are found by typing. */
const MAX_PAGES = 20;
/** With fewer choices the next page is read at once: what is left out is left out here, not by the server. */
const ENOUGH = 8;

/** What is known of the choices for a search. */
export interface Choices {
  choices: readonly Choice[];
  isLoading: boolean;
  /** The page after those that are there is being read. */
  isMoreLoading: boolean;
  /** Why the search, or its next page, failed. */
  error: unknown;
  /** Searches again, or reads the page again that failed. */
  retry: () => void;
  /** Reads the next page, if there is one and none is being read. */
  readMore: () => void;
  /** There are more, but not on the pages that are read. */
  isCut: boolean;
}

/**
 * Finds choices while somebody types: once typing stops, page by page. Answers are kept by their search, so that only
 * that of the newest one is shown.
 *
 * @param kind names the kind in the cache
 * @param enabled nothing is asked for until it is true
 */
export function useChoices(
  kind: string,
  find: FindChoices,
  text: string,
  { enabled, isLeftOut }: { enabled: boolean; isLeftOut?: ((choice: Choice) => boolean) | undefined },
): Choices {
  const search = useDebounced(text.trim(), DEBOUNCE);
  const query = useInfiniteQuery({
    queryKey: ['choices', kind, search],
    queryFn: async ({ pageParam }) => {
      const found = await find(search, pageParam);
      return 'choices' in found ? found : { choices: found, hasNext: false };
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasNext && pages.length < MAX_PAGES ? pages.length : undefined),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data, hasNextPage, isFetching, fetchNextPage, refetch } = query;
  const choices = useMemo(
    () => (data?.pages ?? []).flatMap((page) => page.choices).filter((choice) => !isLeftOut?.(choice)),
    [data, isLeftOut],
  );
  const readMore = () => {
    if (enabled && hasNextPage && !isFetching && !query.isError) void fetchNextPage();
  };
  useEffect(() => {
    if (choices.length < ENOUGH) readMore();
  });
  return {
    choices,
    isLoading: isFetching || search !== text.trim(),
    isMoreLoading: query.isFetchingNextPage,
    error: query.isError ? query.error : undefined,
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : refetch()),
    readMore,
    isCut: data?.pages.at(-1)?.hasNext === true && !hasNextPage,
  };
}
