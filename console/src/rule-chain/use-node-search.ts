import { useMemo, useRef, useState } from 'react';
import type { Chain } from './model/chain.ts';

/** The search for nodes by what they are called. */
export function useNodeSearch(chain: Chain, nameOf: (key: string) => string, show: (key: string) => void) {
  const [search, setSearch] = useState('');
  const found = useMemo(() => {
    const text = search.trim().toLowerCase();
    if (text === '') return [];
    return chain.nodes
      .filter(({ key, target, name }) => (target === null ? name : nameOf(key)).toLowerCase().includes(text))
      .map(({ key }) => key);
  }, [search, chain.nodes, nameOf]);
  const next = useRef(0);
  return {
    search,
    setSearch,
    keys: useMemo(() => new Set(found), [found]),
    /** undefined without a search */
    count: search.trim() === '' ? undefined : found.length,
    showNext(): void {
      const key = found[next.current++ % Math.max(1, found.length)];
      if (key !== undefined) show(key);
    },
  };
}
