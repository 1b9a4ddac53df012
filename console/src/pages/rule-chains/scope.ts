import type { RuleChainType } from '@signalbox/contract/rule-chain';
import { useMemo } from 'react';
import { useLocation } from 'react-router';

/** Where this page is: chains of the tenant, those for edges, or those on one edge. */
export interface ChainScope {
  type: RuleChainType;
  /** Of the list. */
  path: string;
}

const TENANT: ChainScope = { type: 'CORE', path: '/ruleChains' };
const TEMPLATES: ChainScope = { type: 'EDGE', path: '/edgeManagement/ruleChains' };

const ON_EDGE = /^\/edgeInstances\/[^/]+\/ruleChains/;

export function useChainScope(): ChainScope {
  const { pathname } = useLocation();
  return useMemo(() => {
    const [path] = ON_EDGE.exec(pathname) ?? [];
    if (path !== undefined) return { type: 'EDGE', path };
    return pathname.startsWith(TEMPLATES.path) ? TEMPLATES : TENANT;
  }, [pathname]);
}
