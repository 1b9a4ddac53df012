import { getViewportForBounds, MarkerType, Position } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { INPUT_PLACE } from './arrange.ts';
import type { LinkEdge } from './link-line.tsx';
import { type Chain, INPUT, linkKey } from './model/chain.ts';
import type { CardData, CardNode, InputNode } from './node-card.tsx';
import { NODE_HEIGHT, NODE_WIDTH } from './node-size.ts';
import type { NoteNode } from './note-card.tsx';
import { boundsOf } from './painting/geometry.ts';
import type { Trail } from './painting/paint.ts';
import type { CanvasSelection } from './selection.ts';
import type { Traffic } from './traffic/traffic.ts';
import { trafficId } from './traffic/traffic-count.tsx';

export type AnyNode = CardNode | InputNode | NoteNode;
export type Places = ReadonlyMap<string, { x: number; y: number }>;

export const HANDLE = 12;
/** Around the chain, as a part of the canvas. */
const PADDING = 0.15;

const SIZE = {
  width: NODE_WIDTH,
  height: NODE_HEIGHT,
  measured: { width: NODE_WIDTH, height: NODE_HEIGHT },
  handles: (['target', 'source'] as const).map((type) => ({
    type,
    position: type === 'target' ? Position.Left : Position.Right,
    x: (type === 'target' ? 0 : NODE_WIDTH) - HANDLE / 2,
    y: NODE_HEIGHT / 2 - HANDLE / 2,
    width: HANDLE,
    height: HANDLE,
  })),
};
const INPUT_NODE: InputNode = {
  id: INPUT,
  type: 'entry',
  position: INPUT_PLACE,
  data: {},
  draggable: false,
  deletable: false,
  ...SIZE,
};

/** How the library names what it says of every node and line. */
const DESCRIPTION = { node: 'react-flow__node-desc-1', edge: 'react-flow__edge-desc-1' };
/** Adds the count of a node or line to what is said of it. */
const describedByCount = (what: 'node' | 'edge', key: string) => ({
  domAttributes: { 'aria-describedby': `${DESCRIPTION[what]} ${trafficId(key)}` },
});
const COUNTED_INPUT_NODE: InputNode = { ...INPUT_NODE, ...describedByCount('node', INPUT) };

/** What the canvas shows. */
export interface CanvasContent {
  chain: Chain;
  selection: CanvasSelection;
  /** Nodes with something wrong, and nodes that the search found. */
  problems: ReadonlySet<string>;
  found: ReadonlySet<string>;
  /** Names of other chains, by id. */
  targetNames: ReadonlyMap<string, string>;
  readOnly: boolean;
  /** What goes through the nodes and links; absent when it is not shown. */
  traffic?: Traffic | undefined;
  /** What stands out where it is painted; elements are styled by whoever shows a way. */
  trail?: Trail | undefined;
  onOpenLink: (key: string) => void;
  /** A note has another place and size. */
  onNoteResized: NoteNode['data']['onResized'];
}

/** Notes as the library draws them, below the nodes. */
export function useNotes(props: CanvasContent, moving: Places): NoteNode[] {
  const { chain, selection, readOnly, onNoteResized } = props;
  const { t } = useTranslation();
  return useMemo(
    () =>
      chain.notes.map((note) => ({
        id: note.key,
        type: 'note' as const,
        position: moving.get(note.key) ?? { x: note.x, y: note.y },
        selected: selection.nodes.has(note.key),
        width: note.width,
        height: note.height,
        zIndex: -1,
        connectable: false,
        data: { note, readOnly, onResized: onNoteResized },
        ariaLabel: t('rules.note.label', { text: note.text }),
      })),
    [chain.notes, selection.nodes, moving, readOnly, onNoteResized, t],
  );
}

/**
 * Nodes as the library draws them; those that stay the same are the same objects.
 * @param drawn keys of those that are elements of the page; undefined when all are
 */
