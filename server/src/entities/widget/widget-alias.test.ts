import { expect, it } from 'vitest';
import { freeAlias } from './widget-alias.ts';

it.each([
  [null, 'My  widgets!', [], 'my_widgets_'],
  ['', 'Насос 2', [], '_2'],
  ['given', 'My widgets', [], 'given'],
  [null, 'Cards', ['cards'], 'cards2'],
  ['cards', 'Other', ['cards', 'cards2'], 'cards3'],
])('the alias %j of %j among %j is %s', (wanted, name, taken, alias) => {
  expect(freeAlias(wanted, name, new Set(taken))).toBe(alias);
});

it('leaves room for the number', () => {
  const long = 'x'.repeat(255);
  expect(freeAlias(long, '', new Set([long]))).toBe(`${'x'.repeat(254)}2`);
});
