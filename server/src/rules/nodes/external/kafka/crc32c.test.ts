import { expect, test } from 'vitest';
import { crc32c } from './crc32c.ts';

// RFC 3720, B.4.
test.each([
  ['32 zeros', Buffer.alloc(32), 0x8a9136aa],
  ['32 ones', Buffer.alloc(32, 0xff), 0x62a8ab43],
  ['0 to 31', Buffer.from(Array.from({ length: 32 }, (_, at) => at)), 0x46dd794e],
  ['nothing', Buffer.alloc(0), 0],
])('is that of the standard for %s', (_what, content, expected) => {
  expect(crc32c(content)).toBe(expected);
});
