import { expect, it } from 'vitest';
import { createDrafts } from './drafts.ts';

interface Note {
  savedAt: number;
  text: string;
}

const readNote = (stored: unknown) => (stored as Note | null) ?? undefined;

it('are of who made them, also when the session has ended', async () => {
  let user: string | undefined = 'ada';
  const drafts = createDrafts<Note>('test-draft ', 'test-drafts', readNote, () => user);
  expect(drafts.keep('plant', { savedAt: 1, text: 'of Ada' })).toBe(true);
  user = undefined;
  expect(drafts.keep('plant', { savedAt: 2, text: 'of Ada, when she was signed out' })).toBe(true);
  user = 'bo';
  expect(await drafts.find('plant')).toBeUndefined();
  expect(drafts.keep('plant', { savedAt: 3, text: 'of Bo' })).toBe(true);
  await drafts.drop('plant');
  expect(await drafts.find('plant')).toBeUndefined();
  user = 'ada';
  expect(await drafts.find('plant')).toMatchObject({ text: 'of Ada, when she was signed out' });
  await drafts.drop('plant');
});

it('are twenty at most, the newest ones', async () => {
  const drafts = createDrafts<Note>('test-many ', 'test-many-index', readNote, () => 'ada');
  for (let at = 0; at < 25; at++) drafts.keep(`plant ${at}`, { savedAt: at, text: '' });
  const found = await Promise.all(Array.from({ length: 25 }, (_, at) => drafts.find(`plant ${at}`)));
  expect(found.map((draft) => draft?.savedAt)).toEqual([
    ...Array.from({ length: 5 }, () => undefined),
    ...Array.from({ length: 20 }, (_, at) => at + 5),
  ]);
});
