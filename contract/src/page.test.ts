import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { queryIntegerOrNone } from './page.ts';

it.each([
  ['5', 5],
  [' -7 ', -7],
  ['9223372036854775807', 8_640_000_000_000_000],
  ['-9223372036854775808', -8_640_000_000_000_000],
  ['', undefined],
  ['  ', undefined],
])('the number %j in a query is %s', (text, number) => {
  expect(z.parse(queryIntegerOrNone, text)).toBe(number);
});

it('a long text takes no longer than its length', () => {
  const started = performance.now();
  expect(z.safeParse(queryIntegerOrNone, `${' '.repeat(200_000)}x`).success).toBe(false);
  expect(performance.now() - started).toBeLessThan(500);
});
