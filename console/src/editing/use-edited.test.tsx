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
const start = { stored: { content: 'one', state: '1' }, isNew: false };

interface Result {
  current: Edited<string, string>;
}

function Reader({ into }: { into: Result }) {
  into.current = useEdited(kind, 'id', start);
  return null;
}

let root: Root | undefined;
afterEach(async () => {
  // What is kept as a draft says so later.
  await act(async () => root?.unmount());
});

/** What the hook gives, after each drawing. */
function drawn(): Result {
  const result = {} as Result;
  const made = createRoot(document.createElement('div'));
  root = made;
  act(() => made.render(<Reader into={result} />));
  return result;
}

it('begins again with what was saved', () => {
  const result = drawn();
  act(() => result.current.edit('change', () => 'two'));
  expect(result.current.changes).toEqual(['two']);
  act(() => result.current.saved({ content: 'two', state: '2' }, 'two', (now) => now));
  expect(result.current).toMatchObject({ content: 'two', isDirty: false, canUndo: false, base: { state: '2' } });
});

it('keeps what was changed while it was being saved', () => {
  const result = drawn();
  act(() => result.current.edit('change', () => 'two'));
  act(() => result.current.edit('change while it is saved', () => 'three'));
  act(() => result.current.saved({ content: 'TWO', state: '2' }, 'two', (now) => now.toUpperCase()));
  expect(result.current).toMatchObject({ content: 'THREE', isDirty: true, changes: ['THREE'] });
});

it('undoes and repeats what was merged', () => {
  const result = drawn();
  act(() => result.current.edit('change', () => 'two'));
  act(() => result.current.rebase({ content: 'theirs', state: '2' }, 'both', 'merge'));
  expect(result.current.undoLabel).toBe('merge');
  act(() => result.current.undo());
  expect(result.current.content).toBe('two');
  act(() => result.current.redo());
  expect(result.current.content).toBe('both');
});
