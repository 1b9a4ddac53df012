// biome-ignore-all lint/suspicious/noTemplateCurlyInString: dashboards name variables this way
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityViolations, DESKTOP, PHONE } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { mosquittoPublish } from '../harness/mosquitto.ts';
import { createDashboard, createDevice, createUser, describeWidget, type TestDevice } from '../harness/objects.ts';

const ONE = '0b6f9a54-5f2e-4d30-8a27-000000000001';
const ALL = '0b6f9a54-5f2e-4d30-8a27-000000000002';
const STATE = '0b6f9a54-5f2e-4d30-8a27-000000000003';
const server = inject('server');
let dashboardId: string;
const devices: TestDevice[] = [];

function card(typeAlias: string, title: string, entityAliasId: string, config: object = {}) {
  return describeWidget(
    { bundleAlias: 'cards', typeAlias, type: 'latest' },
    title,
    entityAliasId,
    [{ name: 'level' }],
    config,
  );
}

function state(name: string, root: boolean, ...ids: string[]) {
  const widgets = Object.fromEntries(ids.map((id, index) => [id, { sizeX: 8, sizeY: 8, row: 0, col: index * 8 }]));
  return { name, root, layouts: { main: { widgets, gridSettings: {} } } };
}

setUpConsole({ sharePage: true });
beforeAll(async () => {
  for (const [name, level] of [
    ['Viewed tank north', 30],
    ['Viewed tank south', 70],
  ] as const) {
    const device = await createDevice(api, name);
    devices.push(device);
    await mosquittoPublish(server.mqttPort, device.accessToken, 'v1/devices/me/telemetry', { level });
  }
  const open = { type: 'openDashboardState', targetDashboardStateId: 'inside', setEntityId: true };
  const all = { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'Viewed tank ' };
  const widgets = {
    card: card('markdown_card', 'The tank', ONE, {
      settings: {
        markdownTextPattern:
          '## ${entityName}\n\n<b>${level}</b> per cent <img src="x" alt="" onerror="window.hurt = 1">\n\n<button-act name="go">Go inside</button-act>',
      },
      actions: { elementClick: [{ id: '1', name: 'go', ...open }] },
    }),
    table: card('entities_table', 'All tanks', ALL, {
      actions: {
        actionCellButton: [
          {
            id: '2',
            name: 'Look inside',
            icon: 'travel_explore',
            ...open,
            openInSeparateDialog: true,
            dialogTitle: 'Inside ${entityName}',
          },
          {
            id: '3',
            name: 'Empty it',
            icon: 'delete',
            ...open,
            useShowWidgetActionFunction: true,
            showWidgetActionFunction: 'return data.level > 50;',
          },
        ],
      },
    }),
    single: card('entities_table', 'One tank of many', ONE),
    inside: card('simple_card', 'Level of ${entityName}', STATE),
  };
  const states = {
    default: state('Tanks', true, 'card', 'table', 'single'),
    inside: state('${entityName}', false, 'inside'),
  };
  const aliases = [
    { id: ONE, alias: 'Tank', filter: { ...all, resolveMultiple: false } },
    { id: ALL, alias: 'Tanks', filter: { ...all, resolveMultiple: true } },
    { id: STATE, alias: 'Opened', filter: { type: 'stateEntity', resolveMultiple: false } },
  ];
  const settings = { showTitle: true, titleColor: '#7a1fa2', showUpdateDashboardImage: false };
  dashboardId = await createDashboard(api, 'Tanks', widgets, aliases, { states, settings });
});

