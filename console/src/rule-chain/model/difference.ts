import { type Chain, type ChainLink, type ChainNode, INPUT, linkKey } from './chain.ts';
import { compareNotes, mergeNotes, type NoteChange } from './notes.ts';

export type NodeMember = 'name' | 'configuration' | 'description' | 'debugMode' | 'target' | 'place';

export type Change =
  | { kind: 'nodeAdded' | 'nodeRemoved'; node: ChainNode }
  | { kind: 'nodeChanged'; before: ChainNode; node: ChainNode; members: readonly NodeMember[] }
  | { kind: 'linkAdded' | 'linkRemoved'; from: string; to: string; labels: readonly string[] }
  | NoteChange;

/** JSON with the members in order: the same for equal values. */
export function sortedJson(value: unknown, indent?: number): string {
  return JSON.stringify(
    value,
    (_key, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    indent,
  );
}

function changedMembers(before: ChainNode, after: ChainNode): NodeMember[] {
  if (before === after) return [];
  return [
    ...(before.name !== after.name ? (['name'] as const) : []),
    ...(before.configuration !== after.configuration &&
    sortedJson(before.configuration) !== sortedJson(after.configuration)
      ? (['configuration'] as const)
      : []),
    ...(before.description !== after.description ? (['description'] as const) : []),
    ...(before.debugMode !== after.debugMode ? (['debugMode'] as const) : []),
    ...(before.target !== after.target ? (['target'] as const) : []),
    ...(before.x !== after.x || before.y !== after.y ? (['place'] as const) : []),
  ];
}

/** Links as they are stored: one entry for each label. */
function labelled(chain: Chain): Map<string, ChainLink> {
  const first: ChainLink[] = chain.first === null ? [] : [{ from: INPUT, to: chain.first, labels: [] }];
  return new Map([...chain.links, ...first].map((link) => [linkKey(link), link]));
}

/** What makes `after` of `before`, node by node and link by link. */
export function compareChains(before: Chain, after: Chain): Change[] {
  if (before === after) return [];
  const old = new Map(before.nodes.map((node) => [node.key, node]));
  const now = new Map(after.nodes.map((node) => [node.key, node]));
  const changes: Change[] = [];
  for (const node of after.nodes) {
    const known = old.get(node.key);
    if (!known) changes.push({ kind: 'nodeAdded', node });
    else {
      const members = changedMembers(known, node);
      if (members.length > 0) changes.push({ kind: 'nodeChanged', before: known, node, members });
    }
  }
  for (const node of before.nodes) if (!now.has(node.key)) changes.push({ kind: 'nodeRemoved', node });
  const oldLinks = labelled(before);
  const newLinks = labelled(after);
  for (const [key, { from, to, labels }] of newLinks) {
    const known = oldLinks.get(key);
    const added = known ? labels.filter((label) => !known.labels.includes(label)) : labels;
    if (!known || added.length > 0) changes.push({ kind: 'linkAdded', from, to, labels: added });
  }
  for (const [key, { from, to, labels }] of oldLinks) {
    const known = newLinks.get(key);
    const removed = known ? labels.filter((label) => !known.labels.includes(label)) : labels;
    // A link goes with its node.
    const isCut = (from === INPUT || now.has(from)) && now.has(to);
    if (isCut && (!known || removed.length > 0)) changes.push({ kind: 'linkRemoved', from, to, labels: removed });
  }
  return [...changes, ...compareNotes(before.notes, after.notes)];
}

export interface Merge {
  chain: Chain;
  /** Names of nodes that both changed, of which the own version was taken. */
  both: readonly string[];
}

/**
 * Puts one's own changes onto what somebody else stored meanwhile. Where both changed a node, one's own version counts,
 * and the node is named.
 */
export function mergeChains(base: Chain, theirs: Chain, mine: Chain): Merge {
  const baseOf = new Map(base.nodes.map((node) => [node.key, node]));
  const mineOf = new Map(mine.nodes.map((node) => [node.key, node]));
  const theirsOf = new Map(theirs.nodes.map((node) => [node.key, node]));
  const both: string[] = [];
  const nodes: ChainNode[] = [];
  for (const their of theirs.nodes) {
    const own = mineOf.get(their.key);
    const old = baseOf.get(their.key);
    if (!old) nodes.push(own ?? their);
    else if (!own) {
      // I removed it; they may have changed it.
      if (changedMembers(old, their).some((member) => member !== 'place')) both.push(their.name);
    } else {
      const ownMembers = changedMembers(old, own);
      const theirMembers = changedMembers(old, their);
      if (ownMembers.some((member) => member !== 'place' && theirMembers.includes(member))) both.push(own.name);
      const merged = { ...their };
      for (const member of ownMembers) {
        if (member === 'place') Object.assign(merged, { x: own.x, y: own.y });
        else Object.assign(merged, { [member]: own[member] });
      }
      nodes.push(merged);
    }
  }
  for (const own of mine.nodes) {
    if (theirsOf.has(own.key)) continue;
    const old = baseOf.get(own.key);
    // They removed it: it comes back only when it was changed here, as a new one.
    if (!old) nodes.push(own);
    else if (changedMembers(old, own).some((member) => member !== 'place')) {
      both.push(own.name);
      nodes.push({ ...own, id: null });
    }
  }
  const keys = new Set(nodes.map(({ key }) => key));
  return {
    chain: {
      nodes,
      links: mergeLinks(base, theirs, mine, keys),
      first: mergeFirst(base, theirs, mine, keys),
      notes: mergeNotes(base.notes, theirs.notes, mine.notes),
    },
    both,
  };
}

function mergeFirst(base: Chain, theirs: Chain, mine: Chain, keys: ReadonlySet<string>): string | null {
  const first = mine.first === base.first ? theirs.first : mine.first;
  return first !== null && keys.has(first) ? first : null;
}

function mergeLinks(base: Chain, theirs: Chain, mine: Chain, keys: ReadonlySet<string>): ChainLink[] {
  const labels = (chain: Chain) => {
    const all = new Map<string, { from: string; to: string; label: string }>();
    for (const { from, to, labels: some } of chain.links) {
      for (const label of some) all.set(`${from} ${to} ${label}`, { from, to, label });
    }
    return all;
  };
  const [old, their, own] = [labels(base), labels(theirs), labels(mine)];
  const kept = new Map<string, { from: string; to: string; labels: string[] }>();
  for (const [key, { from, to, label }] of new Map([...their, ...own])) {
    // One that both know, or that one side added; what either side removed is gone.
    const stays = old.has(key) ? their.has(key) && own.has(key) : true;
    if (!stays || !keys.has(from) || !keys.has(to)) continue;
    const link = kept.get(linkKey({ from, to }));
    if (link) link.labels.push(label);
    else kept.set(linkKey({ from, to }), { from, to, labels: [label] });
  }
  return [...kept.values()];
}
