import { expect, it } from 'vitest';
import { branchBelow, branchesFor } from './edge-branches.ts';

const draw = ({ id, name }: { id: string; name: string }) => ({ key: id, text: name, below: 'none' as const });

it('rule chains of an edge are shown to administrators', () => {
  expect(branchesFor('TENANT_ADMIN')).toContain('RULE_CHAIN');
  expect(branchesFor('CUSTOMER_USER')).toEqual(['ASSET', 'DEVICE', 'ENTITY_VIEW', 'DASHBOARD']);
});

it('a branch shows what has been read, and how much more there is', () => {
  const items = [{ id: '1', name: 'One' }];
  expect(branchBelow(undefined, false, draw)).toBe('closed');
  expect(branchBelow(undefined, true, draw)).toMatchObject({ state: 'loading', children: [], more: 0 });
  expect(branchBelow({ items: [], total: 0, state: 'ready' }, true, draw)).toBe('none');
  expect(branchBelow({ items, total: 3, state: 'ready' }, true, draw)).toMatchObject({
    children: [{ key: '1', text: 'One' }],
    more: 2,
  });
  expect(branchBelow({ items: [], total: 0, state: 'failed', error: 'why' }, true, draw)).toMatchObject({
    state: 'failed',
    error: 'why',
  });
});
