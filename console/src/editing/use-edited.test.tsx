// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { type Edited, type EditedKind, useEdited } from './use-edited.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const kind: EditedKind<string, string> = {
  channel: 'tests',
  changesBetween: (before, after) => (before === after ? [] : [after]),
  keepDraft: vi.fn(() => true),
  dropDraft: vi.fn(async () => undefined),
};
const start = { stored: { content: 'one', state: '1' } };

interface Result {
  current: Edited<string, string>;
}

function Reader({ into, isNew }: { into: Result; isNew: boolean }) {
  into.current = useEdited(kind, 'id', { ...start, isNew });
  return null;
}

let root: Root | undefined;
afterEach(async () => {
  vi.useRealTimers();
  // What is kept as a draft says so later.
  await act(async () => root?.unmount());
});

/** What the hook gives, after each drawing. */
function drawn(isNew = false): Result {
  const result = {} as Result;
  const made = createRoot(document.createElement('div'));
  root = made;
  act(() => made.render(<Reader into={result} isNew={isNew} />));
  return result;
}

it('is saved, and undone beyond that', () => {
  const result = drawn();
  act(() => result.current.edit('change', () => 'two'));
  expect(result.current.changes).toEqual(['two']);
  act(() => result.current.saved({ content: 'two', state: '2' }, 'two', (now) => now));
  expect(result.current).toMatchObject({ content: 'two', isDirty: false, undoLabel: 'change', base: { state: '2' } });
  act(() => result.current.undo());
  expect(result.current).toMatchObject({ content: 'one', isDirty: true, canUndo: false, base: { state: '2' } });
  act(() => result.current.redo());
  expect(result.current).toMatchObject({ content: 'two', isDirty: false, canRedo: false });
});

it('begins a step of its own after a save', () => {
  const result = drawn();
  act(() => result.current.edit('name', () => 'two', 'name'));
  act(() => result.current.saved({ content: 'two', state: '2' }, 'two', (now) => now));
  act(() => result.current.edit('name', () => 'three', 'name'));
  act(() => result.current.undo());
  expect(result.current).toMatchObject({ content: 'two', isDirty: false });
});

it('keeps what was changed while it was being saved', () => {
  const result = drawn();
  act(() => result.current.edit('change', () => 'two'));
  act(() => result.current.edit('change while it is saved', () => 'three'));
  act(() => result.current.saved({ content: 'TWO', state: '2' }, 'two', (now) => now.toUpperCase()));
  expect(result.current).toMatchObject({ content: 'THREE', isDirty: true, changes: ['THREE'] });
});

it('names what was there before a save as it is called since', () => {
  const result = drawn();
  act(() => result.current.edit('change', () => 'two'));
  act(() => result.current.edit('change', () => 'three'));
  const renamed = (earlier: string) => `${earlier}, saved`;
  act(() => result.current.saved({ content: 'three, saved', state: '2' }, 'three', (now) => now, renamed));
  act(() => result.current.undo());
  expect(result.current).toMatchObject({ content: 'two, saved', base: { state: '2' } });
});

it('undoes and repeats what was merged', () => {
  const result = drawn();
  act(() => result.current.edit('change', () => 'two'));
  act(() => result.current.rebase({ content: 'theirs', state: '2' }, 'both', 'merge'));
  expect(result.current.undoLabel).toBe('merge');
  act(() => result.current.undo());
  // Without what others saved, it is based on what there was before: saving it asks again.
  expect(result.current).toMatchObject({ content: 'two', changes: ['two'], base: { content: 'one', state: '1' } });
  act(() => result.current.redo());
  expect(result.current).toMatchObject({ content: 'both', base: { content: 'theirs', state: '2' } });
  act(() => result.current.saved({ content: 'both', state: '3' }, 'both', (now) => now));
  act(() => result.current.undo());
  expect(result.current).toMatchObject({ content: 'two', base: { state: '1' } });
});

it('keeps what is stored nowhere from the beginning, until it is stored as something else', async () => {
  vi.useFakeTimers();
  vi.mocked(kind.keepDraft).mockClear();
  const result = drawn(true);
  await act(() => vi.runAllTimersAsync());
  expect(kind.keepDraft).toHaveBeenCalledExactlyOnceWith('id', start.stored, 'one');
  act(() => result.current.edit('change', () => 'two'));
  vi.mocked(kind.dropDraft).mockClear();
  // A change of a moment ago does not bring back what is over.
  act(() => result.current.end());
  expect(kind.dropDraft).toHaveBeenCalledExactlyOnceWith('id');
  await act(() => vi.runAllTimersAsync());
  window.dispatchEvent(new Event('pagehide'));
  expect(kind.keepDraft).toHaveBeenCalledOnce();
});
