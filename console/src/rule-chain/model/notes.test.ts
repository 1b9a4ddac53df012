import { expect, it } from 'vitest';
import { addNote, type Chain, type ChainNode, EMPTY_CHAIN, moveNodes, removeFrom, updateNote } from './chain.ts';
import { compareChains, mergeChains } from './difference.ts';
import { chainFile, fromMetadata, readChainFile, toMetadata } from './exchange.ts';
import { MAX_NOTE_TEXT, MAX_NOTES, newNote, readNotes } from './notes.ts';

const node = (key: string): ChainNode => ({
  ...{ key, id: key, type: 'a.Kind', name: key, debugMode: false, configuration: {}, description: '' },
  ...{ x: 300, y: 100, target: null, info: { owner: 'another client' } },
});
const note = (key: string, text: string) => ({ ...newNote(key, { x: 10.4, y: 20 }), text });
const base: Chain = { ...EMPTY_CHAIN, nodes: [node('a'), node('b')], first: 'b' };
const noted = addNote(base, note('one', 'Ask Ida before changing this'));

/** As the server gives it back. */
const stored = (chain: Chain) => toMetadata(chain, 'chain') as Parameters<typeof fromMetadata>[0];

it('is stored with the node where messages enter, and read from whichever has it', () => {
  const body = stored(noted);
  expect(body.nodes?.map(({ additionalInfo }) => (additionalInfo as { notes?: unknown })?.notes)).toEqual([
    undefined,
    noted.notes,
  ]);
  expect(fromMetadata(body)).toEqual(noted);
  // Another client lets messages enter elsewhere.
  expect(fromMetadata({ ...body, firstNodeIndex: 0 }).notes).toEqual(noted.notes);
  // Without notes nothing is added.
  expect(JSON.stringify(stored(base))).not.toContain('notes');
});

it('travels in files', () => {
  const file = chainFile(
    { name: 'Noted', type: 'CORE', debugMode: false },
    stored(noted) as never as Parameters<typeof chainFile>[1],
  );
  const read = readChainFile(JSON.stringify(file), 'CORE');
  expect(typeof read === 'string' ? read : read.chain.notes).toEqual(noted.notes);
});

it('is moved, changed and removed as nodes are', () => {
  const moved = moveNodes(noted, new Map([['note-one', { x: 50.6, y: -3 }]]));
  expect(moved.notes[0]).toMatchObject({ x: 51, y: -3 });
  expect(moved.nodes[0]).toBe(noted.nodes[0]);
  expect(updateNote(noted, 'note-one', { colour: 'red' }).notes[0]?.colour).toBe('red');
  expect(removeFrom(noted, new Set(['note-one']), new Set())).toEqual(base);
});

it('is compared and merged', () => {
  const changed = updateNote(noted, 'note-one', { text: 'Ask Bo' });
  const kinds = (before: Chain, after: Chain) => compareChains(before, after).map(({ kind }) => kind);
  expect(kinds(base, noted)).toEqual(['noteAdded']);
  expect(kinds(noted, changed)).toEqual(['noteChanged']);
  expect(kinds(noted, base)).toEqual(['noteRemoved']);
  expect(kinds(noted, fromMetadata(stored(noted)))).toEqual([]);
  const theirs = addNote(noted, note('two', 'Theirs'));
  expect(mergeChains(noted, theirs, changed).chain.notes.map(({ text }) => text)).toEqual(['Ask Bo', 'Theirs']);
  expect(mergeChains(noted, theirs, base).chain.notes.map(({ text }) => text)).toEqual(['Theirs']);
});

it('is kept within bounds, whatever others stored', () => {
  expect(readNotes('nonsense')).toEqual([]);
  expect(readNotes([null, 3, { text: 5 }])).toEqual([]);
  const wild = { key: 7, text: 'x'.repeat(9_000), colour: 'url(x)', x: Number.NaN, y: 1e300, width: -4, height: 1e9 };
  const [read, ...more] = readNotes(Array.from({ length: MAX_NOTES + 50 }, () => wild));
  expect(more).toHaveLength(MAX_NOTES - 1);
  expect(read).toEqual({
    ...{ key: 'note-0', text: 'x'.repeat(MAX_NOTE_TEXT), colour: 'yellow' },
    ...{ x: 0, y: 1_000_000, width: 80, height: 2_000 },
  });
  const [cut] = readNotes([{ text: `${'x'.repeat(MAX_NOTE_TEXT - 1)}\ud83d\ude00` }]);
  expect(cut?.text).toBe('x'.repeat(MAX_NOTE_TEXT - 1));
});
