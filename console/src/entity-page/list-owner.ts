import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { isTakenAway } from '../api/failure.ts';
import { onRefusal } from './entity-action.ts';

/** The query of whose list a page shows: a customer, a tenant, an edge. */
export interface ListOwner {
  queryKey: readonly unknown[];
  queryFn: () => Promise<unknown>;
}

const NOBODY: ListOwner = { queryKey: ['nobody'], queryFn: async () => null };

/**
 * Notices that the owner of a list has gone, or may no longer be seen: it is read again when somebody returns to the page,
 * and when the server refuses what they ask for there.
 */
export function useListOwner(owner: ListOwner | undefined) {
  const hasOwner = owner !== undefined;
  const { error, refetch } = useQuery({
    ...(owner ?? NOBODY),
    enabled: hasOwner,
    refetchOnWindowFocus: 'always',
  });
  /** Rejects when it is not there any more. */
  const require = useCallback(async () => {
    if (hasOwner) await refetch({ throwOnError: true });
  }, [hasOwner, refetch]);
  const check = useCallback(() => void require().catch(() => undefined), [require]);
  useEffect(() => {
    onRefusal.add(check);
    return () => void onRefusal.delete(check);
  }, [check]);
  return {
    /** Why it is away; undefined while it is there, as far as is known. */
    away: hasOwner && isTakenAway(error) ? error : undefined,
    require,
    /** Reads it again. */
    check,
  };
}
