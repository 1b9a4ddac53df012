import { expect, it } from 'vitest';
import { encodingOf } from './encoding.ts';

it.each([
  ['utf-8', Buffer.from('name;label\nKühlraum;1')],
  ['utf-8', Buffer.from('\ufeffname')],
  ['utf-8', Buffer.alloc(0)],
  ['windows-1252', Buffer.from('name;label\nK\xfchlraum;1', 'latin1')],
  // Cut off within a character.
  ['windows-1252', Buffer.from('Kü').subarray(0, 2)],
  ['utf-16le', Buffer.from('\ufeffname', 'utf16le')],
  ['utf-16be', Buffer.from('\ufeffname', 'utf16le').swap16()],
])('a file is read as %s', async (encoding, bytes) => {
  expect(await encodingOf(new Blob([bytes]))).toBe(encoding);
});
