import { expect, it } from 'vitest';
import { jsonOrString } from './json-text.ts';

it.each([
  ['{"a":1.0}', '{"a":1.0}'],
  ['5', '5'],
  ['"on"', '"on"'],
  ['on', '"on"'],
  ['{"a":', '"{\\"a\\":"'],
  ['', '""'],
])('keeps what is JSON and quotes what is not: %s', (text, json) => {
  expect(jsonOrString(text)).toBe(json);
});
