import { expect, it } from 'vitest';
import { createCookies } from './cookies.ts';

it('counts for one client at one place, and for a minute or two', () => {
  let now = 0;
  const { cookieFor, isValid } = createCookies(() => now);
  const hello = { random: Buffer.alloc(32, 1), sessionId: Buffer.alloc(0), cookie: Buffer.alloc(0) };
  const shown = { ...hello, cookie: cookieFor(hello, '192.0.2.1', 4000) };
  expect(isValid(hello, '192.0.2.1', 4000)).toBe(false);
  expect(isValid(shown, '192.0.2.1', 4000)).toBe(true);
  expect(isValid(shown, '192.0.2.1', 4001)).toBe(false);
  expect(isValid(shown, '192.0.2.2', 4000)).toBe(false);
  expect(isValid({ ...shown, random: Buffer.alloc(32, 2) }, '192.0.2.1', 4000)).toBe(false);
  expect(createCookies(() => now).isValid(shown, '192.0.2.1', 4000)).toBe(false);
  now = 70_000;
  expect(isValid(shown, '192.0.2.1', 4000)).toBe(true);
  now = 200_000;
  expect(isValid(shown, '192.0.2.1', 4000)).toBe(false);
});
