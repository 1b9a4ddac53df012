import { describe, expect, it } from 'vitest';
import { emptyMessage, FormatError, hasHeader, readMessage, typeOf, writeMessage } from './message.ts';

describe('a message', () => {
  it('is what was written', () => {
    const bytes = writeMessage({
      type: 'CON',
      code: '0.02',
      messageId: 0x1234,
      token: Buffer.from('tok'),
      options: [
        { name: 'Uri-Path', value: Buffer.from('api') },
        { name: 'Uri-Path', value: Buffer.alloc(300, 'x') },
      ],
      payload: Buffer.from('{}'),
    });
    expect(readMessage(bytes)).toEqual({
      type: 'CON',
      code: '0.02',
      messageId: 0x1234,
      token: Buffer.from('tok'),
      options: [
        { name: 'Uri-Path', value: Buffer.from('api') },
        { name: 'Uri-Path', value: Buffer.alloc(300, 'x') },
      ],
      payload: Buffer.from('{}'),
    });
  });

  it.each(['CON', 'NON', 'ACK', 'RST'] as const)('can be an empty %s', (type) => {
    const bytes = emptyMessage(type, 7);
    expect(readMessage(bytes)).toMatchObject({ type, code: '0.00', messageId: 7, options: [] });
    expect(typeOf(bytes)).toBe(type);
  });

  it.each(['2.01', '2.31', '4.04', '5.03'])('can be a mere %s with a token', (code) => {
    const bytes = writeMessage({ type: 'ACK', code, messageId: 0xfffe, token: Buffer.from('token678') });
    expect(readMessage(bytes)).toMatchObject({ type: 'ACK', code, messageId: 0xfffe, token: Buffer.from('token678') });
  });

  it.each([
    ['an empty message with a token', '41000001ff'],
    ['a token of 9 bytes', '4901000100010203040506070809'],
    ['a token that leads beyond the end', '440100010102'],
    ['an option that leads beyond the end', '40010001b5617069'],
    ['a long number that leads beyond the end', '40010001d0'],
    ['a reserved number', '40010001f0'],
    ['a reserved length', '400100010f'],
    ['a marker without a payload', '40010001ff'],
    ['too many options', `40010001${'00'.repeat(65)}`],
  ])('is refused with %s', (_what, hex) => {
    expect(() => readMessage(Buffer.from(hex, 'hex'))).toThrow(FormatError);
  });

  it('is ignored without a header, or with one of another version', () => {
    expect(hasHeader(Buffer.from('400100', 'hex'))).toBe(false);
    expect(hasHeader(Buffer.from('80010001', 'hex'))).toBe(false);
    expect(hasHeader(Buffer.from('40010001', 'hex'))).toBe(true);
  });
});
