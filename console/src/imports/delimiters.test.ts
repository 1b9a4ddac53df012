import { expect, it } from 'vitest';
import { guessDelimiter } from './delimiters.ts';

it.each([
  ['name,type\n1;2;3;4', ','],
  ['name;type;"a, b"', ';'],
  ['name\ttype', '\t'],
  ['name|type', '|'],
  ['name', ','],
  ['', ','],
])('guesses what is between the cells of %j', (text, delimiter) => {
  expect(guessDelimiter(text)).toBe(delimiter);
});
