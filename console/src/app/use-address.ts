import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { addressAhead } from './address-ahead.ts';

/**
 * Enters the members that `edit` makes of those that stand in the address; it gets a copy that it may change.
 * Nothing is entered when they stay as they are: one step back undoes what one click did, however often it was asked for.
 * @param how.replace instead of the entry that is there, not after it
 */
export type ChangeAddress = (edit: (now: URLSearchParams) => URLSearchParams, how?: { replace: boolean }) => void;

/**
 * The members of the address as they are drawn, and how to change them. The router draws an address later than it
 * enters it, so a change begins with what the browser shows, or is about to show, never with what was drawn last.
 *
 * While another address is on its way, a change waits: entered at once it would call that off, and what the person
 * clicked on would not open. It is made when the other is drawn, unless that is a page without whoever asked for it.
 */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [drawn] = useSearchParams();
  const navigate = useNavigate();
  const { key, pathname } = useLocation();
  const place = useRef(pathname);
  const waiting = useRef<Parameters<ChangeAddress>[]>([]);

  const change = useCallback<ChangeAddress>(
    (edit, how) => {
      const ahead = addressAhead();
      const target = ahead ?? window.location;
      if (target.pathname !== place.current) {
        waiting.current.push([edit, how]);
        return;
      }
      const now = new URLSearchParams(target.search);
      const next = edit(new URLSearchParams(now)).toString();
      if (next !== now.toString()) void navigate({ pathname: target.pathname, search: next }, how);
    },
    [navigate],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address was drawn
  useEffect(() => {
    place.current = pathname;
    for (const [edit, how] of waiting.current.splice(0)) change(edit, how);
  }, [key, pathname, change]);
  return [drawn, change];
}
