import { expect, it } from 'vitest';
import { beginHistory, doStep, redo, undo } from './history.ts';

/** Far more steps than editors kept that had a limit. */
const STEPS = 3_000;

it('goes back to the first step and forth to the last, however many there are', () => {
  let history = beginHistory(0);
  for (let step = 1; step <= STEPS; step++) history = doStep(history, `step ${step}`, step);
  for (let step = STEPS; step > 0; step--) {
    expect(history.past.at(-1)?.label).toBe(`step ${step}`);
    history = undo(history);
    expect(history.present).toBe(step - 1);
  }
  expect(undo(history)).toBe(history);
  for (let step = 1; step <= STEPS; step++) history = redo(history);
  expect(history.present).toBe(STEPS);
  expect(redo(history)).toBe(history);
});

it('undoes changes of one group together, and forgets what was undone once something else is done', () => {
  let history = beginHistory('a');
  for (const text of ['ab', 'abc', 'abcd']) history = doStep(history, 'title', text, 'title');
  history = doStep(history, 'size', 'abcd, larger');
  history = undo(undo(history));
  expect(history).toMatchObject({ present: 'a', past: [] });
  history = doStep(history, 'colour', 'red', 'title');
  expect(redo(history).present).toBe('red');
  expect(undo(history).present).toBe('a');
});
