import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { EntityRef } from '../api/entity-ref.ts';
import { useLive } from '../api/use-live.ts';

/** Root of the keys of queries about alarms. */
export const ALARMS = ['alarms'] as const;

/** The alarms are shown after this time whether they are followed by then or not, in ms. */
const LONGEST_WAIT = 1000;

/** How alarms are followed. */
interface AlarmFollowing {
  /** They can be read: what changes from now on is told, or cannot be for now. Read earlier, they would be read twice. */
  isReady: boolean;
  /** Why changes are not told. */
  error: Error | undefined;
}

/** Reads what is shown of alarms again when some have changed: those of an entity, or any. */
export function useAlarmChanges(entity: EntityRef | undefined): AlarmFollowing {
  const [isReady, setReady] = useState(false);
  const begin = useCallback(() => setReady(true), []);
  useEffect(() => {
    const timer = setTimeout(begin, LONGEST_WAIT);
    return () => clearTimeout(timer);
  }, [begin]);
  const queryClient = useQueryClient();
  const reading = useRef({ isUnderWay: false, isOutdated: false });
  const readAgain = async () => {
    const { current } = reading;
    current.isOutdated = true;
    if (current.isUnderWay) return;
    current.isUnderWay = true;
    // What changes meanwhile is read after that: a call that is under way is not started over.
    while (current.isOutdated) {
      // One that has read nothing yet is not started over, and may have been answered before.
      const firsts = {
        queryKey: ALARMS,
        fetchStatus: 'fetching',
        predicate: ({ state }: Query) => state.data === undefined,
      } as const;
      // What nobody looks at any more is not waited for: it is read again once somebody does.
      queryClient.removeQueries({ ...firsts, type: 'inactive' });
      current.isOutdated = queryClient.isFetching({ ...firsts, type: 'active' }) > 0;
      await queryClient.invalidateQueries({ queryKey: ALARMS });
    }
    current.isUnderWay = false;
  };
  const { error } = useLive(
    'alarmChanges',
    entity ? `${entity.entityType} ${entity.id}` : 'all',
    () => ({ entityId: entity ?? null }),
    () => {
      // Also the first time: what was read before, for another page perhaps, has missed what changed until now.
      void readAgain();
      begin();
    },
  );
  useEffect(() => {
    if (error) begin();
  }, [error, begin]);
  return { isReady, error };
}
