import { describe, expect, it } from 'vitest';
import { peekCommunity, peekMessageId } from './message-id.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** Version 2c, community "public", an answer with the request id 0x01020304. */
const COMMUNITY = hex('30 18 02 01 01 04 06 7075626c6963 a2 0b 02 04 01020304 02 01 00 02 01 00 30 00');
/** Version 3, message id 0x0506. */
const VERSION_3 = hex('30 0f 02 01 03 30 0a 02 02 0506 02 01 00 04 01 00');

describe('the number of a message', () => {
  it('is found in every version', () => {
    expect(peekMessageId(COMMUNITY)).toBe(0x01020304);
    expect(peekMessageId(VERSION_3)).toBe(0x0506);
  });

  it('comes after the community', () => {
    expect(peekCommunity(COMMUNITY)).toBe('public');
    expect(peekCommunity(VERSION_3)).toBeUndefined();
    expect(peekCommunity(COMMUNITY.subarray(0, 10))).toBeUndefined();
  });

  it('is nothing in what is cut off, and in what is no message', () => {
    for (let length = 0; length < 20; length++) expect(peekMessageId(COMMUNITY.subarray(0, length))).toBeUndefined();
    for (const text of [
      '',
      '30',
      '30 80',
      '30 84 ffffffff',
      '04 02 0101',
      '30 07 02 05 0102030405',
      '30 03 02 01 01',
    ]) {
      expect(peekMessageId(hex(text)), text).toBeUndefined();
    }
  });
});
