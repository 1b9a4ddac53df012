import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, PHONE } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createDashboard, createUser, describeWidget, type WidgetKind } from '../harness/objects.ts';

const SITE = '0b6f9a54-5f2e-4d30-8a27-0000000000e1';
const EDGE = '0b6f9a54-5f2e-4d30-8a27-0000000000e2';
const RUN = `Tree ${Date.now()}`;
const USER = { email: `tree-${Date.now()}@signalbox.local`, password: 'long-enough' };
const CARDS: WidgetKind = { bundleAlias: 'cards', typeAlias: 'entities_hierarchy', type: 'latest' };
const OVERVIEW: WidgetKind = { bundleAlias: 'edge_widgets', typeAlias: 'edges_overview', type: 'latest' };
let dashboardId: string;
let pumpId: string;

interface Made {
  id: { entityType: string; id: string };
}

const part = (title: string, of = page) => of.getByRole('region', { name: title, exact: true });
const item = (title: string, name: string | RegExp, of = page) =>
  part(title, of).getByRole('treeitem', { name, exact: true });
const focusedText = () => page.evaluate(() => document.activeElement?.textContent ?? '');
const send = (warm: number) => api.post(`/api/plugins/telemetry/DEVICE/${pumpId}/timeseries/ANY`, { warm });

setUpConsole({ sharePage: true });

beforeAll(async () => {
  const customer = await api.post<Made>('/api/customer', { title: `${RUN} customer` });
  await createUser(api, { email: USER.email, authority: 'CUSTOMER_USER', customerId: customer.id }, USER.password);
  const asset = (name: string) => api.post<Made>('/api/asset', { name: `${RUN} ${name}`, type: 'place' });
  const [site, hall, yard] = [await asset('site'), await asset('hall'), await asset('yard')];
  const pump = await api.post<Made>('/api/device', { name: `${RUN} pump`, type: 'default' });
  pumpId = pump.id.id;
  await send(20);
  const contains = (from: Made, to: Made) => api.post('/api/relation', { from: from.id, to: to.id, type: 'Contains' });
  await contains(site, hall);
  await contains(site, yard);
  await contains(hall, pump);
  // Back to where it began.
  await contains(hall, site);

  const edge = await api.post<Made>('/api/edge', {
    name: `${RUN} edge`,
    type: 'default',
    routingKey: crypto.randomUUID(),
    secret: crypto.randomUUID(),
    edgeLicenseKey: 'license',
    cloudEndpoint: 'https://cloud.example',
    customerId: customer.id,
  });
  await api.post(`/api/edge/${edge.id.id}/asset/${hall.id.id}`);
  for (const index of Array.from({ length: 3 }, (_, at) => at)) {
    const device = await api.post<Made>('/api/device', { name: `${RUN} meter ${index}`, type: 'default' });
    await api.post(`/api/edge/${edge.id.id}/device/${device.id.id}`);
  }

  const keys = [{ name: 'warm', label: 'warm' }];
  const one = (id: string, alias: string, { id: singleEntity }: Made) => ({
    ...{ id, alias },
    filter: { type: 'singleEntity', resolveMultiple: false, singleEntity },
  });
  const settings = {
    nodeTextFunction: `return nodeCtx.entity.name.replace('${RUN} ', '') + (nodeCtx.data.warm ? ' ' + nodeCtx.data.warm : '');`,
    nodeDisabledFunction: "return nodeCtx.entity.name.endsWith('yard');",
    nodeIconFunction: "return nodeCtx.level === 1 ? { materialIcon: 'home' } : 'default';",
    nodeOpenedFunction: 'return nodeCtx.level < 2;',
  };
  const failing = { nodeRelationQueryFunction: 'return nodeCtx.absent.member;' };
  const open = {
    ...{ id: 'open', name: 'Open', icon: 'more_horiz', type: 'updateDashboardState', setEntityId: true },
    ...{ targetDashboardStateId: 'default', stateEntityParamName: null },
  };
  dashboardId = await createDashboard(
    api,
    `${RUN} dashboard`,
    {
      places: describeWidget(CARDS, 'Places', SITE, keys, { settings, actions: { nodeSelected: [open] } }),
      plain: describeWidget(CARDS, 'Plain', SITE, []),
      failing: describeWidget(CARDS, 'Failing', SITE, [], { settings: failing }),
      edge: describeWidget(OVERVIEW, 'Own title', EDGE, [], { settings: { enableDefaultTitle: false } }),
      named: describeWidget(OVERVIEW, 'Never shown', EDGE, []),
    },
    [one(SITE, 'Site', site), one(EDGE, 'Edge', edge)],
  );
  await api.post(`/api/customer/${customer.id.id}/dashboard/${dashboardId}`, {});
  await page.goto(`/dashboards/${dashboardId}`);
});

