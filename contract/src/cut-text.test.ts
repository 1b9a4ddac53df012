import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it.each([
  ['text', 4, 'text'],
  ['text', 3, 'tex'],
  ['ab\ud83d\ude00', 4, 'ab\ud83d\ude00'],
  ['ab\ud83d\ude00', 3, 'ab'],
  ['\ud83d\ude00\ud83d\ude00', 3, '\ud83d\ude00'],
])('%j has in %i units of room %j', (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut);
});
