import type { PageData } from '@signalbox/contract/page';
import { useQuery } from '@tanstack/react-query';
import type { Identified } from './entity-action.ts';
import type { ListRequest, useList } from './use-list.ts';

/**
 * Counts the rows that can be deleted where one of all of them cannot: the default, the root. The server leaves it out of
 * work on all that a list finds.
 * @param mark the property that only this row has, as the list is sorted by it
 */
export function countUnmarked<Row>(
  load: (link: ListRequest['link']) => Promise<PageData<Row>>,
  mark: string,
  isMarked: (row: Row) => boolean,
): (request: ListRequest) => Promise<number> {
  return async ({ link }) => {
    const first = { ...link, pageSize: 1, page: 0, sortProperty: mark, sortOrder: 'DESC' } as const;
    const { data, totalElements } = await load(first);
    return totalElements - data.filter(isMarked).length;
  };
}

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
