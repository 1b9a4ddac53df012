// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { MENU_GROUPS, type MenuEntry } from '../app/page-manifest.ts';
import type { MenuItem } from '../app/pages.ts';
import { startTranslations } from '../i18n/i18n.ts';
import { SideMenu } from './side-menu.tsx';

startTranslations();
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const entry = (name: string, path: string): MenuEntry => ({
  name,
  path,
  icon: 'home',
  authorities: ['SYS_ADMIN'],
  menu: 'main',
  order: 0,
});
const items: MenuItem[] = [
  { entry: entry('home.home', '/home') },
  { group: MENU_GROUPS.settings, entries: [entry('tenant.tenants', '/settings/general')] },
];

async function menuAt(path: string) {
  const place = document.createElement('div');
  await act(() =>
    createRoot(place).render(
      <MemoryRouter initialEntries={[path]}>
        <SideMenu items={items} />
      </MemoryRouter>,
    ),
  );
  const button = place.querySelector('button') as HTMLButtonElement;
  const members = place.querySelector('ul ul') as HTMLElement;
  return { place, button, members };
}

it('a group of the menu is open while one of its pages is, and when somebody opens it', async () => {
  const closed = await menuAt('/home');
  expect(closed.button.textContent).toBe('Settings');
  expect([closed.members.hidden, closed.button.getAttribute('aria-expanded')]).toEqual([true, 'false']);
  await act(() => closed.button.click());
  expect([closed.members.hidden, closed.button.getAttribute('aria-expanded')]).toEqual([false, 'true']);
  await act(() => closed.button.click());
  expect(closed.members.hidden).toBe(true);

  const open = await menuAt('/settings/general');
  expect(open.members.hidden).toBe(false);
  expect(open.members.querySelector('a.active')?.getAttribute('href')).toBe('/settings/general');
});
