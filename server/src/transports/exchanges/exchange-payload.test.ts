import { describe, expect, it } from 'vitest';
import { hiddenPayload, shownPayload, withoutSecrets, withoutToken, withoutTokenIn } from './exchange-payload.ts';

describe('a payload that people see', () => {
  it.each([
    ['', { format: 'NONE', payload: '', isCut: false, size: 0 }],
    ['{"a":1}', { format: 'JSON', payload: '{"a":1}', isCut: false, size: 7 }],
    ['hello', { format: 'TEXT', payload: 'hello', isCut: false, size: 5 }],
    ['grüß', { format: 'TEXT', payload: 'grüß', isCut: false, size: 6 }],
  ])('shows %s as it is', (given, shown) => {
    expect(shownPayload(given)).toEqual(shown);
  });

  it('shows bytes that are no text as hex, and their beginning only', () => {
    expect(shownPayload(Buffer.from([0, 255, 16]))).toEqual({
      format: 'HEX',
      payload: '00ff10',
      isCut: false,
      size: 3,
    });
    const long = shownPayload(Buffer.alloc(5000, 0xff));
    expect(long).toMatchObject({ format: 'HEX', isCut: true, size: 5000 });
    expect(long.payload).toHaveLength(2048);
  });

  it('shows the beginning of a long text', () => {
    const long = shownPayload(`{"a":"${'x'.repeat(60_000)}"}`);
    expect(long).toMatchObject({ format: 'JSON', isCut: true, size: 60_008 });
    expect(long.payload).toHaveLength(2048);
  });

  it.each([
    ['{"password":"a\\"b","x":1}', '{"password":"***","x":1}'],
    ['{"wifiPassword": 12345678}', '{"wifiPassword": "***"}'],
    ['{"a":{"accessToken":"t"},"clientSecret":null}', '{"a":{"accessToken":"***"},"clientSecret":"***"}'],
    ['{"credentials":{"key":"abc"},"x":1}', '{"credentials":"***","x":1}'],
    ['{"password":"never ends', '{"password":"***"'],
    ['user=ada&password=s3cret&x=1', 'user=ada&password=***&x=1'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', '***'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE', '***'],
    ['{"temperature":21,"key":"a"}', '{"temperature":21,"key":"a"}'],
  ])('hides what looks like a secret: %s', (given, shown) => {
    expect(withoutSecrets(given)).toBe(shown);
  });

  it('reads hostile payloads in no time', () => {
    const started = performance.now();
    for (const hostile of [
      '"password'.repeat(2000),
      '"'.repeat(16_000),
      'token '.repeat(3000),
      '{"secret":['.repeat(1500),
    ])
      shownPayload(hostile);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('hides all of a payload, and access tokens wherever they are', () => {
    expect(hiddenPayload('{"secretKey":"x"}')).toEqual({ format: 'TEXT', payload: '***', isCut: false, size: 17 });
    expect(withoutToken('/api/v1/abc%20d/telemetry?t=abc d', 'abc d')).toBe('/api/v1/***/telemetry?t=***');
    expect(withoutToken('/api/v1/%74o%6b/telemetry?t=%74ok&u=%zz', 'tok')).toBe('/api/v1/***/telemetry?t=***&u=%zz');
    expect(withoutTokenIn(Buffer.from('a-tok-tok-b'), 'tok').toString()).toBe('a-***-***-b');
    expect(withoutTokenIn(Buffer.from('abc'), '').toString()).toBe('abc');
  });
});
