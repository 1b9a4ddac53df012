import { INPUT_PLACE } from '../arrange.ts';
import { titleOf } from '../kind-words.ts';
import { CHAIN_NODE, type Chain, type ChainNode, INPUT, linkKey } from '../model/chain.ts';
import type { ChainNote } from '../model/notes.ts';
import { GROUP_COLOURS, groupOf, kindOf } from '../node-kinds.ts';
import { NODE_HEIGHT, NODE_WIDTH } from '../node-size.ts';
import type { CanvasSelection } from '../selection.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { type Area, type Curve, curveBetween, middleOf, type Point, placesOf, type Shift } from './geometry.ts';

/** From here on words can be read. */
const WORDS_ZOOM = 0.45;
/** Below, links are straight lines. */
const CURVES_ZOOM = 0.2;
/** Characters of a line of a card. */
const MAX_WORDS = 22;

/** What is painted. */
export interface Painting {
  chain: Chain;
  selection: CanvasSelection;
  problems: ReadonlySet<string>;
  found: ReadonlySet<string>;
  targetNames: ReadonlyMap<string, string>;
  traffic: Traffic | undefined;
  /** What is drawn as elements of the page, and not painted. */
  nodes: ReadonlySet<string>;
  links: ReadonlySet<string>;
  shift: Shift | undefined;
  /** The way that a message took, from which the rest stands back; absent: there is none to show. */
  trail?: Trail | undefined;
  words: { chainNode: string; unknownKind: string; unresolved: string; input: string; messagesIn: string };
}

/** Keys of nodes and links that stand out. */
export interface Trail {
  nodes: ReadonlySet<string>;
  links: ReadonlySet<string>;
}

/** How much is left of what stands back. */
const ASIDE = 0.35;

/** What is seen: the place of the origin on the screen, px, and how large a px of the chain is there. */
export interface View {
  x: number;
  y: number;
  zoom: number;
  width: number;
  height: number;
}

export type Colours = (name: string) => string;

/** Reads the colours of the theme that holds for an element. */
export function coloursOf(element: Element): Colours {
  const style = getComputedStyle(element);
  const known = new Map<string, string>();
  return (name) => {
    const variable = /^var\((.+)\)$/.exec(name)?.[1] ?? name;
    let colour = known.get(variable);
    if (colour === undefined) {
      colour = style.getPropertyValue(variable).trim() || '#808080';
      known.set(variable, colour);
    }
    return colour;
  };
}

export const areaOf = ({ x, y, zoom, width, height }: View): Area => ({
  x: -x / zoom,
  y: -y / zoom,
  width: width / zoom,
  height: height / zoom,
});

