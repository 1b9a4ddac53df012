import { describe, expect, it } from 'vitest';
import { fuzz, fuzzedParsers } from './parsers.ts';
import { changedSample, randomNumbers } from './random.ts';

/** For so long each of them reads bytes, ms: with the fuzz tests of single protocols a minute. `npm run bench -- fuzz` takes as long as is wanted. */
const DURATION = 1_200;
const AT_A_TIME = 500;
/** ms of the processor; much more than any takes */
const SLOW = 1_000;

describe('bytes of anybody are read or refused', () => {
  it.each(fuzzedParsers().map((parser) => [parser.name, parser] as const))('%s', (_, parser) => {
    const random = randomNumbers(parser.name.length * 7919);
    const end = performance.now() + DURATION;
    for (const sample of parser.samples) fuzz(parser, () => sample, { count: 1, slow: SLOW });
    while (performance.now() < end) {
      const next = (samples: readonly Buffer[]) => changedSample(samples, random);
      expect(fuzz(parser, next, { count: AT_A_TIME, slow: SLOW })).toEqual([]);
    }
  });
});
