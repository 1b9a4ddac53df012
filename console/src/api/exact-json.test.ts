import { expect, it } from 'vitest';
import { isExactNumber, parseExactJson } from './exact-json.ts';

it('keeps the digits of numbers', () => {
  const text = '{"a":9007199254740993,"b":1.0,"c":[1e3,-0,0.5,7],"d":"1.0"}';
  expect(JSON.stringify(parseExactJson(text))).toBe(text);
  expect(parseExactJson('[0.5,7,"x",null]')).toEqual([0.5, 7, 'x', null]);
  expect(isExactNumber(parseExactJson('5.0'))).toBe(true);
  expect([5, '5.0', null, undefined, {}].some(isExactNumber)).toBe(false);
  expect(() => parseExactJson('{')).toThrow(SyntaxError);
});
