import { expect, it } from 'vitest';
import { formatSize } from './format-size.ts';

it('sizes are in their largest unit', () => {
  expect([0, 1, 512, 1500, 2 * 1024 ** 3].map(formatSize)).toEqual([
    '0 bytes',
    '1 byte',
    '512 bytes',
    '1.5 kB',
    '2.1 GB',
  ]);
});
