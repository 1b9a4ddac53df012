import { expect, it } from 'vitest';
import { formatSize } from './format-size.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [512, '512 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1.0 kB'],
  [1536, '1.5 kB'],
  [1024 ** 2 - 1, '1.0 MB'],
  [2 * 1024 ** 3, '2.0 GB'],
  [1.5 * 1024 ** 4, '1.50 TB'],
  [1.25 * 1024 ** 5, '1.25 PB'],
  [3 * 1024 ** 6, '3,072.00 PB'],
])('%d bytes are %s', (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});
