import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Members of the address that belong to the open tab of a details panel begin with this. */
const PREFIX = 'tab.';

/** The address with another tab open; the first one is not written. What the tab before had there goes. */
export function withTab(address: URLSearchParams, tab: string | undefined): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of address.keys()) if (name.startsWith(PREFIX)) next.delete(name);
  if (tab === undefined) next.delete('tab');
  else next.set('tab', tab);
  return next;
}

/** The address for the same tab of another entity: as it is, but at its first page. */
export function withSameTab(address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete(`${PREFIX}page`);
  return next;
}

/** What the open tab keeps in the address: filters, search, window, page. */
export function useTabAddress() {
  const [address, setAddress] = useSearchParams();
  /** Writes members, `undefined` takes one out; anything but a page goes to the first page. */
  const change = useCallback(
    (members: Readonly<Record<string, string | undefined>>, how?: { replace: boolean }) =>
      setAddress((now) => {
        const next = new URLSearchParams(now);
        if (!('page' in members)) next.delete(`${PREFIX}page`);
        for (const [name, value] of Object.entries(members)) {
          if (value) next.set(PREFIX + name, value);
          else next.delete(PREFIX + name);
        }
        return next;
      }, how),
    [setAddress],
  );
  return {
    get: (name: string) => address.get(PREFIX + name) ?? undefined,
    /** The member when it is one of `known`, else the first of them. */
    oneOf<Value extends string>(name: string, known: readonly [Value, ...Value[]]): Value {
      const value = address.get(PREFIX + name);
      return known.find((one) => one === value) ?? known[0];
    },
    change,
  };
}
