import { expect, it } from 'vitest';
import { createDeletedTenants } from './deleted-tenants.ts';
import { createSlowWalks } from './slow-walks.ts';

it('remembers which walks took long, of each tenant, whatever others walk', () => {
  const deletedTenants = createDeletedTenants();
  const walks = createSlowWalks(deletedTenants, 30);
  walks.note('one', 'slow', 50);
  walks.note('one', 'quick', 20);
  for (let at = 0; at < 2_000; at++) walks.note('busy', `list ${at}`, 50);
  expect([walks.took('one', 'slow'), walks.has('one', 'slow')]).toEqual([50, true]);
  expect([walks.took('one', 'quick'), walks.has('one', 'quick')]).toEqual([undefined, false]);
  expect(walks.has('other', 'slow')).toBe(false);
  deletedTenants.note('one');
  expect([walks.took('one', 'slow'), walks.has('one', 'slow')]).toEqual([undefined, false]);
});
