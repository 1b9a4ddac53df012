import { localStore } from '../api/browser-storage.ts';
import { addNodes, CHAIN_NODE, type Chain, type ChainLink, type ChainNode, setFirst } from './model/chain.ts';
import { type ChainNote, MAX_NOTES, readNotes } from './model/notes.ts';
import { NODE_HEIGHT, NODE_WIDTH } from './node-size.ts';

/** What was copied lasts longer than the page and is there in other chains and tabs. */
const KEY = 'signalbox-rule-nodes';

/** Nodes and notes with the links between them. */
export interface Copied {
  nodes: readonly ChainNode[];
  links: readonly ChainLink[];
  notes: readonly ChainNote[];
  /** The one of them where messages entered. */
  first: string | null;
}

/** What the browser had no room for: it is there as long as this page, until another tab copies something. */
let inThisTab: Copied | undefined;

/** What is selected of a chain, to be added again. */
export function copyOf(chain: Chain, keys: ReadonlySet<string>): Copied {
  return {
    nodes: chain.nodes.filter(({ key }) => keys.has(key)),
    links: chain.links.filter(({ from, to }) => keys.has(from) && keys.has(to)),
    notes: chain.notes.filter(({ key }) => keys.has(key)),
    first: chain.first !== null && keys.has(chain.first) ? chain.first : null,
  };
}

/**
 * Copies nodes and notes with the links between them.
 * @returns how many, and whether other tabs have them: they do not when the browser has no room for so much
 */
export function copyNodes(chain: Chain, keys: ReadonlySet<string>): { count: number; isShared: boolean } {
  const copied = copyOf(chain, keys);
  const count = copied.nodes.length + copied.notes.length;
  if (count === 0) return { count, isShared: true };
  try {
    localStore.setItem(KEY, JSON.stringify(copied));
    inThisTab = undefined;
    return { count, isShared: true };
  } catch {
    localStore.removeItem(KEY);
    inThisTab = copied;
    return { count, isShared: false };
  }
}

const isNode = (value: unknown): value is ChainNode => {
  const { key, type, name, x, y, configuration } = (value ?? {}) as Partial<ChainNode>;
  return (
    [key, type, name].every((text) => typeof text === 'string') &&
    Number.isFinite(x) &&
    Number.isFinite(y) &&
    typeof configuration === 'object'
  );
};
const isLink = (value: unknown): value is ChainLink => {
  const { from, to, labels } = (value ?? {}) as Partial<ChainLink>;
  return typeof from === 'string' && typeof to === 'string' && Array.isArray(labels);
};

function readCopied(): Copied | undefined {
  try {
    const text = localStore.getItem(KEY);
    if (text === null) return inThisTab;
    const copied = JSON.parse(text) as Copied;
    if (!Array.isArray(copied.nodes) || !Array.isArray(copied.links)) return undefined;
    return {
      nodes: copied.nodes.filter(isNode),
      links: copied.links.filter(isLink),
      notes: readNotes(copied.notes),
      first: copied.first,
    };
  } catch {
    return undefined;
  }
}

export const hasCopied = (): boolean => inThisTab !== undefined || ![null, ''].includes(localStore.getItem(KEY));

/** What was added to a chain. */
export interface Added {
  chain: Chain;
  keys: readonly string[];
  /** Notes for which the chain had no room. */
  notesLeft: number;
}

/**
 * Adds what was copied, as new nodes and notes. The chain itself is left out: it cannot lead to itself.
 * @param at the middle of what is added; absent: beside what it is a copy of
 */
export function addCopied(
  chain: Chain,
  copied: Copied,
  at: { x: number; y: number } | undefined,
  ruleChainId: string,
  newKey: () => string,
): Added {
  const found = copied.nodes.filter(({ type, target }) => type !== CHAIN_NODE || target !== ruleChainId);
  const room = Math.max(0, MAX_NOTES - chain.notes.length);
  const foundNotes = copied.notes.slice(0, room);
  const notesLeft = copied.notes.length - foundNotes.length;
  if (found.length + foundNotes.length === 0) return { chain, keys: [], notesLeft };
  const by = shiftTo(at, found, foundNotes);
  const keyOf = new Map<string, string>();
  for (const { key } of found) keyOf.set(key, newKey());
  const moved = <T extends { x: number; y: number }>(thing: T) => ({
    x: Math.round(thing.x + by.x),
    y: Math.round(thing.y + by.y),
  });
  const nodes = found.map((node) => ({ ...node, ...moved(node), key: keyOf.get(node.key) as string, id: null }));
  const notes = foundNotes.map((note) => ({ ...note, ...moved(note), key: `note-${newKey()}` }));
  const links = copied.links.flatMap(({ from, to, labels }) => {
    const [newFrom, newTo] = [keyOf.get(from), keyOf.get(to)];
    return newFrom && newTo ? [{ from: newFrom, to: newTo, labels }] : [];
  });
  const added = { ...addNodes(chain, nodes, links), notes: [...chain.notes, ...notes] };
  // Messages that enter already do not enter elsewhere because something was added.
  const first = copied.first === null || chain.first !== null ? undefined : keyOf.get(copied.first);
  return {
    chain: first ? setFirst(added, first) : added,
    keys: [...nodes, ...notes].map(({ key }) => key),
    notesLeft,
  };
}

/** Of what is added beside what it is a copy of, px. */
const BESIDE = 40;

function shiftTo(
  at: { x: number; y: number } | undefined,
  nodes: readonly ChainNode[],
  notes: readonly ChainNote[],
): { x: number; y: number } {
  if (!at) return { x: BESIDE, y: BESIDE };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (x: number, y: number, width: number, height: number) => {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)];
  };
  for (const { x, y } of nodes) include(x, y, NODE_WIDTH, NODE_HEIGHT);
  for (const { x, y, width, height } of notes) include(x, y, width, height);
  return { x: at.x - (left + right) / 2, y: at.y - (top + bottom) / 2 };
}

/** Adds what was copied last, here or in another tab, around a place. */
export function pasteNodes(
  chain: Chain,
  at: { x: number; y: number },
  ruleChainId: string,
  newKey: () => string,
): Added {
  const copied = readCopied();
  return copied ? addCopied(chain, copied, at, ruleChainId, newKey) : { chain, keys: [], notesLeft: 0 };
}
