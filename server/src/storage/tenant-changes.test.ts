import { expect, it } from 'vitest';
import { createTenantChanges } from './tenant-changes.ts';

it('tells the changes of each tenant apart', () => {
  const changes = createTenantChanges();
  const before = changes.of('factory');
  changes.note('farm');
  expect(changes.of('factory')).toBe(before);
  changes.note('factory');
  expect(changes.of('factory')).not.toBe(before);
});

it('never takes a tenant for unchanged that it remembers no more', () => {
  const changes = createTenantChanges(2);
  const states = new Set<number>();
  const tenants = ['one', 'two', 'three', 'four'];
  for (let round = 0; round < 3; round++) {
    for (const tenant of tenants) {
      const before = changes.of(tenant);
      changes.note(tenant);
      expect(changes.of(tenant)).not.toBe(before);
      states.add(changes.of(tenant));
    }
  }
  expect(states.size).toBe(12);
});

it('remembers no more tenants than it may', () => {
  const changes = createTenantChanges(2);
  changes.note('one');
  const known = changes.of('one');
  changes.note('two');
  // Its last change is the last of those that are forgotten: nothing that was read since is outdated.
  changes.note('three');
  expect(changes.of('one')).toBe(known);
  expect(changes.of('never changed')).toBe(known);
  changes.note('four');
  expect(changes.of('one')).not.toBe(known);
});
