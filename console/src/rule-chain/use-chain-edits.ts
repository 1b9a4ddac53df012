import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { notify, notifySuccess } from '../app/notices.ts';
import { formatNumber } from '../i18n/format.ts';
import { arrange, freePlace } from './arrange.ts';
import type { Canvas } from './canvas.tsx';
import { type Added, addCopied, copyNodes, copyOf, pasteNodes } from './clipboard.ts';
import { addNodes, addNote, findNode, linkKey, moveNodes, removeFrom, setDebug } from './model/chain.ts';
import { MAX_NOTES, newNote } from './model/notes.ts';
import { newKey, newNode } from './new-node.ts';
import { NODE_HEIGHT, NODE_WIDTH } from './node-size.ts';
import type { useCanvasSelection } from './selection.ts';
import type { EditedChain } from './use-chain.ts';

/** From a node to one that is added beside it, px. */
const BESIDE = 240;

type Place = { x: number; y: number };

export interface ChainEditsParts {
  ruleChainId: string;
  edited: EditedChain;
  readOnly: boolean;
  selected: ReturnType<typeof useCanvasSelection>;
  /** The canvas, once it is drawn, and the part of the page in which it is. */
  canvas: { readonly current: Canvas | undefined };
  area: { readonly current: HTMLElement | null };
  /** Shows a node or a note in the panel; undefined closes it. */
  open: (key: string | undefined) => void;
}

/** What is done with the chain as a whole or with what is selected. */
export function useChainEdits(parts: ChainEditsParts) {
  const { t } = useTranslation();
  const { ruleChainId, edited, readOnly, selected, canvas, area, open } = parts;
  const { chain, edit } = edited;
  const { selection, select, clear } = selected;

  const centre = (): Place => {
    const box = area.current?.getBoundingClientRect();
    const at = box && canvas.current?.screenToFlowPosition({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    return { x: (at?.x ?? 300) - NODE_WIDTH / 2, y: (at?.y ?? 150) - NODE_HEIGHT / 2 };
  };
  /** Where something is added when nobody pointed anywhere: beside what is selected, else in the middle. */
  const placeForNew = (): Place => {
    const [key] = selection.nodes;
    const beside = selection.nodes.size === 1 && key !== undefined ? findNode(chain, key) : undefined;
    return freePlace(chain, beside ? { x: beside.x + BESIDE, y: beside.y } : centre());
  };

  const remove = (nodes: ReadonlySet<string>, links: ReadonlySet<string>): void => {
    if (readOnly || (nodes.size === 0 && links.size === 0)) return;
    edit(t('rules.step.delete', { count: nodes.size + links.size }), (now) => removeFrom(now, nodes, links));
    clear();
    open(undefined);
  };
  /** Copies nodes and notes. @returns whether there were any */
  const copy = (keys: ReadonlySet<string>): boolean => {
    const { count, isShared } = copyNodes(chain, keys);
    if (count === 0) return false;
    const hasNotes = chain.notes.some(({ key }) => keys.has(key));
    const words = { count, formatted: formatNumber(count) };
    if (isShared) notifySuccess(t(hasNotes ? 'rules.copiedWithNotes' : 'rules.copied', words));
    else notify({ type: 'warn', message: t('rules.copiedHere', words), duration: 8000 });
    return true;
  };
  const add = (added: Added, step: 'rules.step.paste' | 'rules.step.duplicate'): void => {
    const { keys, notesLeft } = added;
    if (notesLeft > 0) {
      notify({ type: 'warn', message: t('rules.note.tooMany', { count: notesLeft, max: MAX_NOTES }), duration: 8000 });
    }
    if (keys.length === 0) return;
    edit(t(step, { count: keys.length }), () => added.chain);
    select(keys);
    open(undefined);
  };

  return {
    add(type: string, at = placeForNew()): void {
      if (readOnly) return;
      const node = newNode(type, at);
      edit(t('rules.step.add', { name: node.name }), (now) => addNodes(now, [node]));
      select([node.key]);
      open(node.key);
    },
    addNote(at = centre()): void {
      if (readOnly) return;
      if (chain.notes.length >= MAX_NOTES) {
        notify({ type: 'warn', message: t('rules.note.tooMany', { count: 1, max: MAX_NOTES }), duration: 8000 });
        return;
      }
      const note = newNote(newKey(), at);
      edit(t('rules.step.addNote'), (now) => addNote(now, note));
      select([note.key]);
      open(note.key);
    },
    remove,
    copy,
    cut(keys: ReadonlySet<string>): void {
      if (!readOnly && copy(keys)) remove(keys, new Set());
    },
    duplicate(keys: ReadonlySet<string>): void {
      if (readOnly) return;
      add(addCopied(chain, copyOf(chain, keys), undefined, ruleChainId, newKey), 'rules.step.duplicate');
    },
    paste(at: Place = centre()): void {
      if (!readOnly) add(pasteNodes(chain, at, ruleChainId, newKey), 'rules.step.paste');
    },
    selectAll(): void {
      select(
        [...chain.nodes, ...chain.notes].map(({ key }) => key),
        chain.links.map(linkKey),
      );
      canvas.current?.focus();
    },
    deselect(): void {
      clear();
      open(undefined);
    },
    arrangeAll(): void {
      edit(t('rules.step.arrange'), (now) => moveNodes(now, arrange(now)));
      requestAnimationFrame(() => canvas.current?.fitAll());
    },
    align(axis: 'x' | 'y'): void {
      const things = [...chain.nodes, ...chain.notes].filter(({ key }) => selection.nodes.has(key));
      const first = things[0];
      if (!first) return;
      edit(t('rules.step.align'), (now) =>
        moveNodes(now, new Map(things.map(({ key, x, y }) => [key, { x, y, [axis]: first[axis] }]))),
      );
    },
    toggleDebug(): void {
      const isSome = selection.nodes.size > 0;
      const keys = isSome ? selection.nodes : new Set(chain.nodes.map(({ key }) => key));
      const isOn = isSome
        ? chain.nodes.every(({ key, debugMode }) => debugMode || !keys.has(key))
        : chain.nodes.some(({ debugMode }) => debugMode);
      edit(t('rules.step.debug'), (now) => setDebug(now, keys, !isOn));
    },
    moved: useCallback(
      (places: ReadonlyMap<string, Place>) =>
        edit(t('rules.step.move', { count: places.size }), (now) => moveNodes(now, places)),
      [edit, t],
    ),
  };
}
