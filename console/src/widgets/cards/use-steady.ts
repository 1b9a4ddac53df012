import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/**
 * One function for as long as a component lives, which does what `act` of its last drawing does. Parts that get it are
 * not drawn again because of it. For events: while a component is drawn, it still does what it did before.
 */
export function useSteady<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}

/** The list of an earlier drawing as long as the same is in it, so that what follows from it need not be made again. */
export function useSame<Item>(list: readonly Item[]): readonly Item[] {
  const [kept, setKept] = useState(list);
  if (kept === list || (kept.length === list.length && kept.every((item, at) => item === list[at]))) return kept;
  setKept(list);
  return list;
}
