import { useEffect, useMemo, useRef, useState } from 'react';

/** Nodes or links that are handed over at a time: as many as take less than a frame or two on a slow computer. */
const SLICE = 16;

interface Element {
  id: string;
}
interface Line extends Element {
  source: string;
  target: string;
}

/** What the canvas has of the nodes and links that it should draw. */
export interface Paced<N extends Element, L extends Line> {
  nodes: N[];
  lines: L[];
  nodeOf: ReadonlyMap<string, N>;
  lineOf: ReadonlyMap<string, L>;
  /** Whether more is to come. */
  isBehind: boolean;
}

export const nothingPaced = <N extends Element, L extends Line>(): Paced<N, L> => ({
  nodes: [],
  lines: [],
  nodeOf: new Map(),
  lineOf: new Map(),
  isBehind: false,
});

/** Brings `have` nearer to `want` by at most `left` changes. @returns how many are left, and the result */
function nearer<T extends Element>(have: ReadonlyMap<string, T>, want: readonly T[], left: number) {
  const wanted = new Set(want.map(({ id }) => id));
  const next = new Map<string, T>();
  let more = 0;
  for (const [id, element] of have) {
    if (wanted.has(id)) continue;
    if (left > 0) left--;
    else {
      next.set(id, element);
      more++;
    }
  }
  for (const element of want) {
    const old = have.get(element.id);
    if (old === element) next.set(element.id, element);
    else if (left > 0) {
      left--;
      next.set(element.id, element);
    } else {
      more++;
      if (old) next.set(element.id, old);
    }
  }
  return { next, left, more };
}

/** One step from what the canvas has to what it should draw. */
export function pace<N extends Element, L extends Line>(
  have: Paced<N, L>,
  nodes: readonly N[],
  lines: readonly L[],
  slice: number,
): Paced<N, L> {
  const ofNodes = nearer(have.nodeOf, nodes, slice);
  const drawable = lines.filter(({ source, target }) => ofNodes.next.has(source) && ofNodes.next.has(target));
  const ofLines = nearer(have.lineOf, drawable, ofNodes.left);
  return {
    nodes: [...ofNodes.next.values()],
    lines: [...ofLines.next.values()].filter(
      ({ source, target }) => ofNodes.next.has(source) && ofNodes.next.has(target),
    ),
    nodeOf: ofNodes.next,
    lineOf: ofLines.next,
    isBehind: ofNodes.more > 0 || ofLines.more > 0,
  };
}

/** Hands nodes and links over to the canvas: what is more than a few of them a slice at a time, so that the page answers. */
export function usePaced<N extends Element, L extends Line>(nodes: readonly N[], lines: readonly L[]): Paced<N, L> {
  const last = useRef<Paced<N, L>>(undefined);
  last.current ??= nothingPaced();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn goes a step on from the last one
  const now = useMemo(() => pace(last.current ?? nothingPaced<N, L>(), nodes, lines, SLICE), [nodes, lines, turn]);
  useEffect(() => {
    last.current = now;
    if (!now.isBehind) return;
    const timer = setTimeout(() => setTurn((before) => before + 1));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
