// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { parentCrumbs } from './parent-crumbs.ts';

const CUSTOMER = 'c1c1c1c1-0000-11f1-8000-000000000001';
const LIBRARY = { to: '/widgets-bundles', icon: 'widgets', label: 'widgetLibrary.library' };
const TENANT = 'd1d1d1d1-0000-11f1-8000-000000000001';

describe('the crumbs before that of the page', () => {
  it('are the pages and the entities that its address begins with', () => {
    expect(parentCrumbs(`/customers/${CUSTOMER}/dashboards/d1`)).toEqual([
      { to: '/customers', icon: 'customers', label: 'customer.customers' },
      { to: `/customers/${CUSTOMER}`, icon: undefined, entity: { path: '/customers', id: CUSTOMER } },
      { to: `/customers/${CUSTOMER}/dashboards`, icon: undefined, label: 'dashboard.dashboards' },
    ]);
    expect(parentCrumbs('/dashboards/d1').map(({ to }) => to)).toEqual(['/dashboards']);
    expect(parentCrumbs(`/tenants/${TENANT}/users/u1`).map(({ to }) => to)).toEqual(['/tenants', `/tenants/${TENANT}`]);
  });

  it('take nothing for an entity that is not one', () => {
    expect(parentCrumbs('/ruleChains/ruleChain/import').map(({ to }) => to)).toEqual(['/ruleChains']);
    expect(parentCrumbs(`/ruleChains/details/${CUSTOMER}`)).toEqual([]);
    const ofTemplates = (path: string) => parentCrumbs(`/edgeManagement/ruleChains/${path}`).map(({ to }) => to);
    expect(ofTemplates('ruleChain/import')).toEqual(['/edgeManagement', '/edgeManagement/ruleChains']);
    expect(ofTemplates(`details/${CUSTOMER}`)).toEqual(['/edgeManagement']);
    expect(parentCrumbs('/ruleChains/details')).toEqual([]);
    expect(parentCrumbs(`/edgeInstances/${TENANT}/ruleChains/details/${CUSTOMER}`).map(({ to }) => to)).toEqual([
      '/edgeInstances',
      `/edgeInstances/${TENANT}`,
      `/edgeInstances/${TENANT}/ruleChains`,
    ]);
  });

  it('leave out entities of which nobody knows the name', () => {
    expect(parentCrumbs(`/widgets-bundles/${CUSTOMER}/widgetTypes`)).toEqual([LIBRARY]);
  });

  it('name what the page above is about, not what kind of page it is', () => {
    const bundle = { to: `/widgets-bundles/${CUSTOMER}/widgetTypes`, icon: undefined, read: expect.any(Function) };
    expect(parentCrumbs(`/widgets-bundles/${CUSTOMER}/widgetTypes/${TENANT}`)).toEqual([LIBRARY, bundle]);
    expect(parentCrumbs(`/widgets-bundles/${CUSTOMER}/widgetTypes/add/latest`)).toEqual([LIBRARY, bundle]);
  });

  it('are none where the page itself is the first one, also with an entity open', () => {
    expect(parentCrumbs('/home')).toEqual([]);
    expect(parentCrumbs('/devices/d1')).toEqual([]);
  });
});