const shorten = (words: string): string => (words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS - 1)}…` : words);

/** Paints what is in view of a chain. The context is in px of the screen. */
export function paintChain(context: CanvasRenderingContext2D, painting: Painting, view: View, colours: Colours): void {
  context.clearRect(0, 0, view.width, view.height);
  context.save();
  context.translate(view.x, view.y);
  context.scale(view.zoom, view.zoom);
  const area = areaOf(view);
  for (const note of painting.chain.notes)
    if (!painting.nodes.has(note.key)) paintNote(context, painting, note, view, colours);
  paintLinks(context, painting, view, area, colours);
  paintCards(context, painting, view, area, colours);
  context.restore();
}

const NOTE_COLOURS: Readonly<Record<ChainNote['colour'], string>> = {
  yellow: '--minor',
  blue: '--c1',
  green: '--ok',
  red: '--critical',
  grey: '--text-3',
};

function paintNote(
  context: CanvasRenderingContext2D,
  { shift }: Painting,
  note: ChainNote,
  view: View,
  colours: Colours,
): void {
  const isMoved = shift?.keys.has(note.key);
  const x = note.x + (isMoved ? (shift?.dx ?? 0) : 0);
  const y = note.y + (isMoved ? (shift?.dy ?? 0) : 0);
  context.fillStyle = colours(NOTE_COLOURS[note.colour]);
  context.globalAlpha = 0.18;
  context.fillRect(x, y, note.width, note.height);
  context.globalAlpha = 1;
  if (view.zoom < WORDS_ZOOM) return;
  context.fillStyle = colours('--text');
  context.font = '13px "Inter Variable", sans-serif';
  const lines = note.text.split('\n').slice(0, Math.max(1, Math.floor(note.height / 19)));
  const most = Math.floor(note.width / 7);
  for (const [index, line] of lines.entries()) context.fillText(line.slice(0, most), x + 12, y + 22 + index * 19);
}

/** Whether a curve may be seen. */
function isIn({ from, to, leave, reach }: Curve, area: Area): boolean {
  if (Math.max(from.y, to.y) < area.y || Math.min(from.y, to.y) > area.y + area.height) return false;
  return Math.max(to.x, leave) >= area.x && Math.min(from.x, reach) <= area.x + area.width;
}

function paintLinks(
  context: CanvasRenderingContext2D,
  painting: Painting,
  { zoom }: View,
  area: Area,
  colours: Colours,
): void {
  const { chain, selection, nodes, links, trail } = painting;
  const places = placesOf(chain, painting.shift);
  const paths = { plain: new Path2D(), failure: new Path2D(), selected: new Path2D(), trail: new Path2D() };
  const labelled: { at: Point; words: string }[] = [];
  const paint = (from: string, to: string, labels: readonly string[]) => {
    const [start, end] = [places.get(from), places.get(to)];
    if (!start || !end) return;
    const curve = curveBetween(start, end);
    if (!isIn(curve, area)) return;
    const key = linkKey({ from, to });
    if (nodes.has(from) && nodes.has(to) && links.has(key)) return;
    const isSelected = selection.links.size > 0 && selection.links.has(key);
    const kind = labels.length === 1 && labels[0] === 'Failure' ? 'failure' : 'plain';
    const path = paths[isSelected ? 'selected' : trail?.links.has(key) ? 'trail' : kind];
    path.moveTo(curve.from.x, curve.from.y);
    if (zoom < CURVES_ZOOM) path.lineTo(curve.to.x, curve.to.y);
    else path.bezierCurveTo(curve.leave, curve.from.y, curve.reach, curve.to.y, curve.to.x, curve.to.y);
    if (zoom >= CURVES_ZOOM) {
      path.moveTo(curve.to.x - 7, curve.to.y - 4);
      path.lineTo(curve.to.x, curve.to.y);
      path.lineTo(curve.to.x - 7, curve.to.y + 4);
    }
    if (zoom >= WORDS_ZOOM && labels.length > 0) labelled.push({ at: middleOf(curve), words: labels.join(' / ') });
  };
  if (chain.first !== null) paint(INPUT, chain.first, []);
  for (const { from, to, labels } of chain.links) paint(from, to, labels);
  context.lineWidth = Math.max(1.5, 0.6 / zoom);
  if (trail) context.globalAlpha = ASIDE;
  context.strokeStyle = colours('--text-3');
  context.stroke(paths.plain);
  context.strokeStyle = colours('--critical');
  context.stroke(paths.failure);
  context.globalAlpha = 1;
  context.lineWidth *= 1.6;
  context.strokeStyle = colours('--accent');
  context.stroke(paths.selected);
  context.stroke(paths.trail);
  paintLabels(context, labelled, colours);
}

function paintLabels(
  context: CanvasRenderingContext2D,
  labelled: readonly { at: Point; words: string }[],
  colours: Colours,
): void {
  context.font = '11px "Inter Variable", sans-serif';
  context.textAlign = 'center';
  context.lineWidth = 1;
  for (const { at, words } of labelled) {
    const text = shorten(words);
    const width = Math.min(150, text.length * 6.2 + 16);
    context.fillStyle = colours('--surface');
    context.strokeStyle = colours('--line');
    context.beginPath();
    context.roundRect(at.x - width / 2, at.y - 11, width, 22, 10);
    context.fill();
    context.stroke();
    context.fillStyle = colours('--text');
    context.fillText(text, at.x, at.y + 4, 140);
  }
  context.textAlign = 'start';
}

function paintCards(
  context: CanvasRenderingContext2D,
  painting: Painting,
  { zoom }: View,
  area: Area,
  colours: Colours,
): void {
  const { chain, nodes, shift, trail, words } = painting;
  const card = (key: string, x: number, y: number, colour: string, lines: () => [kind: string, name: string]) => {
    if (x + NODE_WIDTH < area.x || x > area.x + area.width) return;
    if (y + NODE_HEIGHT < area.y || y > area.y + area.height) return;
    const isSelected = painting.selection.nodes.has(key);
    const isAside = trail !== undefined && !trail.nodes.has(key);
    if (painting.found.has(key)) {
      context.fillStyle = colours('--minor');
      context.fillRect(x - 5, y - 5, NODE_WIDTH + 10, NODE_HEIGHT + 10);
    }
    if (!isAside) {
      context.fillStyle = colours('--surface');
      context.fillRect(x, y, NODE_WIDTH, NODE_HEIGHT);
    }
    const isMarked = isSelected || (trail !== undefined && !isAside);
    context.strokeStyle = colours(isMarked ? '--accent' : '--line');
    context.lineWidth = isMarked ? Math.max(2, 2 / zoom) : 1;
    context.strokeRect(x, y, NODE_WIDTH, NODE_HEIGHT);
    context.fillStyle = colours(colour);
    if (isAside) context.globalAlpha = ASIDE;
    context.fillRect(x, y, zoom < WORDS_ZOOM ? 20 : 4, NODE_HEIGHT);
    context.globalAlpha = 1;
    if (painting.problems.has(key)) {
      context.fillStyle = colours('--critical');
      context.fillRect(x + NODE_WIDTH - 22, y + NODE_HEIGHT / 2 - 6, 12, 12);
    }
    paintTraffic(context, painting.traffic, key, { x, y }, zoom, colours);
    if (zoom < WORDS_ZOOM) return;
    const [kind, name] = lines();
    context.fillStyle = colours('--text-2');
    context.font = '11px "Inter Variable", sans-serif';
    context.fillText(shorten(kind), x + 16, y + 21);
    context.fillStyle = colours(isAside ? '--text-2' : '--text');
    context.font = '600 13px "Inter Variable", sans-serif';
    context.fillText(shorten(name), x + 16, y + 38);
  };
  const linesOf = (node: ChainNode): [string, string] => {
    if (node.type === CHAIN_NODE) {
      return [words.chainNode, painting.targetNames.get(node.target ?? '') ?? words.unresolved];
    }
    const kind = kindOf(node.type);
    return [kind ? titleOf(kind) : words.unknownKind, node.name];
  };
  if (!nodes.has(INPUT)) {
    card(INPUT, INPUT_PLACE.x, INPUT_PLACE.y, GROUP_COLOURS.INPUT, () => [words.input, words.messagesIn]);
  }
  for (const node of chain.nodes) {
    if (nodes.has(node.key)) continue;
    const isMoved = shift?.keys.has(node.key);
    const x = node.x + (isMoved ? (shift?.dx ?? 0) : 0);
    const y = node.y + (isMoved ? (shift?.dy ?? 0) : 0);
    card(node.key, x, y, GROUP_COLOURS[groupOf(node.type)], () => linesOf(node));
  }
}

/** Where words cannot be read, a stripe says that messages flow, and that they fail. */
function paintTraffic(
  context: CanvasRenderingContext2D,
  traffic: Traffic | undefined,
  key: string,
  { x, y }: Point,
  zoom: number,
  colours: Colours,
): void {
  const count = traffic?.get(key);
  if (!count || count.messages + count.failures === 0) return;
  context.fillStyle = colours(count.failures > 0 ? '--critical' : '--ok');
  if (zoom < WORDS_ZOOM) {
    context.fillRect(x + 20, y + NODE_HEIGHT - 10, NODE_WIDTH - 20, 10);
    return;
  }
  context.font = '11px "Inter Variable", sans-serif';
  context.textAlign = 'end';
  const failed = count.failures > 0 ? ` · ${count.failures}` : '';
  context.fillText(`${count.messages}${failed}`, x + NODE_WIDTH, y + NODE_HEIGHT + 14);
  context.textAlign = 'start';
}
