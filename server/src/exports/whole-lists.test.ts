import type { WholeList } from '@signalbox/contract/list-export';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { atOnce } from '../config/in-turns.ts';
import { wholeRows } from './whole-lists.ts';

const list = { searched: ['name'], sortedBy: ['kind', 'name'] } as unknown as WholeList;

it('sorts any number of rows as a plain sort does, and keeps those that are the same in their order', () => {
  const row = fc.record({ kind: fc.constantFrom('a', 'B', 'ä'), name: fc.string({ maxLength: 2 }), at: fc.nat() });
  const { compare } = new Intl.Collator();
  fc.assert(
    fc.property(fc.array(row, { maxLength: 1_500, size: 'max' }), (rows) => {
      const sorted = rows.toSorted((one, other) => compare(one.kind, other.kind) || compare(one.name, other.name));
      expect(atOnce(wholeRows(list, rows, {}, []))).toEqual(sorted);
    }),
    { numRuns: 50 },
  );
});

it('finds and sorts a hundred thousand rows in parts, so that others need not wait', () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => ({ kind: 'x', name: `name ${(at * 7_919) % 100_000}` }));
  const work = wholeRows(list, rows, { textSearch: 'NAME' }, []);
  let parts = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) parts++;
  expect(step.value).toHaveLength(100_000);
  expect(parts).toBeGreaterThan(1_000);
});
