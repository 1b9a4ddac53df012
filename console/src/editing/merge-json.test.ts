import { expect, it } from 'vitest';
import { mergeJson } from './merge-json.ts';

it.each([
  ['what they changed', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 1 }, { a: 2, b: 1 }, []],
  [
    'what both changed apart',
    { a: { x: 1, y: 1 } },
    { a: { x: 2, y: 1 } },
    { a: { x: 1, y: 3 } },
    { a: { x: 2, y: 3 } },
    [],
  ],
  ['what both changed to the same', { a: 1 }, { a: 2 }, { a: 2 }, { a: 2 }, []],
  ['own over theirs, named', { a: { x: 1 } }, { a: { x: 2 } }, { a: { x: 3 } }, { a: { x: 3 } }, [['a', 'x']]],
  ['what each added', {}, { a: 1 }, { b: 2 }, { a: 1, b: 2 }, []],
  ['what they removed', { a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 }, { b: 2 }, []],
  ['what I removed', { a: 1, b: 1 }, { a: 1, b: 2 }, { b: 1 }, { b: 2 }, []],
  ['what I removed and they changed stays', { a: { x: 1 } }, { a: { x: 2 } }, {}, { a: { x: 2 } }, [['a']]],
  ['what they removed and I changed stays', { a: { x: 1 } }, {}, { a: { x: 2 } }, { a: { x: 2 } }, [['a']]],
  ['lists whole', { a: [1] }, { a: [1, 2] }, { a: [0, 1] }, { a: [0, 1] }, [['a']]],
])('merges %s', (_, base, theirs, mine, content, both) => {
  expect(mergeJson<object>(base, theirs, mine)).toEqual({ content, both });
});

it('adds both sides of a map that was empty, and does not take the order of members for a change', () => {
  const base = { a: { x: 1, y: 2 } };
  expect(mergeJson<object>(base, { a: { y: 2, x: 1 } }, { a: { x: 5, y: 2 } })).toEqual({
    content: { a: { x: 5, y: 2 } },
    both: [],
  });
});
