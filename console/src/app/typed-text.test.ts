import { expect, it } from 'vitest';
import { isTypedAs } from './typed-text.ts';

it.each([
  ['Two spaces', 'Two  spaces'],
  ['No break', 'No\u00a0break'],
  ['A tab', ' A\ttab '],
  ['Kühlhaus', 'Ku\u0308hlhaus'],
])('“%s” is typed as it is seen', (typed, shown) => {
  expect(isTypedAs(typed, shown)).toBe(true);
});

it('tells other texts apart', () => {
  expect(isTypedAs('acme', 'Acme')).toBe(false);
  expect(isTypedAs('Twospaces', 'Two spaces')).toBe(false);
  expect(isTypedAs('', 'Acme')).toBe(false);
});
