// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { BeforeAfter } from './before-after.tsx';
import { changedLines } from './changed-lines.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

/** So many lines, some of which say something else. */
const text = (count: number, others: Record<number, string> = {}) =>
  Array.from({ length: count }, (_, at) => others[at] ?? `line ${at}`).join('\n');

/** What is seen of both, line by line. */
function shown(before: string, after: string): string[][] {
  const place = document.createElement('div');
  const root = createRoot(place);
  act(() => root.render(<BeforeAfter before={before} after={after} labels={['Saved', 'Now']} />));
  const parts = [...place.querySelectorAll('pre')];
  const lines = parts.map((part) => [...part.children].map((line) => line.textContent ?? ''));
  act(() => root.unmount());
  return lines;
}

it('a change in a long text is seen without looking for it', () => {
  expect(shown(text(60), text(60, { 40: 'another' }))).toEqual([
    ['…', 'line 38', 'line 39', 'line 40', 'line 41', 'line 42', '…'],
    ['…', 'line 38', 'line 39', 'another', 'line 41', 'line 42', '…'],
  ]);
});

it('all between two changes is shown, and a short text whole', () => {
  const [old, now] = shown(text(60), text(60, { 20: 'first', 22: 'second' }));
  expect(old).toHaveLength(9);
  expect(now).toEqual(['…', 'line 18', 'line 19', 'first', 'line 21', 'second', 'line 23', 'line 24', '…']);
  expect(shown('a\nb\nc\nd\ne\nf', 'a\nb\nc\nX\ne\nf')[1]).toEqual(['a', 'b', 'c', 'X', 'e', 'f']);
  expect(shown('', 'x')).toEqual([[' '], ['x']]);
});

it('a very long change is shortened', () => {
  const [old, now] = changedLines('', 'line\n'.repeat(50_000));
  expect(old).toEqual(['']);
  expect(now).toHaveLength(201);
});
