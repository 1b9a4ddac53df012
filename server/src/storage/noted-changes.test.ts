import { expect, it } from 'vitest';
import { createNotedChanges } from './noted-changes.ts';

it('tells of what was noted since, and of nothing else', () => {
  const changes = createNotedChanges();
  changes.note('a');
  const since = changes.count();
  expect(changes.hasChangedSince(since, 'a', 'b')).toBe(false);
  changes.note('b');
  changes.noteNew();
  expect(changes.hasChangedSince(since, 'a')).toBe(false);
  expect(changes.hasChangedSince(since, 'a', 'b')).toBe(true);
  expect(changes.hasChangedSince(changes.count(), 'b')).toBe(false);
  changes.noteAll();
  expect(changes.hasChangedSince(since, 'a')).toBe(true);
});

it('takes what it has no room for as changed', () => {
  const changes = createNotedChanges(2);
  const before = changes.count();
  changes.note('a');
  const after = changes.count();
  for (const id of ['b', 'c']) changes.note(id);
  expect(changes.hasChangedSince(before, 'z')).toBe(true);
  expect(changes.hasChangedSince(after, 'a')).toBe(false);
  changes.note('d');
  expect(changes.hasChangedSince(after, 'a')).toBe(true);
});
