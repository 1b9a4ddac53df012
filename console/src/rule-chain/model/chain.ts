import type { ChainNote } from './notes.ts';

/** Class of what stands for another chain; only the editor knows it. */
export const CHAIN_NODE = 'tb.internal.RuleChain';
/** Key of where messages enter. */
export const INPUT = 'input';

export interface ChainNode {
  /** In this editor; of a stored node its id. */
  key: string;
  /** Absent until it is stored. */
  id: string | null;
  /** Class of its kind, or CHAIN_NODE. */
  type: string;
  name: string;
  debugMode: boolean;
  configuration: Readonly<Record<string, unknown>>;
  description: string;
  /** Of its left upper corner, px. */
  x: number;
  y: number;
  /** The chain that it leads to, when it is a CHAIN_NODE. */
  target: string | null;
  /** What other clients store beside it. */
  info: Readonly<Record<string, unknown>>;
}

/** All connections between two nodes: one line with several labels. */
export interface ChainLink {
  from: string;
  to: string;
  labels: readonly string[];
}

/** Nodes and links as they are edited. Never changed: an edit makes another one that shares what stayed the same. */
export interface Chain {
  nodes: readonly ChainNode[];
  links: readonly ChainLink[];
  /** The node where messages enter. */
  first: string | null;
  /** For people to read. */
  notes: readonly ChainNote[];
}

export const EMPTY_CHAIN: Chain = { nodes: [], links: [], first: null, notes: [] };

/** The chain with other keys of nodes, which are their ids: those that they got when they were stored. */
export function withKeys(chain: Chain, keys: ReadonlyMap<string, string>): Chain {
  if (keys.size === 0) return chain;
  const keyOf = (key: string) => keys.get(key) ?? key;
  return {
    ...chain,
    nodes: chain.nodes.map((node) => {
      const key = keys.get(node.key);
      if (key === undefined) return node;
      return node.type === CHAIN_NODE ? { ...node, key } : { ...node, key, id: key };
    }),
    links: chain.links.map((link) =>
      keys.has(link.from) || keys.has(link.to) ? { ...link, from: keyOf(link.from), to: keyOf(link.to) } : link,
    ),
    first: chain.first === null ? null : keyOf(chain.first),
  };
}

export const findNode = (chain: Chain, key: string): ChainNode | undefined =>
  chain.nodes.find((node) => node.key === key);

export const findLink = (chain: Chain, from: string, to: string): ChainLink | undefined =>
  chain.links.find((link) => link.from === from && link.to === to);

export const findNote = (chain: Chain, key: string): ChainNote | undefined =>
  chain.notes.find((note) => note.key === key);

export const addNote = (chain: Chain, note: ChainNote): Chain => ({ ...chain, notes: [...chain.notes, note] });

export const updateNote = (chain: Chain, key: string, change: Partial<ChainNote>): Chain => ({
  ...chain,
  notes: chain.notes.map((note) => (note.key === key ? { ...note, ...change } : note)),
});

export function addNodes(chain: Chain, nodes: readonly ChainNode[], links: readonly ChainLink[] = []): Chain {
  return { ...chain, nodes: [...chain.nodes, ...nodes], links: [...chain.links, ...links] };
}

export function updateNode(chain: Chain, key: string, change: Partial<ChainNode>): Chain {
  return { ...chain, nodes: chain.nodes.map((node) => (node.key === key ? { ...node, ...change } : node)) };
}

/** Moves nodes and notes to where `places` has them; positions are whole pixels. */
export function moveNodes(chain: Chain, places: ReadonlyMap<string, { x: number; y: number }>): Chain {
  const moved = <Thing extends { key: string; x: number; y: number }>(thing: Thing): Thing => {
    const place = places.get(thing.key);
    if (!place) return thing;
    const x = Math.round(place.x);
    const y = Math.round(place.y);
    return x === thing.x && y === thing.y ? thing : { ...thing, x, y };
  };
  return {
    ...chain,
    nodes: chain.nodes.map(moved),
    notes: chain.notes.some(({ key }) => places.has(key)) ? chain.notes.map(moved) : chain.notes,
  };
}

