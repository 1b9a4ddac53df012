import type { ReactNode } from 'react';

/** What is below a node that is open. */
export interface Branch {
  children: readonly TreeNode[];
  state: 'loading' | 'ready' | 'failed';
  /** With state 'failed'. */
  error?: unknown;
  /** How many children there are that are not shown. */
  more: number;
  /** Says so when there is nothing; else the node looks as if it could not be opened. */
  saysEmpty: boolean;
}

export interface TreeNode {
  /** Unique in the tree. */
  key: string;
  text: string;
  /** Cleaned markup in place of the text. */
  html?: string | undefined;
  icon?: ReactNode;
  /** Can be opened and closed, but not chosen. */
  isDisabled?: boolean;
  /** A page of the console that it leads to. */
  address?: string | undefined;
  /** Behind the text, in a lighter colour. */
  note?: string | undefined;
  /** 'none': it has nothing below it. */
  below: Branch | 'closed' | 'none';
}

/** A line of the tree. `key` is unique, `parent` that of the line of the node above. */
export type TreeRow = {
  key: string;
  /** 1 for the roots. */
  level: number;
  parent: string | undefined;
  /** Place among its neighbours, from 1, and how many they are. */
  place: number;
  size: number;
} & (
  | { kind: 'node'; node: TreeNode; isOpen: boolean | undefined }
  | { kind: 'loading' | 'empty' }
  | { kind: 'failed'; error: unknown; of: string }
  | { kind: 'more'; count: number; of: string }
);

/** Whether nodes below it are shown; undefined when it cannot be opened. */
function openness({ below }: TreeNode): boolean | undefined {
  if (below === 'none') return undefined;
  if (below === 'closed') return false;
  const isBare = below.state === 'ready' && below.children.length === 0 && below.more === 0 && !below.saysEmpty;
  return isBare ? undefined : true;
}

/** The lines of a tree from top to bottom. @param more how many roots there are that are not shown */
export function rowsOf(nodes: readonly TreeNode[], more = 0): TreeRow[] {
  const rows: TreeRow[] = [];
  add(rows, { children: nodes, state: 'ready', more, saysEmpty: false }, '', undefined, 1);
  return rows;
}

function add(rows: TreeRow[], branch: Branch, of: string, parent: string | undefined, level: number): void {
  const { children, state } = branch;
  const hasEnd = state !== 'ready' || branch.more > 0 || (children.length === 0 && branch.saysEmpty);
  const size = children.length + Number(hasEnd);
  for (const [index, node] of children.entries()) {
    const isOpen = openness(node);
    rows.push({ kind: 'node', key: node.key, node, isOpen, level, parent, place: index + 1, size });
    if (isOpen && typeof node.below === 'object') add(rows, node.below, node.key, node.key, level + 1);
  }
  if (!hasEnd) return;
  const end = { key: `${of} end`, level, parent, place: size, size };
  if (state === 'failed') rows.push({ ...end, kind: 'failed', error: branch.error, of });
  else if (state === 'loading') rows.push({ ...end, kind: 'loading' });
  else if (branch.more > 0) rows.push({ ...end, kind: 'more', count: branch.more, of });
  else rows.push({ ...end, kind: 'empty' });
}

/** The nodes of an open tree that have a text, with those above them; `found` counts the former. */
export function searched(nodes: readonly TreeNode[], text: string): { nodes: TreeNode[]; found: number } {
  const wanted = text.trim().toLowerCase();
  let found = 0;
  const kept = nodes.flatMap((node): TreeNode[] => {
    const isMatch = node.text.toLowerCase().includes(wanted);
    if (isMatch) found++;
    if (typeof node.below !== 'object') return isMatch ? [node] : [];
    const inside = searched(node.below.children, wanted);
    found += inside.found;
    if (inside.nodes.length > 0) {
      return [{ ...node, below: { ...node.below, state: 'ready', children: inside.nodes, more: 0, saysEmpty: false } }];
    }
    return isMatch ? [{ ...node, below: 'none' }] : [];
  });
  return { nodes: kept, found };
}

/** What a key does: where the focus goes, or what is done with the line that has it. */
export type KeyEffect = { focus: string } | { do: 'open' | 'close' | 'run' } | undefined;

/** What a key does on a line of the tree; `isMirrored`: the tree is written from right to left. */
export function keyEffect(
  rows: readonly TreeRow[],
  at: string | undefined,
  key: string,
  isMirrored: boolean,
): KeyEffect {
  const index = rows.findIndex((row) => row.key === at);
  const row = rows[index];
  const to = (next: TreeRow | undefined): KeyEffect => next && { focus: next.key };
  if (!row) return undefined;
  const isOpen = row.kind === 'node' ? row.isOpen : undefined;
  switch (isMirrored ? (MIRRORED[key] ?? key) : key) {
    case 'ArrowDown':
      return to(rows[index + 1]);
    case 'ArrowUp':
      return to(rows[index - 1]);
    case 'Home':
      return to(rows[0]);
    case 'End':
      return to(rows.at(-1));
    case 'ArrowRight':
      return isOpen === false ? { do: 'open' } : isOpen ? to(rows[index + 1]) : undefined;
    case 'ArrowLeft':
      return isOpen ? { do: 'close' } : row.parent === undefined ? undefined : { focus: row.parent };
    case 'Enter':
    case ' ':
      return { do: 'run' };
    default:
      return undefined;
  }
}

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** The next line whose text begins with what was typed, from the line that has the focus on, around the end. */
export function typedTo(rows: readonly TreeRow[], at: string | undefined, typed: string): string | undefined {
  const wanted = typed.toLowerCase();
  const index = Math.max(
    rows.findIndex((row) => row.key === at),
    0,
  );
  // More letters may still be those of the line itself; a single one goes on.
  const start = index + Number(typed.length === 1);
  const around = [...rows.slice(start), ...rows.slice(0, start)];
  return around.find((row) => row.kind === 'node' && row.node.text.trim().toLowerCase().startsWith(wanted))?.key;
}
