import { useCallback, useMemo, useState } from 'react';

/** What is selected on the canvas: keys of nodes and of links. */
export interface CanvasSelection {
  nodes: ReadonlySet<string>;
  links: ReadonlySet<string>;
}

const NOTHING_SELECTED: CanvasSelection = { nodes: new Set(), links: new Set() };

/** @param keys keys to add (true) or to take out (false) */
function changed(set: ReadonlySet<string>, keys: readonly (readonly [string, boolean])[]): ReadonlySet<string> {
  if (keys.every(([key, on]) => set.has(key) === on)) return set;
  const next = new Set(set);
  for (const [key, on] of keys) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return next;
}

export function useCanvasSelection() {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const change = useCallback((kind: 'nodes' | 'links', keys: readonly (readonly [string, boolean])[]) => {
    setSelection((now) => {
      const next = changed(now[kind], keys);
      return next === now[kind] ? now : { ...now, [kind]: next };
    });
  }, []);
  const select = useCallback(
    (nodes: readonly string[], links: readonly string[] = []) =>
      setSelection({ nodes: new Set(nodes), links: new Set(links) }),
    [],
  );
  const clear = useCallback(() => setSelection(NOTHING_SELECTED), []);
  return useMemo(() => ({ selection, change, select, clear }), [selection, change, select, clear]);
}
