import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { CUSTOMER } from '../harness/api.ts';
import { accessibilityViolations, DESKTOP, expectNoSidewaysScroll, PHONE } from '../harness/browser.ts';
import { api, openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { exportByButton, importThroughDialog } from '../harness/dashboard-files.ts';
import { mosquittoPublish } from '../harness/mosquitto.ts';
import { createCardDashboard, createDevice, singleDevice, type TestDevice } from '../harness/objects.ts';

const TELEMETRY = 'v1/devices/me/telemetry';
const FIXTURES = path.join(import.meta.dirname, '..', 'fixtures');
const server = inject('server');

interface Listed {
  data: { id: { id: string }; title: string }[];
}

/** Sends rule engine statistics of the last 20 seconds, newest last. */
async function sendStatistics(device: TestDevice): Promise<void> {
  for (let second = 20; second >= 0; second -= 4) {
    await mosquittoPublish(server.mqttPort, device.accessToken, TELEMETRY, {
      ts: Date.now() - second * 1000,
      values: {
        successfulMsgs: 100 + second,
        failedMsgs: second % 3,
        tmpFailed: 1,
        timeoutMsgs: second % 2,
        tmpTimeout: 2,
        ruleEngineException: JSON.stringify({
          ruleChainName: 'Root',
          ruleNodeName: 'Save',
          message: `Failure ${second}`,
        }),
      },
    });
  }
}

describe('imported dashboards', () => {
  setUpConsole({ sharePage: true });

  it.each(['thermostats', 'rule_engine_statistics'])('%s is unchanged after an import and an export', async (name) => {
    const file = path.join(FIXTURES, `${name}.json`);
    await importThroughDialog(page, file);
    expect(await exportByButton(page)).toEqual(JSON.parse(await readFile(file, 'utf8')));
  });

  it('thermostats shows its table, and knows all of its widgets', async () => {
    await importThroughDialog(page, path.join(FIXTURES, 'thermostats.json'));
    await page.getByRole('region', { name: 'Thermostats' }).getByRole('table').waitFor();
    await expect.poll(() => page.getByText('Widget type not found').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('statistics says that nothing matches while there is no data', async () => {
    await importThroughDialog(page, path.join(FIXTURES, 'rule_engine_statistics.json'));
    await page.getByText('Nothing matches yet').nth(2).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('asks for replacements of missing entities', async () => {
    const missing = await createDevice(api, 'Left behind');
    const here = await createDevice(api, 'In its place');
    const source = await createCardDashboard(api, 'From elsewhere', missing, 'level');
    const exported = await api.get<{ configuration: { entityAliases: object } }>(`/api/dashboard/${source}`);
    const BOTH = '2d1c1c9e-8f3b-4a55-9a0e-6f1e2d3c4b5b';
    const filter = { type: 'entityList', entityType: 'DEVICE', entityList: [here.id, missing.id] };
    Object.assign(exported.configuration.entityAliases, { [BOTH]: { id: BOTH, alias: 'Both', filter } });
    await api.delete(`/api/dashboard/${source}`);
    await api.delete(`/api/device/${missing.id}`);
    await page.goto('/dashboards');
    await page.getByRole('button', { name: 'Import dashboard' }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'elsewhere.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(exported)),
    });
    await page.getByRole('region', { name: '2 things it shows are not here' }).waitFor();
    const listed = page.getByRole('combobox', { name: 'Both 2 (Device)' });
    await listed.fill('In its');
    await page.getByRole('option', { name: here.name }).click();
    const field = page.getByRole('combobox', { name: 'Device (Device)' });
    await field.fill('In its');
    await page.getByRole('option', { name: here.name }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('region', { name: 'level' }).first().waitFor();
    const imported = await api.get<{
      configuration: { entityAliases: Record<string, { filter: { entityList: string[] } }> };
    }>(`/api/dashboard/${page.url().split('/').at(-1)}`);
    expect(imported.configuration.entityAliases[BOTH]?.filter.entityList).toEqual([here.id]);
    await mosquittoPublish(server.mqttPort, here.accessToken, 'v1/devices/me/telemetry', { level: 4.2 });
    await page.getByRole('region', { name: 'level' }).getByText('4.2').first().waitFor();
  });

  it('statistics draws its charts and table for a device with the same measurements', {
    timeout: 120_000,
  }, async () => {
    const device = await createDevice(api, 'Statistics of the engine');
    await sendStatistics(device);
    const text = await readFile(path.join(FIXTURES, 'rule_engine_statistics.json'), 'utf8');
    const dashboard = JSON.parse(text) as { title: string; configuration: { entityAliases: Record<string, object> } };
    dashboard.title = 'Statistics of a device';
    for (const alias of Object.values(dashboard.configuration.entityAliases)) {
      Object.assign(alias, { filter: singleDevice(device.id) });
    }
    const saved = await api.post<{ id: { id: string } }>('/api/dashboard', dashboard);
    await page.goto(`/dashboards/${saved.id.id}`);
    await page.getByRole('img', { name: /Chart over time of .*Successful/ }).waitFor();
    await expect.poll(() => page.locator('canvas').count()).toBe(2);
    await page.getByText('Failure 0').first().waitFor();
    await expect.poll(() => page.getByText('Widget error').count()).toBe(0);
  });

  it('causes no errors in the browser', () => {
    expect(pageErrors).toEqual([]);
  });
});

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
] as const)('the demo dashboard on %s', (size, viewport) => {
  setUpConsole({ sharePage: true, viewport });

  it('shows a new value in the table immediately, without a reload', async () => {
    const found = await api.get<Listed>('/api/tenant/dashboards?pageSize=1&page=0&textSearch=Greenhouses');
    await page.goto(`/dashboards/${found.data[0]?.id.id}`);
    const table = page.getByRole('region', { name: 'All climate sensors' });
    await table.scrollIntoViewIfNeeded();
    const row = table.getByRole('row').filter({ hasText: 'Greenhouse A' });
    await row.waitFor();
    await page.evaluate(() => {
      (window as unknown as { notReloaded: boolean }).notReloaded = true;
    });
    const devices = await api.get<Listed>('/api/tenant/devices?pageSize=1&page=0&textSearch=Greenhouse%20A');
    const credentials = await api.get<{ credentialsId: string }>(`/api/device/${devices.data[0]?.id.id}/credentials`);
    const value = size === 'a phone' ? 41.7 : 42.8;
    await mosquittoPublish(server.mqttPort, credentials.credentialsId, TELEMETRY, { temperature: value });
    await row.getByText(String(value)).waitFor();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { notReloaded?: boolean }).notReloaded))
      .toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
  });

  it('keeps the chosen time window in the address', async () => {
    await page.getByRole('button', { name: /^Time window/ }).click();
    const panel = page.getByRole('dialog', { name: 'Time window' });
    await panel.getByRole('tab', { name: 'History' }).click();
    await panel.getByRole('button', { name: 'Update' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('timeWindow')).toContain('"selectedTab":1');
    const chip = page.getByRole('button', { name: /^Time window: History/ });
    await chip.waitFor();
    await page.reload();
    await chip.waitFor();
  });
});

describe('a dashboard on a wall screen', () => {
  setUpConsole({ user: CUSTOMER });

  it('shows only the dashboard in full screen, and returns', async () => {
    await page.goto('/dashboards');
    await page.getByRole('link', { name: 'Cold chain' }).click();
    await page.getByRole('region', { name: 'All freezers' }).waitFor();
    const tools = page.getByRole('toolbar', { name: 'Dashboard tools' });
    await tools.getByRole('button', { name: 'Full screen' }).click();
    const leave = tools.getByRole('button', { name: 'Leave full screen' });
    await leave.waitFor();
    await expect.poll(async () => (await tools.boundingBox())?.x).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await leave.click();
    await expect.poll(async () => (await tools.boundingBox())?.x).toBeGreaterThan(100);
  });
});

describe('a shared dashboard', () => {
  let device: TestDevice;
  let dashboardId: string;
  const title = 'Shared with others';

  setUpConsole({ sharePage: true });
  beforeAll(async () => {
    device = await createDevice(api, 'Publicly visible device');
    dashboardId = await createCardDashboard(api, title, device, 'temperature');
    await mosquittoPublish(server.mqttPort, device.accessToken, TELEMETRY, { temperature: 17.3 });
  });

  it('is live for a visitor who has only the link', async () => {
    await page.goto('/dashboards?search=Shared%20with');
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Who sees it' }).click();
    const dialog = page.getByRole('dialog', { name: /Who sees/ });
    await dialog.getByLabel('Anyone with the link').click();
    const question = page.getByRole('dialog', { name: `Make “${title}” public?` });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog.getByRole('link', { name: /publicId=/ }).count()).toBe(0);
    await dialog.getByLabel('Anyone with the link').click();
    await question.getByRole('button', { name: 'Make public' }).click();
    await dialog.getByText('Visitors cannot see 1 device on it yet').waitFor();
    await dialog.getByText(device.name).waitFor();
    await dialog.getByRole('button', { name: 'Make 1 device public' }).click();
    await dialog.getByText('All of its devices are public.').waitFor();
    const link = await dialog.getByRole('link', { name: /publicId=/ }).getAttribute('href');
    expect(link).toContain(`/dashboard/${dashboardId}?publicId=`);
    // Nobody else can follow the link of a server on this machine.
    await expect.poll(() => dialog.getByRole('group', { name: 'Tell others:' }).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    const visitor = await openPage({ user: null, viewport: PHONE });
    await visitor.goto(link as string);
    await visitor.getByText('17.3').first().waitFor();
    await mosquittoPublish(server.mqttPort, device.accessToken, TELEMETRY, { temperature: 18.4 });
    await visitor.getByText('18.4').first().waitFor();
    await visitor.getByRole('heading', { name: title, level: 1 }).waitFor();
    await expect.poll(() => visitor.title()).toBe(`Signalbox | ${title}`);
  });

  it('lets visitors operate devices only with the permission of its owner', async () => {
    const { assignedCustomers } = await api.get<{ assignedCustomers: { customerId: { id: string } }[] }>(
      `/api/dashboard/info/${dashboardId}`,
    );
    const send = (address: string, body: object, token = ''): Promise<Response> =>
      fetch(server.http + address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-authorization': `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const visit = await send('/api/auth/login/public', { publicId: assignedCustomers[0]?.customerId.id });
    const { token } = (await visit.json()) as { token: string };
    const call = async (): Promise<number> => {
      const request = { method: 'on', params: {}, expirationTime: Date.now() + 200 };
      return (await send(`/api/rpc/oneway/${device.id}`, request, token)).status;
    };
    const allowed = page.getByRole('dialog').getByRole('switch', { name: 'Visitors may operate devices' });
    const change = async () => {
      const saved = page.waitForResponse((reply) => reply.url().endsWith('/api/dashboard'));
      await allowed.click();
      await saved;
    };
    expect(await call()).toBe(403);
    await change();
    expect(await call()).not.toBe(403);
    await change();
    expect(await call()).toBe(403);
  });

  it('stays public when a customer is added', async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Customers' }).click();
    await page.getByRole('option', { name: 'Nordfisk' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const row = page.getByRole('row').filter({ hasText: title });
    await row.getByText('Nordfisk').waitFor();
    await row.getByText('Yes').waitFor();
  });

  it('offers its public link in the row menu', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Copy public link' }).click();
    await page.getByText('Copied: Public link').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`/dashboard/${dashboardId}?publicId=`);
  });

  it('is restored when its deletion is undone', async () => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    const link = page.getByRole('link', { name: title });
    await link.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await link.waitFor();
    await expect
      .poll(async () => (await api.get<{ title: string }>(`/api/dashboard/${dashboardId}`)).title)
      .toBe(title);
  });
});
