import { graphlib, layout } from '@dagrejs/dagre';
import { type Chain, INPUT } from './model/chain.ts';
import { NODE_HEIGHT, NODE_WIDTH } from './node-size.ts';

/** Room between columns and rows, px: labels of links lie in it. */
const BETWEEN_COLUMNS = 110;
const BETWEEN_ROWS = 36;
/** Where the input stands. */
export const INPUT_PLACE = { x: 50, y: 150 };

/** Nodes that are arranged with as few crossings as can be found; with more of them that takes minutes. */
const MAX_UNTANGLED = 250;

/** Places for the nodes of a chain from left to right, in the order in which messages pass them. */
export function arrange(chain: Chain): Map<string, { x: number; y: number }> {
  if (chain.nodes.length > MAX_UNTANGLED) return arrangeInColumns(chain);
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', ranksep: BETWEEN_COLUMNS, nodesep: BETWEEN_ROWS });
  graph.setDefaultEdgeLabel(() => ({}));
  const size = { width: NODE_WIDTH, height: NODE_HEIGHT };
  graph.setNode(INPUT, { ...size });
  for (const { key } of chain.nodes) graph.setNode(key, { ...size });
  if (chain.first !== null) graph.setEdge(INPUT, chain.first);
  for (const { from, to } of chain.links) graph.setEdge(from, to);
  layout(graph);
  const input = graph.node(INPUT) as { x: number; y: number };
  const places = new Map<string, { x: number; y: number }>();
  for (const { key } of chain.nodes) {
    const { x, y } = graph.node(key) as { x: number; y: number };
    places.set(key, { x: Math.round(x - input.x + INPUT_PLACE.x), y: Math.round(y - input.y + INPUT_PLACE.y) });
  }
  return places;
}

/** Rows of a column; what belongs to a longer one goes on in the next. */
const MAX_ROWS = 60;

/** Columns by how many links lie before a node, rows beside what leads to it: a pass over nodes and links for each. */
function arrangeInColumns(chain: Chain): Map<string, { x: number; y: number }> {
  const after = new Map<string, string[]>();
  const waiting = new Map<string, number>();
  for (const { from, to } of chain.links) {
    const known = after.get(from);
    if (known) known.push(to);
    else after.set(from, [to]);
    waiting.set(to, (waiting.get(to) ?? 0) + 1);
  }
  const columns: string[][] = [];
  const placed = new Set<string>();
  const starts = chain.nodes.map(({ key }) => key).filter((key) => !waiting.has(key));
  if (chain.first !== null) starts.sort((one, other) => Number(other === chain.first) - Number(one === chain.first));
  let now = starts.length > 0 ? starts : chain.nodes.slice(0, 1).map(({ key }) => key);
  // Nodes of a circle come when nothing else is left.
  let unseen = 0;
  while (now.length > 0) {
    columns.push(now);
    for (const key of now) placed.add(key);
    const next: string[] = [];
    for (const key of now) {
      for (const to of after.get(key) ?? []) {
        const rest = (waiting.get(to) ?? 0) - 1;
        waiting.set(to, rest);
        if (rest === 0 && !placed.has(to)) next.push(to);
      }
    }
    while (next.length === 0 && unseen < chain.nodes.length) {
      const key = chain.nodes[unseen++]?.key;
      if (key !== undefined && !placed.has(key)) next.push(key);
    }
    now = next;
  }
  const places = new Map<string, { x: number; y: number }>();
  let x = INPUT_PLACE.x;
  for (const column of columns) {
    for (let begin = 0; begin < column.length; begin += MAX_ROWS) {
      x += NODE_WIDTH + BETWEEN_COLUMNS;
      for (const [row, key] of column.slice(begin, begin + MAX_ROWS).entries()) {
        places.set(key, { x, y: INPUT_PLACE.y + row * (NODE_HEIGHT + BETWEEN_ROWS) });
      }
    }
  }
  return places;
}

/** The first place at or below `at` where a node covers no other one. */
export function freePlace(chain: Chain, at: { x: number; y: number }): { x: number; y: number } {
  const taken = [INPUT_PLACE, ...chain.nodes].filter(({ x }) => Math.abs(x - at.x) < NODE_WIDTH + BETWEEN_ROWS);
  let { y } = at;
  for (;;) {
    const over = taken.filter((one) => Math.abs(one.y - y) < NODE_HEIGHT + BETWEEN_ROWS / 2);
    if (over.length === 0) return { x: at.x, y };
    y = Math.max(...over.map((one) => one.y)) + NODE_HEIGHT + BETWEEN_ROWS;
  }
}
