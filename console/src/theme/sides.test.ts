import { expect, it } from 'vitest';
import { readSources } from '../../test/source-graph.ts';

/** Distances from the left or the right, which stay where they are when a page is mirrored. */
const SIDES = /\b(ml|mr|pl|pr): /;

it('names distances by where lines begin and end, so that they are mirrored with their page', () => {
  const found = [...readSources().values()].flatMap(({ path, source }) =>
    source.split('\n').flatMap((line, index) => (SIDES.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
