import { systemRoutes } from '@signalbox/contract/system';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../api/client.ts';
import { ASK_AGAIN } from './ask-again.ts';

/** Two measurements of the same difference vary by as much as calls take, ms. */
const INACCURACY = 500;

/** The difference to go by after another measurement, ms: whatever follows from it begins again when it changes. */
export function steadyDifference(before: number | undefined, measured: number): number {
  return before !== undefined && Math.abs(measured - before) < INACCURACY ? before : measured;
}

/** Server time minus the time of this browser, ms; undefined while it is not known. */
export function useServerTimeDifference(): number | undefined {
  const known = useRef<number>(undefined);
  const { data, isPending } = useQuery({
    queryKey: ['server time'],
    queryFn: async () => {
      const before = Date.now();
      const time = await call(systemRoutes.getServerTime, {}, { ignoreErrors: true, ignoreLoading: true });
      return Math.ceil(time - (before + Date.now()) / 2);
    },
    staleTime: 10 * 60_000,
    retry: false,
    ...ASK_AGAIN,
  });
  if (isPending) return undefined;
  if (data === undefined) return 0;
  known.current = steadyDifference(known.current, data);
  return known.current;
}
