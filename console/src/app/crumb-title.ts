import { useEffect, useSyncExternalStore } from 'react';

let title: string | undefined;
const listeners = new Set<() => void>();

function set(next: string | undefined) {
  title = next;
  for (const listener of listeners) listener();
}

/** Names the last crumb while the calling page is open: a dashboard's title, a customer's name. */
export function useSetCrumbTitle(next: string | undefined): void {
  useEffect(() => {
    set(next);
    return () => set(undefined);
  }, [next]);
}

export function useCrumbTitle(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => title,
  );
}
