import { afterEach, expect, it, vi } from 'vitest';
import { localStore } from '../api/browser-storage.ts';
import { addCopied, copyNodes, copyOf, hasCopied, pasteNodes } from './clipboard.ts';
import { type Chain, type ChainNode, EMPTY_CHAIN } from './model/chain.ts';
import { MAX_NOTES, newNote } from './model/notes.ts';

const node = (key: string, x = 0): ChainNode => ({
  ...{ key, id: key, type: 'a.Kind', name: key, debugMode: false, description: '', x, y: 0, target: null },
  ...{ configuration: {}, info: {} },
});
const note = { ...newNote('n', { x: 0, y: 100 }), text: 'Ask Ida' };
const chain: Chain = {
  ...{ nodes: [node('a'), node('b', 200)], links: [{ from: 'a', to: 'b', labels: ['True'] }] },
  ...{ first: 'a', notes: [note] },
};
let made = 0;
const newKey = () => `new-${made++}`;

afterEach(() => {
  vi.restoreAllMocks();
  localStore.clear();
});

it('copies nodes and notes with the links between them, into another chain with where messages enter', () => {
  expect(copyNodes(chain, new Set(['a', 'b', note.key]))).toEqual({ count: 3, isShared: true });
  const { chain: pasted, keys } = pasteNodes(EMPTY_CHAIN, { x: 1_000, y: 500 }, 'other', newKey);
  expect(keys).toHaveLength(3);
  expect(pasted.nodes.map(({ name, id }) => [name, id])).toEqual([
    ['a', null],
    ['b', null],
  ]);
  expect(pasted.links).toEqual([{ from: keys[0], to: keys[1], labels: ['True'] }]);
  expect(pasted.first).toBe(keys[0]);
  expect(pasted.notes).toMatchObject([{ text: 'Ask Ida', colour: 'yellow', width: note.width }]);
  expect(pasted.notes[0]?.key).toMatch(/^note-/);
  // They stay where they were beside each other.
  const [one, other] = pasted.nodes;
  expect((other?.x ?? 0) - (one?.x ?? 0)).toBe(200);
  expect((pasted.notes[0]?.y ?? 0) - (one?.y ?? 0)).toBe(100);
});

it('leaves where messages enter as it is', () => {
  const { chain: twice } = addCopied(chain, copyOf(chain, new Set(['a', note.key])), undefined, 'id', newKey);
  expect(twice.first).toBe('a');
  expect(twice.nodes).toHaveLength(3);
  expect(twice.notes[1]).toMatchObject({ x: note.x + 40, y: note.y + 40 });
});

it('says how many notes a chain had no room for', () => {
  const full = {
    ...chain,
    notes: Array.from({ length: MAX_NOTES }, (_, index) => newNote(`${index}`, { x: 0, y: 0 })),
  };
  const added = addCopied(full, copyOf(chain, new Set(['a', note.key])), undefined, 'id', newKey);
  expect(added.notesLeft).toBe(1);
  expect(added.chain.notes).toHaveLength(MAX_NOTES);
  expect(added.keys).toHaveLength(1);
});

it('keeps for this tab what the browser has no room for', () => {
  vi.spyOn(localStore, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(copyNodes(chain, new Set(['a']))).toEqual({ count: 1, isShared: false });
  expect(hasCopied()).toBe(true);
  expect(pasteNodes(EMPTY_CHAIN, { x: 0, y: 0 }, 'other', newKey).keys).toHaveLength(1);
});

it('adds nothing of what it cannot read', () => {
  localStore.setItem(
    'signalbox-rule-nodes',
    JSON.stringify({ nodes: [null, { key: 1 }, 'a'], links: [5], notes: [{}] }),
  );
  expect(pasteNodes(EMPTY_CHAIN, { x: 0, y: 0 }, 'other', newKey)).toEqual({
    chain: EMPTY_CHAIN,
    keys: [],
    notesLeft: 0,
  });
});
