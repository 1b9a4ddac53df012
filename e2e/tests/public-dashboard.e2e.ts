import { beforeAll, describe, expect, it } from 'vitest';
import { TENANT } from '../harness/api.ts';
import { signIn } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createDashboard, createDevice, describeWidget, singleDevice } from '../harness/objects.ts';
import { visit } from '../harness/visit.ts';

const ALIAS = 'c1a5a3f0-1f4e-4d3c-9a57-1b2c3d4e5f60';
const FIRST = '5d1c1c9e-8f3b-4a55-9a0e-6f1e2d3c4b5a';
const SECOND = '7d1c1c9e-8f3b-4a55-9a0e-6f1e2d3c4b5b';
const stamp = Date.now();
const title = `Quay ${stamp}`;

let id: string;
let publicId: string;

setUpConsole({ user: null });
beforeAll(async () => {
  const device = await createDevice(api, `Quay ${stamp}`);
  await api.post(`/api/customer/public/device/${device.id}`);
  const card = { bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest' } as const;
  const widgetOf = (name: string) => describeWidget(card, name, ALIAS, [{ name }]);
  const layoutOf = (widget: string) => ({
    widgets: { [widget]: { sizeX: 6, sizeY: 5, row: 0, col: 0 } },
    gridSettings: {},
  });
  id = await createDashboard(
    api,
    title,
    { [FIRST]: widgetOf('tide'), [SECOND]: widgetOf('wind') },
    [{ id: ALIAS, alias: 'Device', filter: singleDevice(device.id) }],
    {
      states: {
        default: { name: 'Overview', root: true, layouts: { main: layoutOf(FIRST) } },
        weather: { name: 'Weather', root: false, layouts: { main: layoutOf(SECOND) } },
      },
    },
  );
  const shared = await api.post<{ assignedCustomers: { customerId: { id: string }; public: boolean }[] }>(
    `/api/customer/public/dashboard/${id}`,
  );
  publicId = shared.assignedCustomers.find((customer) => customer.public)?.customerId.id ?? '';
});

const link = (more = '') => `/dashboard/${id}?publicId=${publicId}${more}`;
const widget = (name: string) => page.getByText(name, { exact: true }).first();
const toolbar = () => page.getByRole('toolbar');
const menu = () => page.getByRole('navigation', { name: 'Main menu' });
/** The state of a dashboard as the address has it. */
const stateOf = (name: string) => `&state=${encodeURIComponent(btoa(JSON.stringify([{ id: name, params: {} }])))}`;

describe('a public dashboard', () => {
  it('fills the window, with its title and its toolbar, and without menu, user menu or other dashboards', async () => {
    await page.goto(link());
    await widget('tide').waitFor();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await expect.poll(() => toolbar().count()).toBe(1);
    await expect.poll(() => menu().count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'User menu' }).count()).toBe(0);
    await expect.poll(() => page.getByTitle('Switch to another dashboard').count()).toBe(0);
  });

  it('has no toolbar with hideToolbar', async () => {
    await page.goto(link('&hideToolbar=true'));
    await widget('tide').waitFor();
    await expect.poll(() => toolbar().count()).toBe(0);
    await page.goto(link('&hideToolbar=false'));
    await toolbar().waitFor();
  });

  it('leaves title and ways out to the page around it with embedded', async () => {
    await page.goto(link('&embedded=true'));
    await widget('tide').waitFor();
    await expect.poll(() => page.getByRole('heading', { name: title, level: 1 }).count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Open in the console' }).count()).toBe(0);
  });

  it('opens the state of the address', async () => {
    await page.goto(link(stateOf('weather')));
    await widget('wind').waitFor();
    await expect.poll(() => widget('tide').count()).toBe(0);
  });

  it('is loaded again when reload changes, and the public id stays', async () => {
    await page.goto(link('&reload=1'));
    await widget('tide').waitFor();
    const read = page.waitForResponse((reply) => reply.url().includes(`/api/dashboard/${id}`));
    await page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, link('&reload=2'));
    expect((await read).ok()).toBe(true);
    await widget('tide').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('publicId')).toBe(publicId);
  });

  it('opens in the same way under /dashboards, whose shell is only for those who are signed in', async () => {
    await page.goto(`/dashboards/${id}?publicId=${publicId}`);
    await widget('tide').waitFor();
    await expect.poll(() => menu().count()).toBe(0);
    const own = await openPage({ user: null });
    await signIn(own, TENANT.email, TENANT.password);
    await own.goto(`/dashboards/${id}`);
    await own.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await own.goto(`/dashboard/${id}`);
    await own.getByText('tide', { exact: true }).first().waitFor();
    await expect.poll(() => own.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0);
    await own.getByRole('button', { name: 'Picture and PDF' }).click();
    await own.getByRole('menuitem', { name: 'Picture of the dashboard' }).waitFor();
    await own.keyboard.press('Escape');
    // It is edited there only where the address asks for that.
    await expect.poll(() => own.getByRole('button', { name: 'Edit the dashboard' }).count()).toBe(0);
    await visit(own, `/dashboard/${id}?edit=true`);
    await own.getByRole('button', { name: 'Edit the dashboard' }).waitFor();
    await own.getByRole('button', { name: 'Open in the console' }).click();
    await own.getByRole('navigation', { name: 'Main menu' }).waitFor();
  });

  it('finds other dashboards by name for those who are signed in, page by page', async () => {
    const own = await openPage({ viewport: { width: 1440, height: 900 } });
    const logo = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
    const settings = { toolbarAlwaysOpen: false, showDashboardLogo: true, dashboardLogoUrl: logo, showTitle: true };
    const closed = await createDashboard(api, `Closed harbour ${stamp}`, {}, [], { settings });
    await own.goto(`/dashboard/${closed}`);
    const tools = own.getByRole('toolbar', { name: 'Dashboard tools' });
    const show = own.getByRole('button', { name: 'Show the dashboard tools' });
    await show.waitFor();
    await expect.poll(() => tools.count()).toBe(0);
    await show.click();
    await tools.locator(`img[src="${logo}"]`).waitFor({ state: 'attached' });
    await tools.getByRole('button', { name: 'Hide the dashboard tools' }).click();
    await show.waitFor();
    const other = `Zz harbour ${stamp}`;
    await createDashboard(api, other, {}, []);
    await own.goto(`/dashboards/${id}`);
    await own.getByTitle('Switch to another dashboard').click();
    const picker = own.getByRole('dialog', { name: 'Switch to another dashboard' });
    await own.getByRole('option').first().waitFor();
    await picker.getByRole('combobox').fill(`Zz harbour ${stamp}`);
    await own.getByRole('option', { name: other }).click();
    await own.waitForURL((url) => !url.pathname.endsWith(id) && url.pathname.startsWith('/dashboards/'));
    await own.getByTitle('Switch to another dashboard').getByText(other).waitFor();
  });
});
