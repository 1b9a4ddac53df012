import { expect, it, vi } from 'vitest';
import { createDeletedTenants } from './deleted-tenants.ts';

it('tells all who remember something of tenants, and knows those that were deleted last', () => {
  const deletedTenants = createDeletedTenants(2);
  const [one, other] = [vi.fn(), vi.fn()];
  deletedTenants.subscribe(one);
  deletedTenants.subscribe(other);
  for (const tenant of ['first', 'second', 'third']) deletedTenants.note(tenant);
  for (const told of [one, other]) expect(told.mock.calls).toEqual([['first'], ['second'], ['third']]);
  expect(['first', 'second', 'third', 'never'].map(deletedTenants.has)).toEqual([false, true, true, false]);
});
