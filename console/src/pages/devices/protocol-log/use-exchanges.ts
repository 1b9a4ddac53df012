import type { DeviceExchange, DeviceExchanges } from '@signalbox/contract/device-exchange';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getExchanges } from '../../../api/device-exchanges.ts';
import { merged } from './exchange-list.ts';

/** ms; the server keeps a log for a minute after the last question. */
const PERIOD = 1000;

export interface Log {
  cursor: string | undefined;
  since: number;
  exchanges: readonly DeviceExchange[];
}

/** Follows the exchanges of a device, and lets the server keep them. */
export function useExchanges(deviceId: string) {
  const queryClient = useQueryClient();
  const queryKey = ['exchanges', deviceId];
  return useQuery<Log>({
    queryKey,
    queryFn: async () => {
      const known = queryClient.getQueryData<Log>(queryKey);
      const answer: DeviceExchanges = await getExchanges(deviceId, known?.cursor);
      return { cursor: answer.cursor, since: answer.since, exchanges: merged(known?.exchanges ?? [], answer) };
    },
    refetchInterval: PERIOD,
    staleTime: 0,
    gcTime: 60_000,
    retry: false,
  });
}
