import { expect, it } from 'vitest';
import { createRestCalls } from './rest-calls.ts';

it('keeps calls of tenants apart that have the same id', async () => {
  const calls = createRestCalls();
  const expirationTime = Date.now() + 60_000;
  const one = calls.wait('one', 'id', expirationTime);
  const other = calls.wait('other', 'id', expirationTime);
  expect(calls.wait('one', 'id', expirationTime)).toBeUndefined();
  calls.settle('other', 'id', { response: 'of the other' });
  calls.settle('one', 'id', { response: 'of the one' });
  expect([await one, await other]).toEqual([{ response: 'of the one' }, { response: 'of the other' }]);
});
