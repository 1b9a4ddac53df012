import { expect, it } from 'vitest';
import { createIdleTurns } from './idle-turns.ts';

/** A page that is idle when it is told to be. */
function page() {
  let requested: (() => void)[] = [];
  const turns = createIdleTurns((callback) => requested.push(callback));
  return {
    turns,
    beIdle() {
      const now = requested;
      requested = [];
      for (const callback of now) callback();
      return now.length > 0;
    },
  };
}

it('what waits for an idle page is done in order, one at a time', () => {
  const { turns, beIdle } = page();
  const done: number[] = [];
  for (const number of [1, 2, 3]) turns(() => done.push(number));
  const callOff = turns(() => done.push(4));
  turns(() => done.push(5));
  expect(done).toEqual([]);
  beIdle();
  expect(done).toEqual([1]);
  callOff();
  while (beIdle());
  expect(done).toEqual([1, 2, 3, 5]);
  turns(() => done.push(6));
  beIdle();
  expect(done.at(-1)).toBe(6);
});

it('what fails keeps nobody else from having a turn', () => {
  const { turns, beIdle } = page();
  const done: number[] = [];
  turns(() => {
    throw new Error('Broken');
  });
  turns(() => done.push(1));
  expect(beIdle).toThrow('Broken');
  beIdle();
  expect(done).toEqual([1]);
});
