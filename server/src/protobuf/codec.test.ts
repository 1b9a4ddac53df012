import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import { parseTelemetry, valueOfText } from '../values/json-values.ts';
import { decodeToJson } from './decode.ts';
import { encodeJson } from './encode.ts';
import type { MessageType } from './message-type.ts';
import { readSchema } from './schema.ts';

const schema = (fields: string): MessageType => readSchema(`syntax = "proto3"; message M { ${fields} }`);
const bytes = (...values: number[]): Buffer => Buffer.from(values);

describe('decoding', () => {
  it('writes default values, except of fields with presence', () => {
    const type = schema(`
      double d = 1; int64 l = 2; bool b = 3; string s = 4; bytes raw = 5; E e = 6; repeated int32 list = 7;
      map<string, int32> map = 8; optional double o = 9; M inner = 10; oneof x { int32 y = 11; } enum E { ZERO = 0; }`);
    expect(decodeToJson(type, bytes())).toBe(
      '{"d":0.0,"l":"0","b":false,"s":"","raw":"","e":"ZERO","list":[],"map":{}}',
    );
  });

  it.each<[string, string, string]>([
    ['double a = 1;', '{"a":42}', '{"a":42.0}'],
    ['double a = 1;', '{"a":0.30000000000000004}', '{"a":0.30000000000000004}'],
    ['double a = 1;', '{"a":"-Infinity"}', '{"a":"-Infinity"}'],
    ['double a = 1;', '{"a":-0.0}', '{"a":-0.0}'],
    ['float a = 1;', '{"a":0.1}', '{"a":0.1}'],
    ['float a = 1;', '{"a":16777217}', '{"a":16777216.0}'],
    ['int32 a = 1;', '{"a":-2147483648}', '{"a":-2147483648}'],
    ['sint32 a = 1;', '{"a":-1}', '{"a":-1}'],
    ['fixed32 a = 1;', '{"a":4294967295}', '{"a":4294967295}'],
    ['uint32 a = 1;', '{"a":"7"}', '{"a":7}'],
    ['int64 a = 1;', '{"a":-9223372036854775808}', '{"a":"-9223372036854775808"}'],
    ['sint64 a = 1;', '{"a":"9223372036854775807"}', '{"a":"9223372036854775807"}'],
    ['uint64 a = 1;', '{"a":18446744073709551615}', '{"a":"18446744073709551615"}'],
    ['sfixed64 a = 1;', '{"a":-5}', '{"a":"-5"}'],
    ['string a = 1;', '{"a":"\\u0000\\"ü€"}', '{"a":"\\u0000\\"ü€"}'],
    ['bytes a = 1;', '{"a":"AAH/"}', '{"a":"AAH/"}'],
    ['optional int32 a = 1;', '{"a":0}', '{"a":0}'],
    ['E a = 1; enum E { ZERO = 0; ONE = 1; }', '{"a":"ONE"}', '{"a":"ONE"}'],
    ['E a = 1; enum E { ZERO = 0; ONE = 1; }', '{"a":7}', '{"a":7}'],
    ['repeated sint32 a = 1;', '{"a":[1,-1]}', '{"a":[1,-1]}'],
    ['repeated string a = 1;', '{"a":["x",""]}', '{"a":["x",""]}'],
    [
      'map<int32, N> a = 1; message N { bool b = 1; }',
      '{"a":{"5":{"b":true},"6":{}}}',
      '{"a":{"5":{"b":true},"6":{"b":false}}}',
    ],
    ['map<string, int32> a = 1;', '{"a":{"__proto__":1,"constructor":2}}', '{"a":{"__proto__":1,"constructor":2}}'],
    ['map<bool, double> a = 1;', '{"a":{"true":1}}', '{"a":{"true":1.0}}'],
    ['N a = 1; message N { N b = 1; }', '{"a":{"b":{}}}', '{"a":{"b":{}}}'],
    ['oneof x { string a = 1; int32 b = 2; }', '{"b":0}', '{"b":0}'],
    ['int32 snake_case = 1;', '{"snake_case":1}', '{"snakeCase":1}'],
    ['int32 a = 1;', '{"a":null,"unknown":[1]}', '{"a":0}'],
  ])('of %s reverses encoding %s', (fields, json, expected) => {
    const type = schema(fields);
    expect(decodeToJson(type, encodeJson(type, json))).toBe(expected);
  });

  it('accepts everything valid writers may send', () => {
    const list = schema('repeated int32 a = 1;');
    // One by one, packed, and both.
    expect(decodeToJson(list, bytes(8, 1, 8, 2))).toBe('{"a":[1,2]}');
    expect(decodeToJson(list, bytes(10, 2, 1, 2, 8, 3))).toBe('{"a":[1,2,3]}');
    // The last value of a field wins, parts of a message are merged, and the last of a oneof drops the others.
    expect(decodeToJson(schema('int32 a = 1;'), bytes(8, 1, 8, 2))).toBe('{"a":2}');
    const nested = schema('N n = 1; message N { optional int32 a = 1; optional int32 b = 2; }');
    expect(decodeToJson(nested, bytes(10, 2, 8, 1, 10, 2, 16, 2))).toBe('{"n":{"a":1,"b":2}}');
    const oneof = schema('oneof x { int32 a = 1; int32 b = 2; }');
    expect(decodeToJson(oneof, bytes(8, 1, 16, 2))).toBe('{"b":2}');
    // Unknown fields and fields of another wire type are skipped.
    expect(decodeToJson(schema('int32 a = 1;'), bytes(0x22, 1, 65, 13, 1, 2, 3, 4, 0x1b, 0x1c, 8, 5))).toBe('{"a":5}');
  });

  it.each<[string, string, Buffer]>([
    ['a value that is cut off', 'int32 a = 1;', bytes(8)],
    ['a varint without end', 'int64 a = 1;', bytes(8, ...Array.from({ length: 11 }, () => 0xff))],
    ['a text longer than the message', 'string a = 1;', bytes(10, 5, 65)],
    ['a text that is not UTF-8', 'string a = 1;', bytes(10, 2, 0xff, 0xfe)],
    ['a message longer than the bytes', 'M a = 1;', bytes(10, 5, 8, 1)],
    [
      'a value that leaves its message',
      'N a = 1; message N { fixed64 b = 1; }',
      bytes(10, 1, 9, 0, 0, 0, 0, 0, 0, 0, 0),
    ],
    ['a packed list that is cut off', 'repeated fixed32 a = 1;', bytes(10, 5, 0, 0, 0, 0, 0)],
    ['the field number 0', 'int32 a = 1;', bytes(0, 1)],
    ['the end of a group that did not begin', 'int32 a = 1;', bytes(12)],
    ['JSON', 'int32 a = 1;', Buffer.from('{"a":1,"text":"more of it"}')],
    ['a list in JSON', 'int32 a = 1;', Buffer.from('[{"a":1}]')],
  ])('refuses %s', (_name, fields, payload) => {
    expect(() => decodeToJson(schema(fields), payload)).toThrow(expect.objectContaining({ name: 'ProtobufError' }));
  });

  it('refuses messages nested too deeply, known or unknown', () => {
    const type = schema('M a = 1;');
    let payload = bytes();
    for (let depth = 0; depth < 150; depth++) {
      const { length } = payload;
      payload = Buffer.concat([
        length < 128 ? bytes(10, length) : bytes(10, (length & 127) | 128, length >> 7),
        payload,
      ]);
    }
    expect(() => decodeToJson(type, payload)).toThrow(/nested deeper than 100/);
    expect(() => decodeToJson(type, Buffer.alloc(60_000, 0x1b))).toThrow(/The bytes are no M/);
  });

  it('refuses small payloads that expand to huge messages', () => {
    const inner = Array.from({ length: 900 }, (_, at) => `bool field${at} = ${at + 1};`).join(' ');
    const defaults = schema(`repeated N a = 1; message N { ${inner} }`);
    const many = Buffer.concat(Array.from({ length: 30_000 }, () => bytes(10, 0)));
    expect(() => decodeToJson(defaults, many)).toThrow(/stands for more/);
    const quiet = schema(`repeated N a = 1; message N { ${inner.replaceAll('bool', 'optional bool')} }`);
    expect(() => decodeToJson(quiet, many)).toThrow(/stands for more/);
    const names = schema(`repeated E a = 1; enum E { ZERO = 0; ${'X'.repeat(30_000)} = 1; }`);
    expect(() => decodeToJson(names, Buffer.concat([bytes(10, 0x80, 0x80, 2), Buffer.alloc(32_768, 1)]))).toThrow(
      /stands for more/,
    );
  });
});

