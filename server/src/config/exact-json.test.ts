import { expect, test } from 'vitest';
import { parseExactJson, parseJsonAsWritten, roundAt } from './exact-json.ts';

test.each([
  '{"a":9007199254740993,"b":[-12345678901234567890,{"c":1}],"d":"9007199254740993"}',
  '12345678901234567890',
  '{"a\\"9007199254740993":1.5,"b":9007199254740993}',
  '{"__proto__":{"a":1},"b":9007199254740993}',
  '{"__proto__":9007199254740993,"constructor":[9007199254740993]}',
  '[1796026750128,0.5,9007199254740991]',
])('keeps all digits of %s', (text) => {
  expect(JSON.stringify(parseExactJson(text))).toBe(text);
});

test('rounds a number where it is asked to, and no other', () => {
  const json = parseExactJson('{"a":[{"b":9007199254740993}],"c":9007199254740993,"d":"text"}');
  for (const path of [['a', 0, 'b'], ['a', 1, 'b'], ['d'], ['d', 'length'], []]) roundAt(json, path);
  expect(JSON.stringify(json)).toBe('{"a":[{"b":9007199254740992}],"c":9007199254740993,"d":"text"}');
});

test.each([
  '1.1234567890123456789',
  '1e1234567890123456',
  '1234567890123456.5',
  '12345678901234567e2',
  '-0.12345678901234567',
])('reads %s as JSON.parse does', (text) => {
  expect(parseExactJson(`[${text}]`)).toEqual(JSON.parse(`[${text}]`));
});

test.each(['{"a":09007199254740993}', '{"a":9007199254740993', '[-9007199254740993-]', '9007199254740993 1'])(
  'refuses %s',
  (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  },
);

test('takes no longer than a text is long, whatever is in it', () => {
  const started = performance.now();
  const long = 'a\\"1234567890123456'.repeat(50_000);
  expect(JSON.stringify(parseExactJson(`{"a":"${long}","b":9007199254740993}`))).toContain('9007199254740993}');
  expect(() => parseExactJson(`"${long}`)).toThrow(SyntaxError);
  const deep = `${'['.repeat(100_000)}9007199254740993${']'.repeat(100_000)}`;
  expect(Array.isArray(parseExactJson(deep))).toBe(true);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test.each([
  '{"a":1.0,"b":[-2.50,{"c":1e3}],"d":"1.0","e":-0,"f":0.00000012,"g":9007199254740993,"h":1.5}',
  '[0.12345678901234567,1.10,1E5,12345678901234567890123,0,10,100]',
  '{"__proto__":1.0,"constructor":[2.0]}',
  '7.0',
  '{"a":1,"b":2.5,"c":null}',
])('writes the numbers of %s as they were', (text) => {
  expect(JSON.stringify(parseJsonAsWritten(text))).toBe(text);
});
