import { describe, expect, it } from 'vitest';
import { fuzz, fuzzedParsers } from './parsers.ts';
import { changedSample, randomNumbers } from './random.ts';

/** Messages that each of them reads, the same in every run. `npm run bench -- fuzz` takes as long as is wanted. */
const MESSAGES = 4_000;
/** ms of the processor; much more than any takes */
const SLOW = 1_000;

describe('bytes of anybody are read or refused', () => {
  it.each(fuzzedParsers().map((parser) => [parser.name, parser] as const))('%s', (_, parser) => {
    const random = randomNumbers(parser.name.length * 7919);
    for (const sample of parser.samples) fuzz(parser, () => sample, { count: 1, slow: SLOW });
    const next = (samples: readonly Buffer[]) => changedSample(samples, random);
    expect(fuzz(parser, next, { count: MESSAGES, slow: SLOW })).toEqual([]);
  });
});
