import { useEffect, useRef } from 'react';
import { useLocation, useNavigation, useNavigationType } from 'react-router';

/**
 * Calls `close` when the person goes elsewhere: as soon as a navigation to another page starts, and after a step
 * through the history. What a page writes into its own address meanwhile closes nothing. `close` gets the path that is
 * gone to, for what was opened for it before it was there; none where a step through the history stays on a page.
 */
export function useCloseOnNavigation(close: (target?: string) => void): void {
  const latest = useRef(close);
  latest.current = close;
  const location = useLocation();
  const type = useNavigationType();
  const target = useNavigation().location?.pathname;
  const before = useRef(location);
  useEffect(() => {
    if (target !== undefined && target !== before.current.pathname) latest.current(target);
  }, [target]);
  useEffect(() => {
    const { key, pathname } = before.current;
    before.current = location;
    if (key === location.key) return;
    if (pathname !== location.pathname) latest.current(location.pathname);
    else if (type === 'POP') latest.current();
  }, [location, type]);
}
