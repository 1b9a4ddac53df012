// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { movesDown, useStillRows } from './use-still-rows.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

interface Row {
  id: string;
  value: string;
}
const rowsOf = (text: string): Row[] => [...text].map((id) => ({ id, value: id }));
const idOf = ({ id }: Row) => id;

function Rows({ rows, requested = '' }: { rows: readonly Row[]; requested?: string | undefined }) {
  const still = useStillRows(rows, idOf, requested);
  return (
    <table>
      <tbody>
        {still.map(({ id, value }) => (
          <tr key={id}>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
let root: Root;
const show = (rows: readonly Row[], requested?: string) =>
  act(() => root.render(<Rows rows={rows} requested={requested} />));
const cells = () => [...document.querySelectorAll('td')];
const shown = () => cells().map(({ textContent }) => textContent);

const pointer = (type: string, target: Element | undefined = cells()[0]) =>
  target?.dispatchEvent(new MouseEvent(type, { bubbles: true }));
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => {
  vi.useFakeTimers();
  root = createRoot(document.body.appendChild(document.createElement('main')));
});
afterEach(() => {
  act(() => root.unmount());
  pointer('pointermove', document.body);
  vi.useRealTimers();
});

describe('rows that come by themselves', () => {
  it('are shown at once while nobody aims at one', () => {
    show(rowsOf('abc'));
    show(rowsOf('xabc'));
    expect(shown()).toEqual(['x', 'a', 'b', 'c']);
    pointer('pointermove', document.body);
    show(rowsOf('yxabc'));
    expect(shown()).toEqual(['y', 'x', 'a', 'b', 'c']);
  });

  it('wait until the pointer rests, in which values change and what has gone stays', () => {
    show(rowsOf('abc'));
    pointer('pointermove');
    show([{ id: 'x', value: 'x' }, { id: 'a', value: 'A' }, ...rowsOf('b')]);
    expect(shown()).toEqual(['A', 'b', 'c']);
    wait(600);
    pointer('pointermove');
    wait(600);
    expect(shown()).toEqual(['A', 'b', 'c']);
    wait(300);
    expect(shown()).toEqual(['x', 'A', 'b']);
  });

  it('wait as long as something is pressed, and no longer than four seconds', () => {
    show(rowsOf('abc'));
    pointer('pointerdown');
    show(rowsOf('xabc'));
    wait(2000);
    expect(shown()).toEqual(['a', 'b', 'c']);
    show(rowsOf('yxabc'));
    wait(1900);
    expect(shown()).toEqual(['a', 'b', 'c']);
    wait(300);
    expect(shown()).toEqual(['y', 'x', 'a', 'b', 'c']);
  });

  it('are shown at once when they answer another question, or when rows only go', () => {
    show(rowsOf('abc'));
    pointer('pointermove');
    show(rowsOf('bc'));
    expect(shown()).toEqual(['b', 'c']);
    show(rowsOf('cb'), 'by value');
    expect(shown()).toEqual(['c', 'b']);
  });
});

it.each([
  ['abc', 'abc', false],
  ['abc', 'abcx', false],
  ['abc', 'bc', false],
  ['abc', 'xabc', true],
  ['abc', 'acb', true],
  ['abc', 'xyz', false],
  ['', 'abc', false],
])('rows that were %s and are %s move down: %s', (before, after, expected) => {
  expect(movesDown(rowsOf(before), rowsOf(after), idOf)).toBe(expected);
});
