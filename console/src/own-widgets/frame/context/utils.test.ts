import { expect, it } from 'vitest';
import { createUtils } from './utils.ts';

it('copies of objects have other lists and objects in them, and the same functions', () => {
  const { deepClone } = createUtils(String);
  const run = () => 1;
  const time = new Date(7);
  const settings: Record<string, unknown> = { list: [{ a: 1 }], run, time, none: null };
  settings.itself = settings;
  const copy = deepClone(settings) as typeof settings;
  expect(copy).toEqual(settings);
  expect(copy.run).toBe(run);
  expect(copy.itself).toBe(copy);
  for (const name of ['list', 'time']) expect(copy[name]).not.toBe(settings[name]);
});