describe('encoding', () => {
  it.each([
    ['int32 a = 1;', '{"a":2147483648}', /from -2147483648 to 2147483647/],
    ['uint64 a = 1;', '{"a":-1}', /from 0 to/],
    ['int32 a = 1;', '{"a":1.5}', /whole number/],
    ['string a = 1;', '{"a":{"b":1}}', /must be a text/],
    ['bool a = 1;', '{"a":"true"}', /true or false/],
    ['double a = 1;', '{"a":"x"}', /must be a number/],
    ['M a = 1;', '{"a":[1]}', /must be an object/],
    ['repeated int32 a = 1;', '{"a":1}', /must be a list/],
    ['E a = 1; enum E { ZERO = 0; }', '{"a":"toString"}', /not one of the values/],
    ['oneof x { int32 a = 1; int32 b = 2; }', '{"a":1,"b":2}', /oneof/],
    ['bytes a = 1;', '{"a":1}', /base64/],
  ])('refuses for %s the value %s', (fields, json, message) => {
    expect(() => encodeJson(schema(fields), json)).toThrow(message);
  });

  it('omits default values, except of fields with presence', () => {
    expect([...encodeJson(schema('int32 a = 1; string s = 2; bool b = 3;'), '{"a":0,"s":"","b":false}')]).toEqual([]);
    expect([...encodeJson(schema('optional int32 a = 1;'), '{"a":0}')]).toEqual([8, 0]);
    expect([...encodeJson(schema('string a = 1;'), '{"a":0}')]).toEqual([10, 1, 0x30]);
  });
});

