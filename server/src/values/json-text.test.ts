import { expect, it } from 'vitest';
import { jsonOrString } from './json-text.ts';

it.each([
  ['{"a":1.0}', '{"a":1.0}'],
  ['5', '5'],
  ['"on"', '"on"'],
  ['on', '"on"'],
  ['{"a":', '"{\\"a\\":"'],
  ['', '""'],
])('keeps JSON and quotes anything else: %s', (text, json) => {
  expect(jsonOrString(text)).toBe(json);
});
