import { readFile } from 'node:fs/promises';
import type { PageData } from '@signalbox/contract/page';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SYSADMIN } from '../harness/api.ts';
import { accessibilityViolations, PHONE } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createDevice } from '../harness/objects.ts';

setUpConsole();

/** Exports the list on the page; returns the name of the file and its lines, or its bytes. */
async function exportList(on: Page, kind: 'csv' | 'xlsx', title = 'Export the list') {
  const dialog = on.getByRole('dialog', { name: title });
  await dialog.waitFor();
  if (kind === 'csv') {
    await dialog.getByRole('combobox', { name: 'Kind of file' }).click();
    await on.getByRole('option', { name: /csv/ }).click();
  }
  const [download] = await Promise.all([
    on.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  await dialog.waitFor({ state: 'hidden' });
  const content = await readFile(await download.path());
  return { name: download.suggestedFilename(), content, lines: content.toString().slice(1).trim().split('\r\n') };
}

const start = (on: Page) => on.getByRole('button', { name: 'Export', exact: true }).click();

describe('the export of a list', () => {
  it('is what the list shows: found, filtered and sorted, with the columns that are turned on', async () => {
    for (const name of ['B', 'A', 'C']) {
      await api.post('/api/device', { name: `Exported ${name}`, type: 'default', label: `=label ${name}` });
    }
    await page.goto('/devices?search=exported&sort=name,desc&columns=name,label,gateway,createdTime');
    await page.getByRole('link', { name: 'Exported B' }).waitFor();
    await start(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByText('Its columns are those that are turned on.').waitFor();
    const { name, lines } = await exportList(page, 'csv');
    expect(name).toMatch(/^devices-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines[0]).toBe('Name,Label,Gateway,Created');
    const found = await api.get<PageData<{ name: string; createdTime: number }>>(
      '/api/tenant/deviceInfos?pageSize=9&page=0&textSearch=exported&sortProperty=name&sortOrder=DESC',
    );
    const links = page.getByRole('link', { name: /^Exported/ });
    await expect
      .poll(async () => (await links.allTextContents()).sort())
      .toEqual(found.data.map((device) => device.name).sort());
    const shown = await links.allTextContents();
    expect(lines.slice(1)).toEqual(
      shown.map((title) => {
        const device = found.data.find((one) => one.name === title);
        return `${title},"'=label ${title.slice(-1)}",,${new Date(device?.createdTime ?? 0).toISOString()}`;
      }),
    );
  });

  it('is a spreadsheet too, and there on a phone', async () => {
    const phone = await openPage({ viewport: PHONE });
    await phone.goto('/customers');
    await phone.getByRole('button', { name: 'More', exact: true }).click();
    await phone.getByRole('menuitem', { name: 'Export' }).click();
    const { name, content } = await exportList(phone, 'xlsx');
    expect(name).toMatch(/^customers-.*\.xlsx$/);
    expect(content.subarray(0, 2).toString()).toBe('PK');
  });

  it.each([
    '/assets',
    '/entityViews',
    '/edgeInstances',
    '/users',
    '/dashboards',
    '/auditLogs',
    '/setAsideMessages',
    '/otaUpdates',
    '/settings/resources-library',
    '/otaUpdates/rollouts',
    '/dashboards/reports',
    '/widgets-bundles',
    '/deviceProfiles',
    '/ruleChains',
    '/edgeManagement/ruleChains',
  ])('is offered at %s', async (path) => {
    await page.goto(path);
    await start(page);
    const { lines } = await exportList(page, 'csv');
    expect(lines[0]).toMatch(/^[A-Z]/);
  });

  it('is offered in the tabs of an entity: all that they have found, in their order', async () => {
    const device = await createDevice(api, 'Tabbed device');
    const base = `/api/plugins/telemetry/DEVICE/${device.id}`;
    const keys = Array.from({ length: 230 }, (_, at) => `limit ${String(at).padStart(3, '0')}`);
    const values = Object.fromEntries(keys.map((key, at) => [key, at]));
    await api.post(`${base}/attributes/SERVER_SCOPE`, { ...values, hidden: true });
    await api.post(`${base}/timeseries/ANY`, { ...values, other: 1 });
    const site = await api.post<{ id: { id: string } }>('/api/asset', { name: 'Tabbed site', type: 'default' });
    const pump = await createDevice(api, 'Tabbed pump');
    for (const to of [
      { entityType: 'ASSET', id: site.id.id },
      { entityType: 'DEVICE', id: pump.id },
    ]) {
      const from = { entityType: 'DEVICE', id: device.id };
      await api.post('/api/relation', { from, to, type: 'Contains', typeGroup: 'COMMON' });
    }
    const panel = page.getByRole('complementary');
    const exported = panel.getByRole('button', { name: 'Export', exact: true });

    await page.goto(`/devices/${device.id}?tab=attributes&tab.search=Limit&tab.scope=SERVER_SCOPE`);
    // The list draws 200 rows.
    await panel.getByText('limit 199').waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').getByRole('combobox').fill('export: attr');
    await page.getByRole('option', { name: 'Export: Attributes' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Export the list' });
    const words = dialog.getByText('All 230 rows go into the file, as they are searched, filtered and sorted.');
    // Columns of tabs are as they are.
    await expect.poll(() => words.textContent()).not.toContain('turned on');
    const attributes = await exportList(page, 'csv');
    expect(attributes.name).toMatch(/^attributes-\d{4}-\d\d-\d\d\.csv$/);
    expect(attributes.lines[0]).toBe('Key,Value,Updated');
    expect(attributes.lines.slice(1).map((line) => line.split(',').slice(0, 2))).toEqual(
      keys.map((key, at) => [key, String(at)]),
    );

    await panel.getByRole('tab', { name: 'Latest telemetry' }).click();
    await panel.getByRole('searchbox', { name: 'Search telemetry' }).fill('limit 22');
    await panel.getByText('10 keys').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await exported.click();
    const telemetry = await exportList(page, 'csv');
    expect(telemetry.name).toMatch(/^latest-telemetry-/);
    expect(telemetry.lines.map((line) => line.split(',')[0])).toEqual(['Key', ...keys.slice(220)]);
    expect(telemetry.lines[1]).toMatch(/^limit 220,220,\d{4}-.*Z$/);

    await panel.getByRole('button', { name: 'History of limit 220' }).click();
    const history = page.getByRole('dialog', { name: 'History of limit 220', exact: true });
    await history.getByRole('cell', { name: '220', exact: true }).waitFor();
    await history.getByRole('button', { name: 'Export', exact: true }).click();
    const past = await exportList(page, 'csv', 'Export the history of limit 220');
    expect(past.name).toMatch(/^limit 220-.*csv$/);
    expect(past.lines).toEqual([
      expect.stringMatching(/^Time \(.+\),Entity,limit 220$/),
      expect.stringMatching(/,Tabbed device,220$/),
    ]);
    await history.getByRole('button', { name: 'Close' }).click();
    await history.waitFor({ state: 'hidden' });

    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Relations' }).click();
    const search = panel.getByRole('searchbox', { name: 'Search relations' });
    // The kind of an entity, as it is called on the screen.
    await search.fill('asset');
    await expect.poll(() => panel.getByRole('table').getByRole('link').allTextContents()).toEqual(['Tabbed site']);
    await exported.click();
    const relations = await exportList(page, 'csv');
    expect(relations.lines).toEqual(['Relation type,Kind,To', 'Contains,ASSET,Tabbed site']);
  });

  it('is offered in the tabs that say what happened to an entity, as they are filtered', async () => {
    const device = await createDevice(api, 'Busy device');
    await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/attributes/SERVER_SCOPE`, { limit: 1 });
    const panel = page.getByRole('complementary');
    const exported = panel.getByRole('button', { name: 'Export', exact: true });
    await page.goto(`/devices/${device.id}?tab=events`);
    await panel.getByText('No events').waitFor();
    await exported.click();
    const events = await exportList(page, 'csv');
    expect(events.lines).toEqual(['Time,Method,Error,Server']);

    await panel.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Audit log' }).click();
    const other = panel.getByRole('cell', { name: 'Added', exact: true });
    await other.first().waitFor();
    await panel.getByRole('searchbox', { name: 'Search the audit log' }).fill('attributes');
    await expect.poll(() => other.count()).toBe(0);
    await panel.getByRole('cell', { name: 'Attributes updated', exact: true }).waitFor();
    await exported.click();
    const audit = await exportList(page, 'csv');
    expect(audit.name).toMatch(/^audit-log-/);
    expect(audit.lines[0]).toBe('Time,User,Action,Status,What failed,Data');
    const actions = audit.lines.slice(1).map((line) => line.split(',')[2]);
    expect(actions.filter((action) => !action?.startsWith('ATTRIBUTES_'))).toEqual([]);
    expect(actions).toContain('ATTRIBUTES_UPDATED');
  });

  it.each(['/tenants', '/tenantProfiles'])('is offered to system administrators at %s', async (path) => {
    const system = await openPage({ user: SYSADMIN });
    await system.goto(path);
    await start(system);
    const { lines } = await exportList(system, 'csv');
    expect(lines.length).toBeGreaterThan(1);
  });

  it('is cancelled, and says why it failed', async () => {
    const held: (() => void)[] = [];
    const isAsked = (times: number) => expect.poll(() => held.length).toBe(times);
    await page.route('**/api/tenant/assetInfos/export?**', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.fulfill({
        status: 429,
        json: { status: 429, errorCode: 33, message: 'Too many exports are under way. Please try again later.' },
      });
    });
    await page.goto('/assets');
    await start(page);
    const dialog = page.getByRole('dialog', { name: 'Export the list' });
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.getByText('0 MB so far').waitFor();
    await isAsked(1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('0 MB so far').waitFor({ state: 'hidden' });
    held[0]?.();
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.getByText('0 MB so far').waitFor();
    await isAsked(2);
    held[1]?.();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
});
