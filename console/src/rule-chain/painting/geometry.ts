import { INPUT_PLACE } from '../arrange.ts';
import { type Chain, type ChainLink, INPUT, linkKey } from '../model/chain.ts';
import { NODE_HEIGHT, NODE_WIDTH } from '../node-size.ts';

/** A part of the canvas, in its own coordinates (px at a zoom of 1). */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}

/** What is being dragged, and how far. */
export interface Shift {
  keys: ReadonlySet<string>;
  dx: number;
  dy: number;
}

/** Where the links of a chain begin and end: left upper corners of its nodes, by key. */
export function placesOf(chain: Chain, shift?: Shift): Map<string, Point> {
  const places = new Map<string, Point>([[INPUT, INPUT_PLACE]]);
  for (const node of chain.nodes) {
    const isMoved = shift?.keys.has(node.key);
    places.set(node.key, isMoved ? { x: node.x + shift!.dx, y: node.y + shift!.dy } : node);
  }
  return places;
}

/** A link as a Bézier curve: its ends and control points. */
export interface Curve {
  from: Point;
  to: Point;
  /** x of the control points; they are as high as the ends. */
  leave: number;
  reach: number;
}

/** How far a control point lies from its end, as the library of the canvas draws links. */
const bend = (distance: number): number => (distance >= 0 ? 0.5 * distance : 6.25 * Math.sqrt(-distance));

export function curveBetween(from: Point, to: Point): Curve {
  const start = { x: from.x + NODE_WIDTH, y: from.y + NODE_HEIGHT / 2 };
  const end = { x: to.x, y: to.y + NODE_HEIGHT / 2 };
  const distance = bend(end.x - start.x);
  return { from: start, to: end, leave: start.x + distance, reach: end.x - distance };
}

/** The middle of a curve, where its labels are. */
export const middleOf = ({ from, to, leave, reach }: Curve): Point => ({
  x: (from.x + 3 * leave + 3 * reach + to.x) / 8,
  y: (from.y + to.y) / 2,
});

function pointOf({ from, to, leave, reach }: Curve, at: number): Point {
  const rest = 1 - at;
  const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * at, 3 * rest * at ** 2, at ** 3];
  return { x: a * from.x + b * leave + c * reach + d * to.x, y: (a + b) * from.y + (c + d) * to.y };
}

/** The topmost node at a point. */
export function nodeAt(chain: Chain, { x, y }: Point): string | undefined {
  for (let index = chain.nodes.length - 1; index >= 0; index--) {
    const node = chain.nodes[index];
    if (node && x >= node.x && x <= node.x + NODE_WIDTH && y >= node.y && y <= node.y + NODE_HEIGHT) return node.key;
  }
  return undefined;
}

/** Points of a curve that are looked at when somebody points at it. */
const PROBES = 24;

/** The key of the nearest link that is at most `reach` away from a point. */
export function linkAt(chain: Chain, point: Point, reach: number): string | undefined {
  const places = placesOf(chain);
  let nearest: { key: string; distance: number } | undefined;
  const look = (link: Pick<ChainLink, 'from' | 'to'>) => {
    const [from, to] = [places.get(link.from), places.get(link.to)];
    if (!from || !to) return;
    const curve = curveBetween(from, to);
    const xs = [curve.from.x, curve.to.x, curve.leave, curve.reach];
    if (point.x < Math.min(...xs) - reach || point.x > Math.max(...xs) + reach) return;
    if (point.y < Math.min(curve.from.y, curve.to.y) - reach) return;
    if (point.y > Math.max(curve.from.y, curve.to.y) + reach) return;
    let before = curve.from;
    for (let probe = 1; probe <= PROBES; probe++) {
      const after = pointOf(curve, probe / PROBES);
      const distance = distanceToLine(point, before, after);
      if (distance <= (nearest?.distance ?? reach)) nearest = { key: linkKey(link), distance };
      before = after;
    }
  };
  if (chain.first !== null) look({ from: INPUT, to: chain.first });
  for (const link of chain.links) look(link);
  return nearest?.key;
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
  const at = Math.max(0, Math.min(1, along));
  return Math.hypot(point.x - from.x - at * dx, point.y - from.y - at * dy);
}

/** Nodes and notes that lie wholly within an area, and the links that touch these nodes. */
export function keysWithin(chain: Chain, area: Area): { nodes: Set<string>; links: Set<string> } {
  const isWithin = (x: number, y: number, width: number, height: number) =>
    x >= area.x && y >= area.y && x + width <= area.x + area.width && y + height <= area.y + area.height;
  const nodes = new Set<string>();
  for (const { key, x, y } of chain.nodes) if (isWithin(x, y, NODE_WIDTH, NODE_HEIGHT)) nodes.add(key);
  const links = chain.links.filter(({ from, to }) => nodes.has(from) || nodes.has(to)).map(linkKey);
  for (const { key, x, y, width, height } of chain.notes) if (isWithin(x, y, width, height)) nodes.add(key);
  return { nodes, links: new Set(links) };
}

/** The smallest area that holds all of a chain, with where messages enter. */
export function boundsOf(chain: Chain): Area {
  let [left, top] = [INPUT_PLACE.x, INPUT_PLACE.y];
  let [right, bottom] = [left + NODE_WIDTH, top + NODE_HEIGHT];
  const include = (x: number, y: number, width: number, height: number) => {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  };
  for (const { x, y } of chain.nodes) include(x, y, NODE_WIDTH, NODE_HEIGHT);
  for (const { x, y, width, height } of chain.notes) include(x, y, width, height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}
