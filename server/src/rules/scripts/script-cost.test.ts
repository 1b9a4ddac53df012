import { describe, expect, test } from 'vitest';
import { createScriptCost } from './script-cost.ts';

/** ms of processor time that the turns of a script had, with the calls that came to an end in them. */
const costOf = (...turns: [ended: number, cpu: number][]) => {
  const cost = createScriptCost();
  for (const [ended, cpu] of turns) cost.note(ended, cpu);
  return cost;
};

describe('the cost of a script', () => {
  test('is that of the calls that came to an end, however many waited for the same turn', () => {
    // A busy machine left 10 ms of a turn, in which one call of 8 ms ended.
    expect(costOf([1, 10]).isHeavy()).toBe(true);
    expect(costOf([200, 2]).isHeavy()).toBe(false);
  });

  test('is not known before a call has ended', () => {
    expect(costOf([0, 30]).isHeavy()).toBe(false);
    expect(costOf([200, 2], [0, 30]).isHeavy()).toBe(false);
  });

  test('is an average of the last few hundred calls', () => {
    expect(costOf([200, 2], [1, 8]).isHeavy()).toBe(false);
    expect(costOf([200, 2], [100, 800]).isHeavy()).toBe(true);
    expect(costOf([100, 800], [200, 2]).isHeavy()).toBe(false);
  });
});
