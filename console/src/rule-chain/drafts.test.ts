import { afterEach, expect, it, vi } from 'vitest';
import { largeStore } from '../api/browser-database.ts';
import { localStore } from '../api/browser-storage.ts';
import { dropDraft, findDraft, importDrafts, keepDraft } from './drafts.ts';
import { type Chain, EMPTY_CHAIN } from './model/chain.ts';

const node = {
  ...{ key: 'a', id: 'a', type: 'a.Kind', name: 'A', debugMode: false, description: '', x: 0, y: 0, target: null },
  ...{ configuration: {}, info: {} },
};
const chain: Chain = { ...EMPTY_CHAIN, nodes: [node] };
const base = { chain: EMPTY_CHAIN, state: 'state' };

afterEach(async () => {
  vi.restoreAllMocks();
  await dropDraft('one');
});

it('keeps a draft until it is dropped', async () => {
  expect(keepDraft('one', { base, chain, savedAt: 5 })).toBe(true);
  expect(await findDraft('one')).toEqual({ base, chain, savedAt: 5 });
  await dropDraft('one');
  expect(await findDraft('one')).toBeUndefined();
});

it('says when the browser has no room for it, and leaves no earlier one that would come back', async () => {
  void keepDraft('one', { base, chain, savedAt: 5 });
  const write = localStore.setItem.bind(localStore);
  vi.spyOn(localStore, 'setItem').mockImplementation((key, value) => {
    if (value.length > 1_000) throw new DOMException('full', 'QuotaExceededError');
    write(key, value);
  });
  vi.spyOn(largeStore, 'set').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  const long = { ...chain, nodes: [{ ...node, name: 'x'.repeat(2_000) }] };
  expect(await keepDraft('one', { base, chain: long, savedAt: 6 })).toBe(false);
  expect(await findDraft('one')).toBeUndefined();
});

it('keeps in the database what is too large beside others, and finds what was kept last', async () => {
  const database = new Map<string, unknown>();
  vi.spyOn(largeStore, 'set').mockImplementation(async (key, value) => void database.set(key, value));
  vi.spyOn(largeStore, 'get').mockImplementation(async (key) => database.get(key));
  vi.spyOn(largeStore, 'keys').mockImplementation(async () => [...database.keys()]);
  vi.spyOn(largeStore, 'remove').mockImplementation(async (key) => void database.delete(key));
  void keepDraft('one', { base, chain, savedAt: 5 });
  const long = { ...chain, nodes: [{ ...node, name: 'x'.repeat(10_000_000) }] };
  for (const [index, id] of ['two', 'three', 'four', 'five', 'six', 'one'].entries()) {
    expect(await keepDraft(id, { base, chain: long, savedAt: 6 + index })).toBe(true);
  }
  expect((await findDraft('one'))?.chain).toEqual(long);
  // The oldest one has gone.
  expect(await findDraft('two')).toBeUndefined();
  await dropDraft('one');
  expect(await findDraft('one')).toBeUndefined();
  await Promise.all(['three', 'four', 'five', 'six'].map(dropDraft));
  expect(database.size).toBe(0);
});

it('reads drafts of earlier versions, which have no notes', async () => {
  const { notes: _notes, ...old } = chain;
  void keepDraft('one', { base: { ...base, chain: old as Chain }, chain: old as Chain, savedAt: 5 });
  expect((await findDraft('one'))?.chain.notes).toEqual([]);
});

it('keeps an imported chain with what its file says of it, and nothing that is no chain', async () => {
  const members = { name: 'Mine', type: 'CORE' as const, debugMode: true, additionalInfo: null, configuration: null };
  const draft = { imported: { ...members, chain }, savedAt: 5 };
  void importDrafts.keep('CORE', draft);
  expect(await importDrafts.find('CORE')).toEqual(draft);
  void importDrafts.keep('CORE', { savedAt: 6 } as never);
  expect(await importDrafts.find('CORE')).toBeUndefined();
  await importDrafts.drop('CORE');
});
