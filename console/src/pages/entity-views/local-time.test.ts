import { expect, it } from 'vitest';
import { localTimeOf, momentOf } from './local-time.ts';

it('writes a moment as the field holds it, and reads it again', () => {
  const ms = new Date(2026, 2, 4, 5, 6, 7).getTime();
  expect(localTimeOf(ms)).toBe('2026-03-04T05:06:07');
  expect(momentOf('2026-03-04T05:06:07')).toBe(ms);
  expect(momentOf('2026-03-04T05:06')).toBe(ms - 7000);
});

it('has nothing to write for an open end, and knows what is no moment', () => {
  expect(localTimeOf(0)).toBe('');
  expect(momentOf('')).toBe(0);
  expect(momentOf('yesterday')).toBeUndefined();
});
