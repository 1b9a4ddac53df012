import { expect, it } from 'vitest';
import { atOnce, type InParts, inTurns } from './in-turns.ts';

/** Parts that each take so long, and tell when they are done. */
function* partsOf(times: number[], done: (time: number) => void): InParts<string> {
  for (const time of times) {
    done(time);
    yield;
  }
  return 'whole';
}

it('long work lets others have their turn every ten milliseconds', async () => {
  let clock = 0;
  /** Times at which others had their turn. */
  const others: number[] = [];
  let isOver = false;
  function wait(): void {
    others.push(clock);
    if (!isOver) setImmediate(wait);
  }
  setImmediate(wait);
  const parts = partsOf(Array(25).fill(2), (time) => {
    clock += time;
  });
  expect(await inTurns(parts, () => clock)).toBe('whole');
  isOver = true;
  expect(others).toEqual(expect.arrayContaining([10, 20, 30, 40]));
});

it('work is done at once where nobody waits, and fails with its reason either way', async () => {
  expect(atOnce(partsOf([1, 2, 3], () => undefined))).toBe('whole');
  const failing = (): InParts<string> =>
    partsOf([1], () => {
      throw new Error('It is no list');
    });
  expect(() => atOnce(failing())).toThrow('It is no list');
  await expect(inTurns(failing())).rejects.toThrow('It is no list');
});
