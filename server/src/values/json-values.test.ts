import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PayloadError } from './json-scanner.ts';
import { type PayloadOptions, parseAttributes, parseTelemetry, splitObject } from './json-values.ts';
import type { TelemetryValue } from './value.ts';
import { valuesToJsonText } from './wire-values.ts';

const NOW = 1_700_000_000_000;

/** Parses the typed value of a member with this JSON text. */
function typed(text: string, options?: PayloadOptions): TelemetryValue | undefined {
  return parseTelemetry(`{"k":${text}}`, NOW, options)[0]?.values[0]?.value;
}

describe('a telemetry payload', () => {
  it('takes no longer to read than its length, whatever its numbers are', () => {
    const started = performance.now();
    for (const number of [`1${'0'.repeat(200_000)}1`, `0.${'0'.repeat(200_000)}1`, `-1${'0'.repeat(200_000)}.5`]) {
      // What no number can hold is kept as it was written, where texts may stand for numbers.
      for (const text of [number, `"${number}"`]) {
        if (number.endsWith('.5')) expect(() => typed(text)).toThrow(PayloadError);
        else expect(typed(text)).toEqual({ type: 'STRING', value: number });
      }
      if (!number.includes('.')) expect(() => typed(number, { plainNumbers: true })).toThrow(PayloadError);
    }
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('accepts a flat object, at the time of the server', () => {
    expect(parseTelemetry('{"a":1,"b":"x"}', NOW)).toEqual([
      {
        ts: NOW,
        values: [
          { key: 'a', value: { type: 'LONG', value: 1 } },
          { key: 'b', value: { type: 'STRING', value: 'x' } },
        ],
      },
    ]);
  });

  it('accepts a time as number or text, whichever of ts and values comes first', () => {
    const expected = [{ ts: 5, values: [{ key: 'a', value: { type: 'LONG', value: 1 } }] }];
    expect(parseTelemetry('{"ts":5,"values":{"a":1}}', NOW)).toEqual(expected);
    expect(parseTelemetry('{"values":{"a":1},"ts":5}', NOW)).toEqual(expected);
    expect(parseTelemetry('{"ts":"5","values":{"a":1},"more":null}', NOW, { nulls: 'error' })).toEqual(expected);
  });

  it('accepts an array of both forms, in its order', () => {
    expect(parseTelemetry('[{"a":1},{"ts":5,"values":{"a":2}},{}]', NOW).map(({ ts }) => ts)).toEqual([NOW, 5]);
    expect(parseTelemetry('[]', NOW)).toEqual([]);
  });

  it('treats ts without values, and values without ts, as plain telemetry', () => {
    expect(parseTelemetry('{"ts":5}', NOW)[0]?.values[0]).toEqual({ key: 'ts', value: { type: 'LONG', value: 5 } });
    expect(parseTelemetry('{"values":{"a":1}}', NOW)[0]?.values[0]?.value).toEqual({ type: 'JSON', value: '{"a":1}' });
    expect(parseTelemetry('{"values":5}', NOW)[0]?.values[0]?.value).toEqual({ type: 'LONG', value: 5 });
  });

  it.each([
    ['5'],
    ['"x"'],
    ['null'],
    [''],
    ['   '],
    ['[1]'],
    ['[{"a":1},null]'],
    ['{"a":1'],
    ['{"a":}'],
    ['{"a":1,}'],
    ['{"a" 1}'],
    ['{"a":1}}'],
    ['{"a":"x}'],
    ['{"a":"\\u12"}'],
    ['{"a":"\\u0000"}'],
    ['{"a\\u0000":1}'],
    ['{"a\\ud800":1}'],
    ['{"a\\uDE00\\uD83D":1}'],
    ['{"a":{"b\\ud800":1}}'],
    ['{"a\ud800":1}'],
    ['{"a":"\\x"}'],
    ['{"ts":"soon","values":{"a":1}}'],
    ['{"ts":null,"values":{"a":1}}'],
    ['{"ts":1e30,"values":{"a":1}}'],
    ['{"ts":1700000000000000000,"values":{"a":1}}'],
    [`{"${'k'.repeat(256)}":1}`],
    ['{"ts":5,"values":[1]}'],
    ['{"values":7,"ts":5}'],
    [`{"a":${'['.repeat(100)}${']'.repeat(100)}}`],
    ['{"a":1e400000}'],
  ])('refuses %s as a whole', (text) => {
    expect(() => parseTelemetry(text, NOW)).toThrow(PayloadError);
  });

  it('accepts what a shell makes of {"temperature":25}', () => {
    expect(parseTelemetry("{temperature:25,mode:auto,'place':'hall'}", NOW)[0]?.values).toEqual([
      { key: 'temperature', value: { type: 'LONG', value: 25 } },
      { key: 'mode', value: { type: 'STRING', value: 'auto' } },
      { key: 'place', value: { type: 'STRING', value: 'hall' } },
    ]);
    expect(() => parseTelemetry('{a:1}', NOW, { lenient: false })).toThrow(PayloadError);
  });

  it.each([
    ['comments', '/* before */{ // the first\n"a":1, # the second\r\n"b":/**/[1/*,9*/,2]}# after'],
    ['= and => for :', '{"a"=1,b=>[1,2]}'],
    ['; for ,', '{"a":1;"b":[1;2]}'],
  ])('may have %s', (_what, text) => {
    expect(parseTelemetry(text, NOW)).toEqual(parseTelemetry('{"a":1,"b":[1,2]}', NOW));
    expect([...splitObject(text)]).toEqual([...splitObject('{"a":1,"b":[1,2]}')]);
    expect(() => parseTelemetry(text, NOW, { lenient: false })).toThrow(PayloadError);
  });

  it.each([
    '/*/{"a":1}',
    '{"a":1}/',
    '{"a":1}/* ',
    '// {"a":1}',
    '{"a"/1}',
    '{"a"=>>1}/',
    '{"a"==1}',
    '{"a":1;;"b":2}',
    '{"a":1,/b/"b":2}',
  ])('does not end, or begin, with half of a comment or sign: %s', (text) => {
    expect(() => parseTelemetry(text, NOW)).toThrow(PayloadError);
  });

  it('takes no longer to read than its length, whatever its comments are', () => {
    const started = performance.now();
    for (const comment of ['/**/', '//\n', '#\r', '//*\n', '/*/*/']) {
      const comments = comment.repeat(100_000);
      expect(parseTelemetry(`${comments}{"a":1}`, NOW)).toHaveLength(1);
      expect(() => parseTelemetry(`{"a":1${comments}`, NOW)).toThrow(PayloadError);
    }
    for (const open of ['/*', '/', '#/*', '//']) {
      expect(() => parseTelemetry(`{${open.repeat(200_000)}`, NOW)).toThrow(PayloadError);
    }
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('may start with a byte order mark', () => {
    expect(parseTelemetry('\uFEFF {"a":1}', NOW)).toEqual(parseTelemetry('{"a":1}', NOW));
    expect(parseAttributes('\uFEFF{"a":1}')).toEqual(parseAttributes('{"a":1}'));
    expect(() => parseTelemetry('\uFEFF\uFEFF{"a":1}', NOW)).toThrow(PayloadError);
  });

  it('keeps the last of duplicate keys', () => {
    expect(parseTelemetry('{"a":1,"b":2,"a":3}', NOW)[0]?.values).toEqual([
      { key: 'a', value: { type: 'LONG', value: 3 } },
      { key: 'b', value: { type: 'LONG', value: 2 } },
    ]);
  });
});

describe('the type of a value', () => {
  it.each<[string, TelemetryValue]>([
    ['true', { type: 'BOOLEAN', value: true }],
    ['"true"', { type: 'STRING', value: 'true' }],
    ['42', { type: 'LONG', value: 42 }],
    ['-0', { type: 'LONG', value: 0 }],
    ['42.0', { type: 'DOUBLE', value: 42 }],
    ['1e3', { type: 'LONG', value: 1000 }],
    ['1.5e1', { type: 'LONG', value: 15 }],
    ['15e-1', { type: 'DOUBLE', value: 1.5 }],
    ['9007199254740993', { type: 'LONG', value: 9007199254740993n }],
    ['9223372036854775807', { type: 'LONG', value: 9223372036854775807n }],
    ['-9223372036854775808', { type: 'LONG', value: -9223372036854775808n }],
    ['9223372036854775808', { type: 'STRING', value: '9223372036854775808' }],
    ['1e20', { type: 'STRING', value: '100000000000000000000' }],
    [`"${'10'.repeat(600)}"`, { type: 'STRING', value: '10'.repeat(600) }],
    ['True', { type: 'BOOLEAN', value: true }],
    ['FALSE', { type: 'BOOLEAN', value: false }],
    ['Truely', { type: 'STRING', value: 'Truely' }],
    ['0.1234567890123456', { type: 'DOUBLE', value: 0.1234567890123456 }],
    ['0.12345678901234567', { type: 'STRING', value: '0.12345678901234567' }],
    ['1e-20', { type: 'STRING', value: '0.00000000000000000001' }],
    ['"007"', { type: 'LONG', value: 7 }],
    ['".5"', { type: 'DOUBLE', value: 0.5 }],
    ['"-1.50"', { type: 'DOUBLE', value: -1.5 }],
    ['"12.0"', { type: 'DOUBLE', value: 12 }],
    ['"1e3"', { type: 'STRING', value: '1e3' }],
    ['"5."', { type: 'STRING', value: '5.' }],
    ['"+5"', { type: 'STRING', value: '+5' }],
    ['" 5"', { type: 'STRING', value: ' 5' }],
    ['"-"', { type: 'STRING', value: '-' }],
    ['""', { type: 'STRING', value: '' }],
    ['"0x1F"', { type: 'STRING', value: '0x1F' }],
    ['"a\\n\\"\\u00e9"', { type: 'STRING', value: 'a\n"é' }],
    ['"\\ud83d\\uDE00"', { type: 'STRING', value: '\ud83d\ude00' }],
    ['"cut \\ud83d"', { type: 'STRING', value: 'cut \ufffd' }],
    ['["\\ude00",{"x":"\\uD83D!"}]', { type: 'JSON', value: '["\ufffd",{"x":"\ufffd!"}]' }],
    [
      '{ "x" : [1.50, 2.0 ,null], "y": null, "z":{} }',
      { type: 'JSON', value: '{"x":[1.50,2.0,null],"y":null,"z":{}}' },
    ],
    ['[ ]', { type: 'JSON', value: '[]' }],
  ])('of %s', (text, expected) => {
    expect(typed(text)).toEqual(expected);
  });

  it('stays text for numbers in quotes when casting is off, and big numbers are refused', () => {
    expect(typed('"12"', { castStrings: false })).toEqual({ type: 'STRING', value: '12' });
    expect(() => typed('9223372036854775808', { castStrings: false })).toThrow('Big integer values are not supported!');
  });

  it('skips null for devices and refuses it elsewhere', () => {
    expect(typed('null')).toBeUndefined();
    expect(() => typed('null', { nulls: 'error' })).toThrow('[k]');
    expect(typed('{"x":null,"y":[null]}', { dropNestedNulls: true })).toEqual({ type: 'JSON', value: '{"y":[null]}' });
  });

  it('refuses texts that are too long', () => {
    expect(() => typed('"abcd"', { maxStringLength: 3 })).toThrow(
      'String value length [4] for key [k] is greater than maximum allowed [3]',
    );
  });

  it('equals that of JSON.parse for any plain JSON object', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().map((text) => text.replaceAll('\0', '')),
          fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean(), fc.jsonValue()),
          { noNullPrototype: true },
        ),
        (object) => {
          const text = JSON.stringify(object);
          if (text.includes('\\u0000') || '__proto__' in object) return;
          const parsed = parseAttributes(text, { castStrings: false, plainNumbers: true, nulls: 'skip' });
          const expected = Object.entries(JSON.parse(text) as Record<string, unknown>).filter(
            ([, value]) => value !== null,
          );
          expect(
            new Map(
              parsed.map(({ key, value }) => [key, value.type === 'JSON' ? JSON.parse(value.value) : value.value]),
            ),
          ).toEqual(new Map(expected.map(([key, value]) => [key, Object.is(value, -0) ? 0 : value])));
        },
      ),
    );
  });

  it('survives a round trip through JSON', () => {
    const text = '{"a":42.0,"b":9223372036854775807,"c":1.5,"d":"x","e":{"f":[1.0]},"g":true,"h":-0.0}';
    const [entry] = parseTelemetry(text, NOW);
    expect(valuesToJsonText(entry?.values ?? [])).toBe(text);
  });
});

