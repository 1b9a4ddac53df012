import { expect, test } from 'vitest';
import { storableJson, storableText } from './storable-text.ts';

test('text keeps everything that PostgreSQL accepts', () => {
  expect(storableText('a\0b \ud83d\ude00 \ud83d')).toBe('a\ufffdb \ud83d\ude00 \ufffd');
});

test('JSON does so in values and member names, and keeps backslashes', () => {
  const value = { 'n\0': ['\ud800', '\\u0000', '\ud83d\ude00', '\u0001'] };
  expect(JSON.parse(storableJson(value))).toEqual({ 'n\ufffd': ['\ufffd', '\\u0000', '\ud83d\ude00', '\u0001'] });
});
