import { expect, it } from 'vitest';
import { formatFileSize } from './formatting.ts';

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1536, '1.5 KB'],
  [5 * 1024 ** 2, '5.0 MB'],
  [2.25 * 1024 ** 4, '2.25 TB'],
  [3 * 1024 ** 6, '3072.00 PB'],
  ['7', '7 bytes'],
  ['many', ''],
])('%j bytes are written as %j', (bytes, words) => {
  expect(formatFileSize(bytes)).toBe(words);
});
