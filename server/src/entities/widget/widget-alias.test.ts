import { expect, it } from 'vitest';
import { freeAlias, storeWithAlias } from './widget-alias.ts';

it.each([
  [null, 'My  widgets!', [], 'my_widgets_'],
  ['', 'Насос 2', [], '_2'],
  ['given', 'My widgets', [], 'given'],
  [null, 'Cards', ['cards'], 'cards2'],
  ['cards', 'Other', ['cards', 'cards2'], 'cards3'],
])('the alias %j of %j among %j is %s', (wanted, name, taken, alias) => {
  expect(freeAlias(wanted, name, new Set(taken))).toBe(alias);
});

it('is the text that the database makes of it', () => {
  expect(freeAlias('a\ud800', '', new Set())).toBe('a\ufffd');
  expect(freeAlias('a\ud800', '', new Set(['a\ufffd']))).toBe('a\ufffd2');
});

it('cuts no character in half to have room for the number', () => {
  const long = `${'x'.repeat(253)}\ud83d\ude00`;
  expect(freeAlias(long, '', new Set([long]))).toBe(`${'x'.repeat(253)}2`);
});

it('is not looked for without end where the database refuses each that seems free', async () => {
  let attempts = 0;
  const stored = storeWithAlias('some_alias', async () => {
    attempts++;
    throw Object.assign(new Error('taken'), { code: '23505', constraint: 'some_alias' });
  });
  await expect(stored).rejects.toMatchObject({ status: 409 });
  expect(attempts).toBe(50);
});

it('leaves room for the number', () => {
  const long = 'x'.repeat(255);
  expect(freeAlias(long, '', new Set([long]))).toBe(`${'x'.repeat(254)}2`);
});
