import { expect, test } from 'vitest';
import { newRuleCounter } from '../rule-statistics.ts';
import { createCountWindow } from './count-window.ts';

const count = (counter: ReturnType<typeof newRuleCounter>, messages: number, failures = 0): void => {
  counter.messagesProcessed += messages;
  counter.errorsOccurred += failures;
};

test('counts what came in the time of the window', () => {
  const window = createCountWindow(60, 1000);
  const counter = newRuleCounter();
  count(counter, 500, 100);
  window.follow([counter], false);
  expect(window.countOf(counter)).toEqual({ messages: 0, failures: 0 });
  count(counter, 3, 1);
  expect(window.countOf(counter)).toEqual({ messages: 3, failures: 1 });
  expect(window.since()).toBe(1000);
});

test('forgets what is older than the window, for as long as it runs', () => {
  const window = createCountWindow(60, 0);
  const counter = newRuleCounter();
  window.follow([counter], false);
  for (let now = 10; now <= 1000; now += 10) {
    count(counter, 1);
    window.note(now);
    expect(window.since()).toBe(Math.max(0, now - 60));
    expect(window.countOf(counter).messages).toBe(Math.min(now / 10, 6));
  }
});

test('counts all of a counter that began in its time, and nothing of one that it no longer follows', () => {
  const window = createCountWindow(60, 0);
  const [old, young] = [newRuleCounter(), newRuleCounter()];
  window.follow([old], false);
  window.note(10);
  count(old, 1);
  count(young, 2);
  window.follow([old, young], true);
  expect(window.countOf(old).messages).toBe(1);
  expect(window.countOf(young).messages).toBe(2);
  window.note(20);
  window.follow([young], true);
  expect(window.countOf(old).messages).toBe(0);
  expect(window.countOf(young).messages).toBe(2);
});
