import { describe, expect, it } from 'vitest';
import { encodeMessage } from '../../protobuf/encode.ts';
import { PayloadError } from '../../values/json-scanner.ts';
import { CLAIM } from './device-messages.ts';
import { jsonPayloads } from './json-payloads.ts';
import { protobufPayloads } from './protobuf-payloads.ts';

const read = (text: string) => jsonPayloads.readClaim(Buffer.from(text));

describe('a claim of a device', () => {
  it.each([
    ['', { secretKey: '', durationMs: 0 }],
    ['{}', { secretKey: '', durationMs: 0 }],
    ['{"secretKey":"s","durationMs":60000}', { secretKey: 's', durationMs: 60_000 }],
    ['{"secretKey":null,"durationMs":null}', { secretKey: '', durationMs: 0 }],
    ['{"durationMs":-1}', { secretKey: '', durationMs: -1 }],
  ])('is read from %j', (text, claim) => {
    expect(read(text)).toEqual(claim);
  });

  it.each([
    'nonsense',
    '[]',
    'null',
    '{"secretKey":1}',
    '{"durationMs":"soon"}',
    `{"secretKey":"${'x'.repeat(1025)}"}`,
    '{"secretKey":"\\u0000"}',
    '{"secretKey":"\\ud800"}',
  ])('is refused as %j', (text) => {
    expect(() => read(text)).toThrow(PayloadError);
  });

  it('is read from protobuf, without and with its members', () => {
    const { strict } = protobufPayloads();
    expect(strict.readClaim(Buffer.alloc(0))).toEqual({ secretKey: '', durationMs: 0 });
    const payload = encodeMessage(CLAIM, { secretKey: 's', durationMs: '60000' });
    expect(strict.readClaim(payload)).toEqual({ secretKey: 's', durationMs: 60_000 });
  });
});
