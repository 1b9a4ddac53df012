import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spansOf } from './alarm-calendars.ts';

const LENGTHS = [1, 64, 4096];

it('divides any minutes into few buckets that touch and do not overlap', () => {
  fc.assert(
    fc.property(fc.nat(40_000_000), fc.nat(3_000_000), (first, length) => {
      const last = first + length;
      const spans = spansOf(first, last)
        .map((span) => ({ from: span.first, to: span.last, length: LENGTHS[span.level] as number }))
        .map(({ from, to, length: minutes }) => ({ from: from * minutes, to: (to + 1) * minutes - 1 }))
        .sort((a, b) => a.from - b.from);
      expect(spans.length).toBeLessThanOrEqual(5);
      expect(spans[0]?.from).toBe(first);
      expect(spans.at(-1)?.to).toBe(last);
      for (let at = 1; at < spans.length; at++) expect(spans[at]?.from).toBe((spans[at - 1]?.to as number) + 1);
    }),
  );
});