describe('a hierarchy of entities', () => {
  it('opens level by level, with texts that follow their values', async () => {
    const hall = item('Places', 'hall');
    await hall.waitFor();
    await expect.poll(() => hall.getAttribute('aria-expanded')).toBe('false');
    await hall.locator('.tree-toggle').click();
    await item('Places', 'pump 20').waitFor();
    await send(23);
    await item('Places', 'pump 23').waitFor();
    // The site is in its own hall: it cannot be opened there.
    const again = part('Places').getByRole('treeitem', { name: /^site/ }).nth(1);
    await expect.poll(() => again.getAttribute('aria-level')).toBe('3');
    await expect.poll(() => again.getAttribute('aria-expanded')).toBeNull();
    await expect.poll(() => item('Places', 'yard').getAttribute('aria-disabled')).toBe('true');
  });

  it('has all keys of a tree', async () => {
    await item('Places', 'site').focus();
    for (const [key, text] of [
      ['ArrowDown', 'hall'],
      ['ArrowRight', /^site/],
      ['ArrowLeft', 'hall'],
      ['End', 'yard'],
      ['Home', 'site'],
      ['h', 'hall'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(focusedText).toMatch(text);
    }
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => item('Places', 'hall').getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('ArrowRight');
    await item('Places', 'pump 23').waitFor();
  });

  it('runs its action for the node that is chosen', async () => {
    const entries = () => page.evaluate(() => window.history.length);
    const before = await entries();
    await item('Places', 'pump 23').click();
    await expect.poll(() => item('Places', 'pump 23').getAttribute('aria-selected')).toBe('true');
    await page.waitForURL((url) => {
      const state = url.searchParams.get('state') ?? '';
      return Buffer.from(decodeURIComponent(state), 'base64').toString().includes(pumpId);
    });
    // The state is the same, so Back leads to the page before.
    await expect.poll(entries).toBe(before);
  });

  it('searches in what is open', async () => {
    await part('Places').getByRole('button', { name: 'Search' }).click();
    await part('Places').getByRole('textbox', { name: 'Search' }).fill('pum');
    await part('Places').getByText('1 match in what is open').waitFor();
    await item('Places', 'yard').waitFor({ state: 'detached' });
    await item('Places', 'pump 23').waitFor();
    await part('Places').getByRole('button', { name: 'Close the search' }).click();
    await item('Places', 'yard').waitFor();
  });

  it('opens four levels without settings, and says what failed', async () => {
    await item('Plain', `${RUN} pump`).waitFor();
    await item('Failing', /^Could not be read: .*member.*Try again$/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

describe('the overview of an edge', () => {
  it('has the name of the edge as its title, or its own', async () => {
    await part(`${RUN} edge`)
      .getByRole('tree', { name: `On ${RUN} edge` })
      .waitFor();
    await item('Own title', 'Devices 3').waitFor();
    await item('Own title', 'Assets 1').waitFor();
    await item('Own title', /^Rule chains/).waitFor();
  });

  it('leads to what is on it', async () => {
    await item('Own title', 'Devices 3').click();
    await item('Own title', `${RUN} meter 2`).waitFor();
    await item('Own title', 'Assets 1').focus();
    await page.keyboard.press('ArrowRight');
    await item('Own title', `${RUN} hall`).waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(focusedText).toBe(`${RUN} hall`);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/assets\//);
  });

  it('shows no rule chains to customers, and says which branch failed', async () => {
    const phone = await openPage({ user: USER, viewport: PHONE });
    let fails = true;
    await phone.route('**/api/edge/*/assets?**', (route) =>
      fails ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    );
    await phone.goto(`/dashboards/${dashboardId}`);
    // What is far from the screen is not drawn.
    await part('Own title', phone).scrollIntoViewIfNeeded();
    await item('Own title', 'Assets could not be read', phone).click();
    fails = false;
    await item('Own title', /Try again$/, phone).click();
    await item('Own title', /^Assets \d/, phone).waitFor();
    await expect.poll(() => item('Own title', /^Rule chains/, phone).all()).toEqual([]);
    expect(await accessibilityViolations(phone)).toEqual([]);
  });
});