describe('viewing a dashboard', () => {
  it('shows the entity the viewer picks, also after a reload', async () => {
    await page.goto(`/dashboards/${dashboardId}`);
    const card = page.getByRole('region', { name: 'The tank' });
    await card.getByRole('heading', { name: 'Viewed tank south' }).waitFor();
    // An alias for one entity is the newest that its filter finds, in tables too.
    const single = page.getByRole('region', { name: 'One tank of many' });
    await single.getByText('Viewed tank south').waitFor();
    await expect.poll(() => single.getByText('Viewed tank').count()).toBe(1);
    await page.getByRole('button', { name: /^Tank: / }).click();
    const present = page.getByRole('option', { name: 'Viewed tank south' });
    await expect.poll(() => present.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await card.getByRole('heading', { name: 'Viewed tank north' }).waitFor();
    await single.getByText('Viewed tank north').waitFor();
    await expect.poll(() => single.getByText('Viewed tank').count()).toBe(1);
    await page.reload();
    await card.getByRole('heading', { name: 'Viewed tank north' }).waitFor();
    await page.getByRole('button', { name: 'Tank: Viewed tank north' }).waitFor();
    const title = page.getByRole('heading', { name: 'Tanks', level: 1 });
    await expect.poll(() => title.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(122, 31, 162)');
    await page.getByRole('button', { name: 'Picture and PDF' }).click();
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual(['Save as a picture or PDF', 'Reports by mail…']);
    await page.keyboard.press('Escape');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('shows no others while the entity of an alias cannot be read', async () => {
    const url = '**/api/entitiesQuery/find';
    await page.route(url, (route) => route.abort());
    await page.goto(`/dashboards/${dashboardId}`);
    await page.getByRole('region', { name: 'All tanks' }).getByText('Viewed tank north').waitFor();
    const single = page.getByRole('region', { name: 'One tank of many' });
    await expect.poll(() => single.getByText('Viewed tank').count()).toBe(0);
    await page.unroute(url);
    await single.getByText('Viewed tank south').waitFor();
    await expect.poll(() => single.getByText('Viewed tank').count()).toBe(1);
    await page.goto(`/dashboards/${dashboardId}`);
    await page.getByRole('button', { name: /^Tank: / }).click();
    await page.getByRole('option', { name: 'Viewed tank north' }).click();
    await single.getByText('Viewed tank north').waitFor();
  });

  it('shows custom markup without running it', async () => {
    const card = page.getByRole('region', { name: 'The tank' });
    await card.locator('b', { hasText: '30' }).waitFor();
    await expect.poll(() => card.locator('img').getAttribute('onerror')).toBeNull();
    await expect.poll(() => page.evaluate(() => 'hurt' in window)).toBe(false);
  });

  it('opens a state in a dialog for the clicked row', async () => {
    const before = page.url();
    await page.getByRole('button', { name: 'Look inside: Viewed tank south' }).click();
    const dialog = page.getByRole('dialog', { name: 'Inside Viewed tank south' });
    await dialog.getByRole('region', { name: 'Level of Viewed tank south' }).getByText('70').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await expect.poll(() => page.url()).toBe(before);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('offers an action only where its condition is true', async () => {
    await page.getByRole('button', { name: 'Empty it: Viewed tank south' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Empty it: Viewed tank north' }).count()).toBe(0);
  });

  it('opens another state from its markup, and from a link that has only the id of the entity', async () => {
    const crumbs = page.getByRole('navigation', { name: 'States of the dashboard' });
    const level = (name: string) => page.getByRole('region', { name: `Level of Viewed tank ${name}` });
    await page.getByRole('button', { name: 'Go inside' }).click();
    await level('north').getByText('30').waitFor();
    await page.getByRole('button', { name: 'Opened: Viewed tank north' }).click();
    const choice = page.getByRole('dialog', { name: 'Choose what “Opened” shows' });
    await choice.getByRole('combobox').fill('Viewed tank south');
    await page.getByRole('option', { name: 'Viewed tank south' }).click();
    await level('south').getByText('70').waitFor();
    // What was picked ends with the state.
    await crumbs.getByRole('button', { name: 'Tanks' }).click();
    await page.getByRole('button', { name: 'Go inside' }).click();
    await level('north').getByText('30').waitFor();
    const steps = [{ id: 'default', params: {} }];
    const south = { id: 'inside', params: { entityId: { entityType: 'DEVICE', id: devices[1]?.id } } };
    const text = encodeURIComponent(Buffer.from(JSON.stringify([...steps, south])).toString('base64'));
    await page.goto(`/dashboards/${dashboardId}?state=${encodeURIComponent(text)}`);
    await crumbs.getByText('Viewed tank south').waitFor();
    // On a phone the way through the states is a menu.
    const { width, height } = page.viewportSize() ?? DESKTOP;
    await page.setViewportSize(PHONE);
    await page.getByTitle('States of the dashboard').click();
    await page.getByRole('menuitem', { name: 'Tanks' }).click();
    await page.getByRole('region', { name: 'All tanks' }).first().waitFor();
    await page.setViewportSize({ width, height });
    await page.goBack();
    await crumbs.getByRole('button', { name: 'Tanks' }).click();
    await page.getByRole('region', { name: 'All tanks' }).first().waitFor();
  });
});

describe('a user restricted to one dashboard', () => {
  it('sees only that dashboard, and can sign out', async () => {
    const email = 'wall@signalbox.local';
    const { id: customerId } = await api.post<{ id: { id: string } }>('/api/customer', { title: `Wall ${Date.now()}` });
    await api.post(`/api/customer/${customerId.id}/dashboard/${dashboardId}`);
    const user = {
      email,
      authority: 'CUSTOMER_USER',
      customerId,
      additionalInfo: { defaultDashboardId: dashboardId, defaultDashboardFullscreen: true },
    };
    await createUser(api, user, 'on the wall');
    const wall = await openPage({ user: { email, password: 'on the wall' } });
    await wall.goto('/');
    await wall.waitForURL(`**/dashboard/${dashboardId}`);
    await wall.getByRole('region', { name: 'The tank' }).waitFor();
    await expect.poll(() => wall.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0);
    await wall.getByRole('button', { name: 'User menu' }).click();
    await wall.getByRole('menuitem', { name: 'Profile' }).click();
    await wall.getByRole('button', { name: 'Back to the dashboard' }).waitFor();
    await expect.poll(() => wall.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0);
    await wall.getByRole('button', { name: 'Back to the dashboard' }).click();
    await wall.getByRole('button', { name: 'User menu' }).click();
    await wall.getByRole('menuitem', { name: 'Sign out' }).click();
    await wall.waitForURL('**/login');
  });
});
