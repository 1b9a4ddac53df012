import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getLeadingRuleChains } from '../api/rule-chain-metadata.ts';

/** Ids of the chains from which messages come to a chain; at least its own. */
export function useLeadingChains(ruleChainId: string): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: ['ruleChains', 'leading', ruleChainId],
    queryFn: () => getLeadingRuleChains(ruleChainId),
    retry: false,
  });
  return useMemo(() => new Set([ruleChainId, ...(data ?? [])]), [ruleChainId, data]);
}
