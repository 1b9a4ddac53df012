import { useMemo } from 'react';
import { type ChangeAddress, useAddress } from '../app/use-address.ts';
import { isTaken, readPage } from './list-state.ts';

/** Members of the address that belong to the open tab of a details panel begin with this. */
export const TAB_PREFIX = 'tab.';

/** The address with another tab open; the first one is not written. What the tab before had there goes. */
export function withTab(address: URLSearchParams, tab: string | undefined): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of address.keys()) if (name.startsWith(TAB_PREFIX)) next.delete(name);
  if (tab === undefined) next.delete('tab');
  else next.set('tab', tab);
  return next;
}

/** The address for the same tab of another entity: as it is, but at its first page. */
export function withSameTab(address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete(`${TAB_PREFIX}page`);
  return next;
}

/** A member of an address; undefined where it is not there, or the server would refuse it. */
function memberOf(address: URLSearchParams, name: string): string | undefined {
  const value = address.get(name);
  return value !== null && isTaken(value) ? value : undefined;
}

/** What a list of its own keeps in the address: filters, search, window, page. */
export interface ListAddress {
  get: (name: string) => string | undefined;
  /** From 0. */
  page: number;
  /** The member when it is one of `known`, else the first of them. */
  oneOf: <Value extends string>(name: string, known: readonly [Value, ...Value[]]) => Value;
  /** Writes members, `undefined` takes one out; anything but a page goes to the first page. */
  change: (members: Readonly<Record<string, string | undefined>>, how?: { replace: boolean }) => void;
}

/** What a list finds under names with a prefix; what makes no sense counts as absent. */
export function listAddressOf(address: URLSearchParams, prefix: string, setAddress: ChangeAddress): ListAddress {
  return {
    get: (name) => memberOf(address, prefix + name),
    page: readPage(address.get(`${prefix}page`)),
    oneOf: (name, known) => known.find((one) => one === address.get(prefix + name)) ?? known[0],
    change: (members, how) =>
      setAddress((now) => {
        if (!('page' in members)) now.delete(`${prefix}page`);
        for (const [name, value] of Object.entries(members)) {
          if (value) now.set(prefix + name, value);
          else now.delete(prefix + name);
        }
        return now;
      }, how),
  };
}

function useListAddress(prefix: string): ListAddress {
  const [address, setAddress] = useAddress();
  return useMemo(() => listAddressOf(address, prefix, setAddress), [address, setAddress, prefix]);
}

/** What the open tab keeps in the address. */
export const useTabAddress = () => useListAddress(TAB_PREFIX);

/** The same for a page that is such a list and no more. */
export const usePageAddress = () => useListAddress('');
