import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { failureKind, retryAfterOf } from '../../api/failure.ts';
import { getRuleChainFlow } from '../../api/rule-chain-flow.ts';
import { formatTime } from '../../i18n/format.ts';
import type { Chain } from '../model/chain.ts';
import { type Counts, countsOf, type createTraffic } from './traffic.ts';

/** ms between two looks, while the tab is seen */
const PERIOD = 3_000;
/** ms after which a minute is counted, but for the time between two looks of the server */
const WHOLE = 55_000;
const NOTHING: Counts = new Map();

/**
 * Asks what goes through a chain as long as it is there, and says over the canvas what the counts count. The editor
 * itself is not drawn again with each answer.
 */
export function TrafficLegend(props: {
  ruleChainId: string;
  /** The chain as messages run through it. */
  live: Chain;
  chain: Chain;
  traffic: ReturnType<typeof createTraffic>;
}) {
  const { ruleChainId, live, chain, traffic } = props;
  const { t } = useTranslation();
  const { data, error, errorUpdatedAt } = useQuery({
    queryKey: ['ruleChainFlow', ruleChainId],
    queryFn: () => getRuleChainFlow(ruleChainId),
    // Not while the tab is hidden, and not before the server wants to be asked again.
    refetchIntervalInBackground: false,
    refetchInterval: ({ state }) => Math.max(PERIOD, retryAfterOf(state.error)),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  // An answer that has begun to count says nothing yet.
  const isBusy = error !== null && failureKind(error) === 'busy';
  const flow = (error && !isBusy) || !data || data.until === data.since ? undefined : data;
  useEffect(() => traffic.set(flow ? countsOf(flow, live, chain) : NOTHING), [traffic, flow, live, chain]);
  const words = isBusy
    ? t('rules.traffic.busy', { at: formatTime(errorUpdatedAt + Math.max(PERIOD, retryAfterOf(error))) })
    : error
      ? t('rules.traffic.problem')
      : !flow
        ? t('rules.traffic.waiting')
        : flow.until - flow.since < WHOLE
          ? t('rules.traffic.since', { at: formatTime(flow.since) })
          : t('rules.traffic.lastMinute');
  return <div className="sb-traffic-legend">{words}</div>;
}
