import { describe, expect, it } from 'vitest';
import { loadedWith, readSources } from '../../test/source-graph.ts';
import { MENU_GROUPS, type MenuEntry, SECTIONS } from './page-manifest.ts';
import { groupedMenu, menuOf, PAGE_ROUTES } from './pages.ts';

/**
 * The side menus of the specification (§2) with their groups, all alarms behind the home page, and the users of a tenant
 * behind its customers.
 */
const SPECIFIED = {
  SYS_ADMIN: [
    '/home',
    '/tenants',
    '/tenantProfiles',
    '/widgets-bundles',
    {
      '/settings': [
        '/settings/general',
        '/settings/outgoing-mail',
        '/settings/sms-provider',
        '/settings/security-settings',
        '/settings/oauth2',
        '/settings/resources-library',
      ],
    },
  ],
  TENANT_ADMIN: [
    '/home',
    '/alarms',
    '/ruleChains',
    '/setAsideMessages',
    '/recorder',
    '/customers',
    '/users',
    '/assets',
    '/devices',
    '/deviceProfiles',
    '/otaUpdates',
    '/entityViews',
    '/edgeInstances',
    { '/edgeManagement': ['/edgeManagement/ruleChains'] },
    '/widgets-bundles',
    '/dashboards',
    '/auditLogs',
    '/usage',
    { '/settings': ['/settings/home', '/settings/resources-library'] },
  ],
  CUSTOMER_USER: ['/home', '/alarms', '/assets', '/devices', '/entityViews', '/edgeInstances', '/dashboards'],
} as const;

type Place = string | Readonly<Record<string, readonly string[]>>;

/** The menu of an authority as `SPECIFIED` writes it. */
function menuAsWritten(authority: string): Place[] {
  return groupedMenu(menuOf({ authority, edgesSupportEnabled: true })).map((item) =>
    'group' in item ? { [item.group.path]: item.entries.map(({ path }) => path) } : item.entry.path,
  );
}

/** What is left of the specified menu when it has only pages that exist. */
function existingPart(menu: readonly Place[]): Place[] {
  const exists = (path: string) => PAGE_ROUTES.some((route) => `/${route.path.split('/:')[0]}` === path);
  return menu.flatMap((place): Place[] => {
    if (typeof place === 'string') return exists(place) ? [place] : [];
    const [[group, members] = ['', []]] = Object.entries(place);
    const left = members.filter(exists);
    return left.length > 0 ? [{ [group]: left }] : [];
  });
}

const viewer = (authority: string, edgesSupportEnabled = true) => ({ authority, edgesSupportEnabled });

const entry = (path: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  name: path,
  path,
  icon: 'home',
  authorities: ['TENANT_ADMIN'],
  menu: 'main',
  order: 0,
  ...more,
});

describe('the pages of the console', () => {
  it('stand in the menus in the order and the groups of the specification, every one that exists and no other', () => {
    for (const [authority, places] of Object.entries(SPECIFIED)) {
      expect(menuAsWritten(authority)).toEqual(existingPart(places));
      expect(menuOf(viewer(authority), 'user').map(({ path }) => path)).toEqual(['/profile']);
    }
    expect(menuOf(viewer('ANONYMOUS'))).toEqual([]);
  });

  it('are folded into a group where its first entry stands', () => {
    const [home, general, mail, later] = [
      entry('/home'),
      entry('/settings/general', { group: 'settings' }),
      entry('/settings/outgoing-mail', { group: 'settings' }),
      entry('/later'),
    ];
    expect(groupedMenu([home, general, later, mail])).toEqual([
      { entry: home },
      { group: MENU_GROUPS.settings, entries: [general, mail] },
      { entry: later },
    ]);
  });

  it('are listed on the home page, in the sections of the specification', () => {
    const sectionsOf = (authority: string) => {
      const named = menuOf(viewer(authority)).flatMap(({ section }) => section ?? []);
      return SECTIONS.filter((section) => named.includes(section));
    };
    const specified = {
      SYS_ADMIN: ['tenants', 'widgets', 'settings'],
      TENANT_ADMIN: SECTIONS.filter((section) => section !== 'tenants'),
      CUSTOMER_USER: ['assets', 'devices', 'entityViews', 'edges', 'dashboards'],
    } as const;
    for (const [authority, sections] of Object.entries(specified)) {
      const shown = sectionsOf(authority);
      expect(shown).toEqual(sections.filter((section) => (shown as readonly string[]).includes(section)));
      // Everything but home itself is in one of them.
      const loose = menuOf(viewer(authority)).filter(({ section }) => section === undefined);
      expect(loose.map(({ path }) => path)).toEqual(['/home']);
    }
  });

  it('that need edges are offered only where edges are supported', () => {
    const offered = menuOf(viewer('TENANT_ADMIN', false)).map(({ path }) => path);
    expect(offered.filter((path) => path.startsWith('/edge'))).toEqual([]);
  });

  it('are where their menu entries lead, for everybody who is offered them', () => {
    const lost = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'].flatMap((authority) =>
      [...menuOf(viewer(authority)), ...menuOf(viewer(authority), 'user')].filter(
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
