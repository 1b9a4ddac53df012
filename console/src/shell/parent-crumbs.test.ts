// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { parentCrumbs } from './parent-crumbs.ts';

describe('the crumbs before that of the page', () => {
  it('are the pages and the entities that its address begins with', () => {
    expect(parentCrumbs('/customers/c1/dashboards/d1')).toEqual([
      { to: '/customers', icon: 'customers', label: 'customer.customers' },
      { to: '/customers/c1', icon: undefined, entity: { path: '/customers', id: 'c1' } },
      { to: '/customers/c1/dashboards', icon: undefined, label: 'dashboard.dashboards' },
    ]);
    expect(parentCrumbs('/dashboards/d1').map(({ to }) => to)).toEqual(['/dashboards']);
    expect(parentCrumbs('/tenants/t1/users/u1').map(({ to }) => to)).toEqual(['/tenants', '/tenants/t1']);
  });

  it('are none where the page itself is the first one, also with an entity open', () => {
    expect(parentCrumbs('/home')).toEqual([]);
    expect(parentCrumbs('/devices/d1')).toEqual([]);
  });
});
