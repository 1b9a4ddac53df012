import type { PageData } from '@signalbox/contract/page';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { isTakenAway } from '../api/failure.ts';
import { useHiddenIds } from '../app/undoable.ts';
import { useAddress } from '../app/use-address.ts';
import { useStillRows } from '../controls/use-still-rows.ts';
import type { Column } from './columns.ts';
import type { Identified } from './entity-action.ts';
import { type ListOwner, useListOwner } from './list-owner.ts';
import {
  type AddressedFilter,
  type ListDefaults,
  type ListState,
  membersOf,
  readListState,
  withMembers,
  writeListState,
} from './list-state.ts';
import { useSelection } from './use-selection.ts';

/** What a list asks its loader for. */
export interface ListRequest {
  link: {
    pageSize: number;
    page: number;
    textSearch?: string | undefined;
    sortProperty: string;
    sortOrder: 'ASC' | 'DESC';
  };
  filters: ListState['filters'];
}

const idOf = (row: Identified): string => row.id.id;

/** The rows that the address asks for, and which of them are selected. */
export function useList<Row extends Identified>(props: {
  queryKey: readonly unknown[];
  load: (request: ListRequest) => Promise<PageData<Row>>;
  columns: readonly Column<Row>[];
  defaults: ListDefaults;
  filters: readonly AddressedFilter[];
  /** What its members of the address begin with; those of a page are as they are. */
  prefix?: string;
  /** Whether it can be asked for; absent: at once. */
  isReady?: boolean | undefined;
  /** Rows come by themselves: they move none that somebody aims at. */
  comesLive?: boolean | undefined;
  /** Whose list it is, where that may go while it is shown. */
  owner?: ListOwner | undefined;
}) {
  const { queryKey, defaults, prefix = '' } = props;
  const queryClient = useQueryClient();
  const [address, setAddress] = useAddress();
  const sortable = props.columns.flatMap((column) => column.sortProperty ?? []);
  const state = readListState(membersOf(address, prefix), defaults, props.filters, sortable);
  const selection = useSelection<Row>();
  const { clear } = selection;
  const request: ListRequest = {
    link: {
      pageSize: state.pageSize,
      page: state.page,
      textSearch: state.search || undefined,
      sortProperty: state.sortProperty,
      sortOrder: state.sortOrder,
    },
    filters: state.filters,
  };
  const query = useQuery({
    queryKey: [...queryKey, 'list', request],
    queryFn: () => props.load(request),
    placeholderData: keepPreviousData,
    enabled: props.isReady ?? true,
  });
  const owner = useListOwner(props.owner);
  const requested = JSON.stringify([queryKey, request, query.isPlaceholderData]);
  const still = useStillRows<Row>(query.data?.data, idOf, requested);
  const loaded = props.comesLive ? still : query.data?.data;
  // What Undo can still bring back is no longer shown.
  const hidden = useHiddenIds();
  const rows = useMemo(
    () => (hidden.size === 0 ? loaded : loaded?.filter((row) => !hidden.has(row.id.id))),
    [loaded, hidden],
  );
  const total = (query.data?.totalElements ?? 0) - ((loaded?.length ?? 0) - (rows?.length ?? 0));

  const change = useCallback(
    (what: Parameters<typeof writeListState>[1]) => {
      clear();
      setAddress((now) => withMembers(now, prefix, writeListState(membersOf(now, prefix), what, defaults)), {
        replace: what.search !== undefined,
      });
    },
    [clear, setAddress, defaults, prefix],
  );

  // Rows were deleted and this page does not exist any more.
  const lastPage = Math.max(0, Math.ceil(total / state.pageSize) - 1);
  useEffect(() => {
    if (query.data && !query.isPlaceholderData && state.page > lastPage) change({ page: lastPage });
  }, [query.data, query.isPlaceholderData, state.page, lastPage, change]);

  const { check: checkOwner } = owner;
  const refresh = useCallback(() => {
    clear();
    // The root of the keys: details of the same kind show the news too.
    void queryClient.invalidateQueries({ queryKey: queryKey.slice(0, 1) });
    checkOwner();
  }, [clear, queryClient, queryKey, checkOwner]);

  const error = owner.away ?? query.error;
  return {
    query,
    /** Why it could not be loaded, or loaded again. */
    error,
    /** What may no longer be seen goes away; what could not be loaded again stays. */
    isAway: isTakenAway(error),
    retry() {
      void query.refetch();
      checkOwner();
    },
    requireOwner: owner.require,
    request,
    state,
    rows,
    total,
    lastPage,
    change,
    refresh,
    /** Whether a search or a filter limits what is shown. */
    filtered: state.search !== '' || Object.keys(state.filters).length > 0,
    selection,
  };
}