/** Sets the labels of a link, which is made if there is none, and removed without labels. */
export function setLabels(chain: Chain, from: string, to: string, labels: readonly string[]): Chain {
  const unique = [...new Set(labels)];
  if (unique.length === 0) {
    return { ...chain, links: chain.links.filter((link) => link.from !== from || link.to !== to) };
  }
  if (!findLink(chain, from, to)) return { ...chain, links: [...chain.links, { from, to, labels: unique }] };
  return {
    ...chain,
    links: chain.links.map((link) => (link.from === from && link.to === to ? { from, to, labels: unique } : link)),
  };
}

/** Lets messages enter at another node, or nowhere. */
export const setFirst = (chain: Chain, first: string | null): Chain => ({ ...chain, first });

/** Removes nodes with their links, notes, and links; a link is named `<from> <to>`. */
export function removeFrom(chain: Chain, nodes: ReadonlySet<string>, links: ReadonlySet<string>): Chain {
  const isFirstCut =
    chain.first !== null && (nodes.has(chain.first) || links.has(linkKey({ from: INPUT, to: chain.first })));
  return {
    nodes: chain.nodes.filter((node) => !nodes.has(node.key)),
    links: chain.links.filter((link) => !nodes.has(link.from) && !nodes.has(link.to) && !links.has(linkKey(link))),
    first: isFirstCut ? null : chain.first,
    notes: chain.notes.some(({ key }) => nodes.has(key))
      ? chain.notes.filter(({ key }) => !nodes.has(key))
      : chain.notes,
  };
}

export const linkKey = ({ from, to }: Pick<ChainLink, 'from' | 'to'>): string => `${from} ${to}`;

export function setDebug(chain: Chain, keys: ReadonlySet<string>, debugMode: boolean): Chain {
  return {
    ...chain,
    nodes: chain.nodes.map((node) =>
      keys.has(node.key) && node.debugMode !== debugMode && node.type !== CHAIN_NODE ? { ...node, debugMode } : node,
    ),
  };
}

/** A node with all nodes from which messages come to it. */
function nodesBefore(chain: Chain, key: string): ReadonlySet<string> {
  const before = new Map<string, string[]>();
  for (const link of chain.links) {
    const known = before.get(link.to);
    if (known) known.push(link.from);
    else before.set(link.to, [link.from]);
  }
  const seen = new Set<string>();
  const left = [key];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    left.push(...(before.get(next) ?? []));
  }
  return seen;
}

/** Nodes to which another link may lead from a node: without circles, and not those that it is linked with. */
export function linkTargets(chain: Chain, from: string): ChainNode[] {
  if (findNode(chain, from)?.type === CHAIN_NODE) return [];
  const taken = new Set(nodesBefore(chain, from));
  for (const link of chain.links) if (link.from === from) taken.add(link.to);
  return chain.nodes.filter(({ key }) => !taken.has(key));
}

export type LinkRefusal = 'toItself' | 'circle' | 'inputToChain' | 'fromChain';

/** Why two nodes cannot be linked; undefined when they can. */
export function refuseLink(chain: Chain, from: string, to: string): LinkRefusal | undefined {
  if (from === to) return 'toItself';
  if (findNode(chain, from)?.type === CHAIN_NODE) return 'fromChain';
  if (from === INPUT) return findNode(chain, to)?.type === CHAIN_NODE ? 'inputToChain' : undefined;
  // Messages would come back to where they were.
  return nodesBefore(chain, from).has(to) ? 'circle' : undefined;
}

/** Where the keyboard goes from a node along the links: on, back, or to the next one that is reached from the same. */
export function neighbourOf(
  chain: Chain,
  key: string | undefined,
  way: 'next' | 'before' | 'beside',
): string | undefined {
  const start = chain.first ?? chain.nodes[0]?.key;
  if (key === undefined || !findNode(chain, key)) return start;
  if (way === 'next') return chain.links.find(({ from }) => from === key)?.to;
  const back = chain.links.find(({ to }) => to === key)?.from;
  if (way === 'before') return back;
  const beside =
    back === undefined
      ? chain.nodes.map((node) => node.key)
      : chain.links.filter(({ from }) => from === back).map(({ to }) => to);
  return beside[(beside.indexOf(key) + 1) % beside.length];
}
