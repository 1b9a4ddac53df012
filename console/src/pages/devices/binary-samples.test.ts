import { describe, expect, it } from 'vitest';
import { printfOf, protobufSample } from './binary-samples.ts';

const sample = (body: string) => protobufSample(`syntax = "proto3";\n${body}`);

describe('a message with one value', () => {
  it.each([
    ['a number', 'message T { optional int32 a = 1; }', [8, 23]],
    ['a text', 'message T { string name = 2; }', [18, 4, 50, 51, 46, 54]],
    ['the last message', 'message A { int32 a = 1; } message B { sint32 b = 16; }', [128, 1, 46]],
    ['what is not repeated', 'message T { repeated double a = 1; map<string, int32> m = 2; bool b = 3; }', [24, 1]],
    [
      'a value beside a time',
      'message T { optional int64 ts = 1; V values = 2; message V { bool on = 4; } }',
      [18, 2, 32, 1],
    ],
    [
      'what is no remark',
      'message T { // double a = 1;\n /* int32 b = 2; */ uint32 c = 3 [deprecated = true]; }',
      [24, 23],
    ],
    ['a field that is no choice', 'message T { oneof c { int32 a = 1; } int32 b = 2; }', [16, 23]],
  ])('is of %s', (_, schema, bytes) => {
    expect(sample(schema)).toEqual(bytes);
  });

  it('is none where nothing holds one', () => {
    for (const schema of [
      '',
      'message T {}',
      'message T { T t = 1; }',
      'message T { int64 ts = 1; }',
      'message T { E e = 1; }',
    ]) {
      expect(sample(schema)).toBeUndefined();
    }
  });
});

it('a command prints bytes as they are', () => {
  expect(printfOf([0, 10, 37, 39, 92, 255])).toBe("printf '\\000\\012\\045\\047\\134\\377'");
});
