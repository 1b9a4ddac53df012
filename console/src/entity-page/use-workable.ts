import { useQuery } from '@tanstack/react-query';
import type { Identified } from './entity-action.ts';
import type { ListRequest, useList } from './use-list.ts';

/**
 * How many of the rows that a list finds work on all of them is done with: all, unless something else counts them, which it
 * does while that is of interest.
 */
export function useWorkable<Row extends Identified>(props: {
  list: ReturnType<typeof useList<Row>>;
  queryKey: readonly unknown[];
  count: ((request: ListRequest) => Promise<number>) | undefined;
  isWanted: boolean;
}): number {
  const { list, count } = props;
  const { request, selection, total } = list;
  const { textSearch } = request.link;
  const { data } = useQuery({
    queryKey: [...props.queryKey, 'workable', textSearch, request.filters],
    queryFn: () => count?.(request) ?? total,
    enabled: count !== undefined && props.isWanted,
  });
  return count ? (data ?? selection.rows.size) : total;
}