describe('attributes', () => {
  it('are one flat object', () => {
    expect(parseAttributes('{"a":"12","b":1e3}')).toEqual([
      { key: 'a', value: { type: 'LONG', value: 12 } },
      { key: 'b', value: { type: 'LONG', value: 1000 } },
    ]);
    expect(() => parseAttributes('[{"a":1}]')).toThrow(PayloadError);
  });

  it('sent by REST keep the types they are written with', () => {
    const rest: PayloadOptions = { castStrings: false, plainNumbers: true, lenient: false };
    expect(parseAttributes('{"a":"12","b":1e3,"c":0.12345678901234567,"d":25.0}', rest)).toEqual([
      { key: 'a', value: { type: 'STRING', value: '12' } },
      { key: 'b', value: { type: 'DOUBLE', value: 1000 } },
      { key: 'c', value: { type: 'DOUBLE', value: Number('0.12345678901234567') } },
      { key: 'd', value: { type: 'DOUBLE', value: 25 } },
    ]);
    expect(() => parseAttributes('{"a":9223372036854775808}', rest)).toThrow(PayloadError);
  });
});

describe('splitObject', () => {
  it('returns the text of each member, for payloads of gateways', () => {
    expect(splitObject('{"Device A":[{"ts":1,"values":{"t":42.0}}],"Device B":[]}')).toEqual(
      new Map([
        ['Device A', '[{"ts":1,"values":{"t":42.0}}]'],
        ['Device B', '[]'],
      ]),
    );
  });
});
