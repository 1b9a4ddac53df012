import { useSyncExternalStore } from 'react';
import { localStore } from '../api/browser-storage.ts';

/** Height of table rows: compact 40 px, comfortable 52 px. */
export type Density = 'compact' | 'comfortable';

const KEY = 'signalbox-density';
const listeners = new Set<() => void>();
let density: Density = 'compact';

function apply() {
  document.documentElement.dataset.density = density;
}

/** Reads the stored choice; called once at start. */
export function startDensity() {
  density = localStore.getItem(KEY) === 'comfortable' ? 'comfortable' : 'compact';
  apply();
}

export function setDensity(next: Density) {
  density = next;
  localStore.setItem(KEY, next);
  apply();
  for (const listener of listeners) listener();
}

export function useDensity(): Density {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => density,
  );
}

/** Row height in px of the density in use. */
export function rowHeight(of: Density): number {
  return of === 'comfortable' ? 52 : 40;
}
