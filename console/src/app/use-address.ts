import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/**
 * Enters the members that `edit` makes of those that stand in the address; it gets a copy that it may change.
 * Nothing is entered when they stay as they are: one step back undoes what one click did, however often it was asked for.
 * @param how.replace instead of the entry that is there, not after it
 */
export type ChangeAddress = (edit: (now: URLSearchParams) => URLSearchParams, how?: { replace: boolean }) => void;

/**
 * The members of the address as they are drawn, and how to change them. The router draws an address later than it
 * enters it, so a change begins with what the browser shows, never with what was drawn last.
 */
export function useAddress(): [URLSearchParams, ChangeAddress] {
  const [drawn] = useSearchParams();
  const navigate = useNavigate();
  const change = useCallback<ChangeAddress>(
    (edit, how) => {
      const { pathname, search } = window.location;
      const now = new URLSearchParams(search);
      const next = edit(new URLSearchParams(now)).toString();
      if (next !== now.toString()) void navigate({ pathname, search: next }, how);
    },
    [navigate],
  );
  return [drawn, change];
}
