import { useEffect, useSyncExternalStore } from 'react';
import type { IconName } from '../controls/icon.tsx';
import { hasOwnKeys, isField, openModals } from '../controls/take-focus.ts';

/**
 * Something a person can do here and now. Palette, cheat sheet and keyboard take from this one registry;
 * labels are already translated.
 */
export interface Action {
  id: string;
  label: string;
  /** Heading in palette and cheat sheet. */
  group: string;
  icon?: IconName | undefined;
  /** As shown: `Ctrl+S`, `/`, `[`. Modifiers in the order Ctrl, Alt, Shift. */
  keys?: string | undefined;
  /** Works in text fields too. Keys with Ctrl do unless it is false: fields have some of them for themselves. */
  inFields?: boolean | undefined;
  /** Works while a dialog or a menu is open; the others are behind it. */
  inDialogs?: boolean | undefined;
  /** Only in the cheat sheet and by key, not in the palette. */
  hidden?: boolean | undefined;
  run: () => void;
}

/** By the hook that registered them, in order of registration; later ones win a key. */
const registered = new Map<symbol, readonly Action[]>();
let all: readonly Action[] = [];
const listeners = new Set<() => void>();

function changed() {
  all = [...registered.values()].flat();
  for (const listener of listeners) listener();
}

/** Offers `actions` while the calling component is on the page. Memoise the list. */
export function useActions(actions: readonly Action[]): void {
  useEffect(() => {
    const key = Symbol('actions');
    registered.set(key, actions);
    changed();
    return () => {
      registered.delete(key);
      changed();
    };
  }, [actions]);
}

export function useAllActions(): readonly Action[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => all,
  );
}

/** The pressed keys as written in the registry. */
function pressedKeys(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const letter = /^[A-Z0-9]$/.test(key);
  return [
    event.ctrlKey || event.metaKey ? 'Ctrl' : '',
    event.altKey ? 'Alt' : '',
    // Shift is already in characters such as `?`.
    event.shiftKey && (letter || key.length > 1) ? 'Shift' : '',
    key,
  ]
    .filter(Boolean)
    .join('+');
}

/** Runs the action of the pressed keys. The last registered wins, as it belongs to what is on top. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const keys = pressedKeys(event);
  // Escape is the page's where nothing is open.
  const isOwnKey = hasOwnKeys(event.target) && !/^(Ctrl\+.*|Escape)$/.test(keys);
  const inField = isField(event.target) || isOwnKey;
  const behindDialog = openModals().length > 0;
  const action = all.findLast(
    (candidate) =>
      candidate.keys?.toLowerCase() === keys.toLowerCase() &&
      (!behindDialog || candidate.inDialogs) &&
      (!inField || (candidate.inFields ?? keys.startsWith('Ctrl+'))),
  );
  if (!action) return;
  event.preventDefault();
  action.run();
}