describe('what protobufjs encodes', () => {
  /** Creates reproducible pseudo-random numbers. */
  function createRandom(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  }
  const text = `syntax = "proto3"; package test;
    message Reading {
      double d = 1; float f = 2; int32 i32 = 3; uint32 u32 = 4; sint32 s32 = 5; fixed32 fx32 = 6; sfixed32 sfx32 = 7;
      int64 i64 = 8; uint64 u64 = 9; sint64 s64 = 10; fixed64 fx64 = 11; sfixed64 sfx64 = 12; bool b = 13;
      string s = 14; bytes raw = 15; Kind kind = 16; repeated int32 list = 17; repeated string texts = 18;
      map<string, sint64> map = 19; Inner inner = 20; repeated Inner inners = 21; optional int32 opt = 22;
      oneof choice { string left = 2000; Inner right = 536870911; }
      enum Kind { NONE = 0; SOME = 1; MANY = -5; }
      message Inner { float f = 1; Inner inner = 2; map<int32, Kind> kinds = 3; }
    }`;
  const reference = protobuf.parse(text, { keepCase: true }).root.lookupType('test.Reading');
  const own = readSchema(text);

  function randomReading(random: (below: number) => number): Record<string, unknown> {
    const maybe = <T>(value: () => T): T | undefined => (random(3) > 0 ? value() : undefined);
    const word = (): string =>
      Array.from({ length: random(6) }, () => 'aZ0 "\\ü€😀'.at(random(8)))
        .join('')
        .toWellFormed();
    const signed = (bits: number): number => Math.floor((random(2 ** 31) / 2 ** 31) * 2 ** bits) - 2 ** (bits - 1);
    const long = (unsigned: boolean): string => {
      const value = (BigInt(random(2 ** 31)) << 33n) ^ (BigInt(random(2 ** 31)) << 2n) ^ BigInt(random(8));
      return String(unsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value << BigInt(random(2))));
    };
    const double = (): number => [0, -0, 1e300, 5e-324, 0.1 + 0.2, 42, random(1e9) / 1000 - 5e5][random(7)] as number;
    const kind = (): string => ['NONE', 'SOME', 'MANY'][random(3)] as string;
    const list = <T>(of: () => T): T[] => Array.from({ length: random(4) }, of);
    const inner = (depth: number): object => ({
      f: maybe(() => Math.fround(double() % 1e30)),
      ...(depth > 0 && random(2) ? { inner: inner(depth - 1) } : {}),
      kinds: Object.fromEntries(list(() => [String(signed(32)), kind()])),
    });
    const reading = {
      ...{ d: maybe(double), f: maybe(() => Math.fround(double() % 1e30)), i32: maybe(() => signed(32)) },
      ...{ u32: maybe(() => random(2 ** 32)), s32: maybe(() => signed(32)), fx32: maybe(() => random(2 ** 32)) },
      ...{ sfx32: maybe(() => signed(32)), i64: maybe(() => long(false)), u64: maybe(() => long(true)) },
      ...{ s64: maybe(() => long(false)), fx64: maybe(() => long(true)), sfx64: maybe(() => long(false)) },
      ...{ b: maybe(() => random(2) === 1), s: maybe(word), kind: maybe(kind), opt: maybe(() => signed(8)) },
      raw: maybe(() => Buffer.from(list(() => random(256)))),
      ...{
        list: list(() => signed(32)),
        texts: list(word),
        inners: list(() => inner(2)),
        inner: maybe(() => inner(3)),
      },
      map: Object.fromEntries(list(() => [word(), long(false)])),
      ...(random(2) ? { left: word() } : { right: inner(1) }),
    };
    return Object.fromEntries(Object.entries(reading).filter(([, value]) => value !== undefined));
  }

  it('is read as the same values', () => {
    const random = createRandom(20_260_101);
    for (let round = 0; round < 500; round++) {
      const message = reference.fromObject(randomReading(random));
      const encoded = Buffer.from(reference.encode(message).finish());
      // The reference converter with all defaults, except of absent fields with presence.
      const expected = reference.toObject(reference.decode(encoded), {
        ...{ longs: String, enums: String, bytes: String, arrays: true, objects: true, defaults: true, json: true },
      });
      const present = reference.decode(encoded) as unknown as Record<string, unknown>;
      for (const name of ['opt', 'left', 'right', 'inner']) if (!Object.hasOwn(present, name)) delete expected[name];
      const actual = JSON.parse(decodeToJson(own, encoded)) as Record<string, unknown>;
      expect(Math.fround(actual.f as number)).toBe(expected.f);
      const comparable = (value: Record<string, unknown>): unknown => ({
        ...value,
        f: 0,
        inner: 0,
        inners: 0,
        right: 0,
      });
      expect(comparable(actual)).toEqual(comparable(expected));
      // And back: the decoded message encodes to one with the same values.
      const again = reference.decode(encodeJson(own, decodeToJson(own, encoded)));
      expect(reference.toObject(again, { longs: String })).toEqual(
        reference.toObject(reference.decode(encoded), { longs: String }),
      );
    }
  });

  it('is stored as the same values', () => {
    const random = createRandom(7);
    for (let round = 0; round < 300; round++) {
      const message = reference.fromObject(randomReading(random));
      const encoded = Buffer.from(reference.encode(message).finish());
      const sent = reference.toObject(reference.decode(encoded), { longs: String, enums: String, defaults: true });
      const options = { plainNumbers: true, dropNestedNulls: true };
      const [timed] = parseTelemetry(decodeToJson(own, encoded), 1, options);
      const stored = new Map(timed?.values.map(({ key, value }) => [key, value]));
      expect(stored.get('d')).toEqual({ type: 'DOUBLE', value: sent.d });
      const float = stored.get('f');
      expect([float?.type, Math.fround(float?.value as number)]).toEqual(['DOUBLE', sent.f]);
      for (const key of ['i32', 'u32', 's32', 'fx32', 'sfx32']) {
        expect(stored.get(key)).toEqual({ type: 'LONG', value: sent[key] });
      }
      for (const key of ['i64', 'u64', 's64', 'fx64', 'sfx64']) {
        // Numbers beyond signed 64 bits stay text with all their digits.
        const isLong = BigInt(sent[key] as string) < 2n ** 63n;
        expect([stored.get(key)?.type, String(stored.get(key)?.value)]).toEqual([
          isLong ? 'LONG' : 'STRING',
          sent[key],
        ]);
      }
      expect(stored.get('b')).toEqual({ type: 'BOOLEAN', value: sent.b });
      expect(stored.get('kind')).toEqual({ type: 'STRING', value: sent.kind });
      expect(stored.get('s')).toEqual(valueOfText(sent.s as string));
      expect(stored.get('list')).toEqual({ type: 'JSON', value: JSON.stringify(sent.list) });
    }
  });
});
