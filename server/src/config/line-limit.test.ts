import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { limitLines } from './line-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('writes a few lines of each kind per minute, and the number of dropped ones', () => {
  const lines: [string, object][] = [];
  const write = (details: unknown, message?: unknown) => void lines.push([String(message), details as object]);
  const limited = limitLines({ warn: write, error: write });
  for (let number = 0; number < 200; number++) limited('error', { number }, 'a login failed');
  limited('warn', {}, 'something else');
  expect(lines.map(([message]) => message)).toEqual([...Array(5).fill('a login failed'), 'something else']);
  lines.length = 0;
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual([['a login failed (further lines like this were left out)', { lines: 195 }]]);
  limited('error', { number: 200 }, 'a login failed');
  expect(lines[1]).toEqual(['a login failed', { number: 200 }]);
});

it('keeps count of a bounded number of kinds', () => {
  let lines = 0;
  const write = () => {
    lines++;
  };
  const limited = limitLines({ warn: write, error: write });
  for (let kind = 0; kind < 10_000; kind++) limited('warn', {}, 'a request failed', `kind ${kind}`);
  expect(lines).toBe(205);
});
