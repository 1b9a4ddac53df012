import { readFile } from 'node:fs/promises';
import type { PageData } from '@signalbox/contract/page';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SYSADMIN } from '../harness/api.ts';
import { accessibilityViolations, PHONE } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';

setUpConsole();

/** Exports the list on the page; returns the name of the file and its lines, or its bytes. */
async function exportList(on: Page, kind: 'csv' | 'xlsx') {
  const dialog = on.getByRole('dialog', { name: 'Export the list' });
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

  it.each(['/assets', '/entityViews', '/edgeInstances', '/users', '/dashboards', '/auditLogs', '/setAsideMessages'])(
    'is offered at %s',
    async (path) => {
      await page.goto(path);
      await start(page);
      const { lines } = await exportList(page, 'csv');
      expect(lines[0]).toMatch(/^[A-Z]/);
    },
  );

  it.each(['/tenants', '/tenantProfiles'])('is offered to system administrators at %s', async (path) => {
    const system = await openPage({ user: SYSADMIN });
    await system.goto(path);
    await start(system);
    const { lines } = await exportList(system, 'csv');
    expect(lines.length).toBeGreaterThan(1);
  });

  it('is cancelled, and says why it failed', async () => {
    let release = () => {};
    await page.route('**/api/tenant/assetInfos/export?**', async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
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
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.getByText('0 MB so far').waitFor({ state: 'hidden' });
    release();
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog.getByText('0 MB so far').waitFor();
    release();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
});
