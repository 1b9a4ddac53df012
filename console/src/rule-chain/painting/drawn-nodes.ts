import { type Chain, INPUT } from '../model/chain.ts';
import { NODE_HEIGHT, NODE_WIDTH } from '../node-size.ts';
import type { CanvasSelection } from '../selection.ts';
import type { Area } from './geometry.ts';

/** A chain of up to this many nodes is drawn as elements of the page, wherever they are. */
export const MAX_ELEMENTS = 400;
/** Of a larger one: nodes in view that are drawn as elements. More than that are too small to be read. */
const MAX_IN_VIEW = 120;
/** Selected nodes and links that are elements also where all others are painted. */
const MAX_SELECTED = 20;

/**
 * Chooses the nodes that are elements of the page, which can be read, linked and reached by keyboard. The others are
 * painted.
 * @param view what is seen of the chain
 * @returns their keys; undefined when all of them are
 */
export function chooseDrawn(chain: Chain, selection: CanvasSelection, view: Area): ReadonlySet<string> | undefined {
  if (chain.nodes.length <= MAX_ELEMENTS) return undefined;
  const right = view.x + view.width;
  const bottom = view.y + view.height;
  const drawn = new Set<string>();
  for (const { key, x, y } of chain.nodes) {
    if (x + NODE_WIDTH < view.x || x > right || y + NODE_HEIGHT < view.y || y > bottom) continue;
    drawn.add(key);
    if (drawn.size <= MAX_IN_VIEW) continue;
    drawn.clear();
    break;
  }
  if (selection.nodes.size <= MAX_SELECTED) for (const key of selection.nodes) drawn.add(key);
  if (selection.links.size <= MAX_SELECTED) {
    for (const key of selection.links) for (const end of key.split(' ')) if (end !== INPUT) drawn.add(end);
  }
  return drawn;
}
