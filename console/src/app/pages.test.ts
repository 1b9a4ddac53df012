import { describe, expect, it } from 'vitest';
import { loadedWith, readSources } from '../../test/source-graph.ts';
import { menuOf, PAGE_ROUTES } from './pages.ts';

/** The side menus of the specification (§2), groups left out, and the users of a tenant behind its customers. */
const SPECIFIED = {
  SYS_ADMIN: ['/home', '/tenants', '/tenantProfiles', '/widgets-bundles'],
  TENANT_ADMIN: [
    '/home',
    '/ruleChains',
    '/customers',
    '/users',
    '/assets',
    '/devices',
    '/deviceProfiles',
    '/otaUpdates',
    '/entityViews',
    '/edgeInstances',
    '/widgets-bundles',
    '/dashboards',
    '/auditLogs',
    '/usage',
  ],
  CUSTOMER_USER: ['/home', '/assets', '/devices', '/entityViews', '/edgeInstances', '/dashboards'],
};

describe('the pages of the console', () => {
  it('stand in the menus in the order of the specification', () => {
    for (const [authority, places] of Object.entries(SPECIFIED)) {
      const menu = menuOf(authority).map(({ path }) => path);
      expect(menu).toEqual(places.filter((place) => menu.includes(place)));
    }
    expect(menuOf('SYS_ADMIN', 'user').map(({ path }) => path)).toEqual(['/profile']);
    expect(menuOf('ANONYMOUS')).toEqual([]);
  });

  it('are where their menu entries lead, for everybody who is offered them', () => {
    const lost = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'].flatMap((authority) =>
      [...menuOf(authority), ...menuOf(authority, 'user')].filter(
        ({ path }) =>
          !PAGE_ROUTES.some(
            (route) =>
              `/${route.path.split('/:')[0]}` === path &&
              (route.authorities?.some((allowed) => allowed === authority) ?? true),
          ),
      ),
    );
    expect(lost).toEqual([]);
  });

  it('put nothing but their manifests and names into the first load', () => {
    const first = [...loadedWith(readSources(), 'app/main.tsx')];
    expect(
      first.filter((file) => file.startsWith('pages/') && !/\/(manifest\.ts|names\/en_US\.json)$/.test(file)),
    ).toEqual([]);
    expect(first.filter((file) => /^(entity-page|dashboard|widgets|time-window|shell)\//.test(file))).toEqual([]);
  });
});