export function useCards(props: CanvasContent, moving: Places, drawn: ReadonlySet<string> | undefined): AnyNode[] {
  const { chain, selection, problems, found, targetNames } = props;
  const { t } = useTranslation();
  const isCounted = props.traffic !== undefined;
  const cache = useRef(new Map<string, CardNode>());
  return useMemo(() => {
    const next = new Map<string, CardNode>();
    const shown = drawn ? chain.nodes.filter(({ key }) => drawn.has(key)) : chain.nodes;
    const cards = shown.map((node): CardNode => {
      const before = cache.current.get(node.key);
      const hasProblem = problems.has(node.key);
      const isFound = found.has(node.key);
      const selected = selection.nodes.has(node.key);
      const targetName = node.target === null ? undefined : targetNames.get(node.target);
      const { x, y } = moving.get(node.key) ?? node;
      const old = before?.data;
      const isSame =
        old?.node === node && old.hasProblem === hasProblem && old.isFound === isFound && old.targetName === targetName;
      const card =
        before &&
        isSame &&
        before.selected === selected &&
        (before.domAttributes !== undefined) === isCounted &&
        before.position.x === x &&
        before.position.y === y
          ? before
          : {
              id: node.key,
              type: 'rule' as const,
              position: { x, y },
              selected,
              data: isSame ? old : ({ node, hasProblem, isFound, targetName } satisfies CardData),
              ariaLabel: t('rules.nodeLabel', {
                name: node.name || targetName || '',
                problem: hasProblem ? t('rules.hasProblem') : '',
              }),
              ...(isCounted && describedByCount('node', node.key)),
              ...SIZE,
            };
      next.set(node.key, card);
      return card;
    });
    cache.current = next;
    return [isCounted ? COUNTED_INPUT_NODE : INPUT_NODE, ...cards];
  }, [chain.nodes, selection.nodes, problems, found, targetNames, moving, drawn, isCounted, t]);
}

const MARKER = { type: MarkerType.ArrowClosed, width: 14, height: 14, color: 'var(--text-3)' };

/** Links between nodes that are drawn, as the library draws them; those that stay the same are the same objects. */
export function useLines(
  { chain, selection, traffic, onOpenLink }: CanvasContent,
  drawn: ReadonlySet<string> | undefined,
): LinkEdge[] {
  const { t } = useTranslation();
  const isCounted = traffic !== undefined;
  const nameOf = useMemo(() => new Map(chain.nodes.map(({ key, name }) => [key, name])), [chain.nodes]);
  const cache = useRef(new Map<string, { line: LinkEdge; labels: readonly string[]; names: string; open: unknown }>());
  return useMemo(() => {
    const next = new Map<string, { line: LinkEdge; labels: readonly string[]; names: string; open: unknown }>();
    const lineOf = (from: string, to: string, labels: readonly string[]): LinkEdge => {
      const id = linkKey({ from, to });
      const selected = selection.links.has(id);
      const ends = {
        from: from === INPUT ? t('rules.messagesIn') : (nameOf.get(from) ?? ''),
        to: nameOf.get(to) ?? '',
      };
      const names = `${ends.from}\n${ends.to}`;
      const isDescribed = isCounted && labels.length > 0;
      const old = cache.current.get(id);
      const isSame =
        old?.labels === labels &&
        old.names === names &&
        old.open === onOpenLink &&
        old.line.selected === selected &&
        (old.line.domAttributes !== undefined) === isDescribed;
      const line: LinkEdge =
        old && isSame
          ? old.line
          : {
              id,
              type: 'link',
              source: from,
              target: to,
              selected,
              data: { labels, open: onOpenLink },
              markerEnd: MARKER,
              ariaLabel: t('rules.linkLabel', { ...ends, labels: labels.join(', ') }),
              ...(isDescribed && describedByCount('edge', id)),
            };
      next.set(id, { line, labels, names, open: onOpenLink });
      return line;
    };
    const isDrawn = (key: string) => !drawn || key === INPUT || drawn.has(key);
    const lines = chain.links
      .filter(({ from, to }) => isDrawn(from) && isDrawn(to))
      .map(({ from, to, labels }) => lineOf(from, to, labels));
    if (chain.first !== null && isDrawn(chain.first)) lines.unshift(lineOf(INPUT, chain.first, NO_LABELS));
    cache.current = next;
    return lines;
  }, [chain.links, chain.first, nameOf, selection.links, isCounted, drawn, onOpenLink, t]);
}
const NO_LABELS: readonly string[] = [];

/** Where a canvas of a size in px begins, so that all of a chain is seen, also what is not drawn yet. */
export function viewportOf(chain: Chain, size: { width: number; height: number }, zoom: { min: number; max: number }) {
  return getViewportForBounds(boundsOf(chain), size.width, size.height, zoom.min, zoom.max, PADDING);
}
