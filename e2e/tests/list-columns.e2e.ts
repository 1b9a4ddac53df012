import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Api } from '../harness/api.ts';
import { accessibilityViolations, restingBox } from '../harness/browser.ts';
import { openPage, page, setUpConsole } from '../harness/console.ts';
import { createDevice, createTenant, type OwnTenant } from '../harness/objects.ts';

const server = inject('server');

/** Of its own: columns are kept with the account, and values to show with the profile that most devices have. */
let tenant: OwnTenant;
let api: Api;

beforeAll(async () => {
  tenant = await createTenant(server.http, 'ranges-columns');
  api = tenant.api;
});
setUpConsole({ user: () => tenant.user });
beforeAll(async () => {
  for (let number = 1; number <= 30; number++) {
    await createDevice(api, `Ranged ${String(number).padStart(2, '0')}`);
  }
});
afterEach(async () => {
  for (const key of ['columns.devices', 'devices.now']) {
    await fetch(`${server.http}/api/user/preferences/${key}`, {
      method: 'DELETE',
      headers: { 'x-authorization': `Bearer ${api.token}` },
    });
  }
});

const headings = (on: Page = page) => on.locator('thead th').allInnerTexts();
const openColumns = () => page.getByRole('button', { name: 'Columns' }).click();
const saved = () => page.waitForResponse((response) => response.url().includes('/api/user/preferences/'));

describe('columns', () => {
  it('always include the sorted one', async () => {
    await page.setViewportSize({ width: 700, height: 800 });
    await page.goto('/devices?sort=label,asc');
    await page.getByRole('columnheader', { name: 'Label' }).waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => headings()).toEqual(expect.arrayContaining(['Name', 'Label']));
  });

  it('are shown, hidden for lack of room or off; their order is kept with the account, and can be reset', async () => {
    await page.goto('/devices?search=Ranged');
    await page.getByRole('link', { name: 'Ranged 30' }).waitFor();
    await page.getByRole('columnheader', { name: 'Created' }).waitFor();
    const before = await headings();
    await openColumns();
    const panel = page.getByRole('dialog', { name: 'Columns' });
    const first = saved();
    // It goes to another list as soon as it is off, so there is nothing left to look at.
    await panel.getByRole('checkbox', { name: 'Label' }).click();
    await first;
    await expect.poll(() => headings()).not.toContain('Label');
    const second = saved();
    await panel.getByRole('button', { name: 'Move Last data up' }).press('Enter');
    await second;
    await panel.getByText('Last data is now column 3 of').waitFor({ state: 'attached' });
    expect(await accessibilityViolations(page)).toEqual([]);

    // Another browser of the same user, without the address of this one.
    const other = await openPage({ user: tenant.user });
    await other.goto('/devices?search=Ranged');
    await other.getByRole('link', { name: 'Ranged 30' }).waitFor();
    await expect.poll(() => headings(other)).not.toContain('Label');
    await expect
      .poll(async () => (await headings(other)).filter((name) => /^(Last data|State)$/.test(name)))
      .toEqual(['Last data', 'State']);

    await page.setViewportSize({ width: 800, height: 800 });
    await panel.getByText('no room').first().waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    const third = saved();
    await panel.getByRole('button', { name: 'Reset' }).click();
    await third;
    await expect.poll(() => headings()).toEqual(before);
    await expect.poll(() => new URL(page.url()).searchParams.has('columns')).toBe(false);
  });

  it('are moved by dragging', async () => {
    await page.goto('/devices?search=Ranged');
    await page.getByRole('link', { name: 'Ranged 30' }).waitFor();
    await openColumns();
    const rows = page.getByRole('dialog', { name: 'Columns' }).getByRole('listitem');
    const handle = rows.filter({ hasText: 'Last data' }).locator('[data-control="drag"]');
    const from = await restingBox(handle);
    const to = await restingBox(rows.filter({ hasText: 'Profile' }));
    const kept = saved();
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, to.y + 8, { steps: 5 });
    await page.mouse.up();
    await kept;
    await expect.poll(async () => (await headings()).indexOf('Last data')).toBe(2);
  });
});

describe('the list of devices', () => {
  it('sorts by state and last data, and shows the chosen values with their units', async () => {
    const silent = await createDevice(api, 'Heard 1 never');
    for (const name of ['Heard 2 first', 'Heard 3 last']) {
      const { accessToken, id } = await createDevice(api, name);
      const before = Date.now();
      await fetch(`${server.http}/api/v1/${accessToken}/telemetry`, {
        method: 'POST',
        body: JSON.stringify({ alpha: 1, beta: 2, temperature: 21.5 }),
      });
      await expect
        .poll(
          async () =>
            (await api.get<{ lastActivityTime: number }>(`/api/device/info/${id}?activity=true`)).lastActivityTime,
          { timeout: 30_000 },
        )
        .toBeGreaterThanOrEqual(before);
    }
    const names = () => page.locator('tbody [data-control="open"]').allInnerTexts();
    await page.goto('/devices?search=Heard');
    await page.getByRole('link', { name: silent.name }).waitFor();
    await page.getByRole('columnheader', { name: 'Last data' }).getByRole('button').click();
    await expect.poll(names).toEqual(['Heard 1 never', 'Heard 2 first', 'Heard 3 last']);
    await page.getByRole('columnheader', { name: 'State' }).getByRole('button').click();
    await page.getByRole('columnheader', { name: 'State' }).getByRole('button').click();
    await expect.poll(async () => (await names()).at(-1)).toBe(silent.name);

    const row = page.getByRole('row').filter({ hasText: 'Heard 3 last' });
    await row.getByText('beta').waitFor();
    await openColumns();
    await page.getByRole('button', { name: 'Values shown under Now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Values shown under Now' });
    await dialog
      .getByRole('textbox', { name: 'Key 1' })
      .or(dialog.getByRole('combobox', { name: 'Key 1' }))
      .fill('temperature');
    await dialog.getByRole('textbox', { name: 'Unit' }).fill('°C');
    const kept = saved();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await kept;
    await page.keyboard.press('Escape');
    await expect.poll(() => row.locator('.now-values').textContent()).toBe('temperature 21.5 °C');

    // What an administrator names for a profile is shown to everybody who has not chosen; their own choice wins.
    await openColumns();
    await page.getByRole('button', { name: 'Values shown under Now' }).click();
    await dialog.getByRole('combobox', { name: 'For' }).click();
    await page.getByRole('option', { name: 'Everybody, on the devices of a profile' }).click();
    await dialog.getByRole('combobox', { name: 'Profile' }).fill('default');
    await page.getByRole('option', { name: 'default', exact: true }).click();
    await dialog
      .getByRole('textbox', { name: 'Key 1' })
      .or(dialog.getByRole('combobox', { name: 'Key 1' }))
      .fill('beta');
    await dialog.getByRole('textbox', { name: 'Unit' }).fill('bar');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await expect.poll(() => row.locator('.now-values').textContent()).toBe('temperature 21.5 °C');

    await openColumns();
    await page.getByRole('button', { name: 'Values shown under Now' }).click();
    await dialog.getByRole('button', { name: 'Remove key 1' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await expect.poll(() => row.locator('.now-values').textContent()).toMatch(/^beta .* bar$/);
    const profile = await api.get<{ id: { id: string } }>('/api/deviceProfileInfo/default');
    await api.post(`/api/deviceProfile/${profile.id.id}/nowKeys`, { keys: [] });
  });
});

describe('a selection', () => {
  const box = (number: string) => page.getByRole('checkbox', { name: `Select Ranged ${number}` });
  const ticked = () => page.locator('tbody input:checked').count();
  const open = async () => {
    await page.goto('/devices?search=Ranged&sort=name,asc');
    await box('01').waitFor();
  };

  it('is a range with Shift and the mouse', async () => {
    await open();
    await box('02').click();
    await box('05').click({ modifiers: ['Shift'] });
    await expect.poll(() => ticked()).toBe(4);
    await box('03').click({ modifiers: ['Shift'] });
    await expect.poll(() => ticked()).toBe(1);
  });

  it('is a range with Shift and the arrow keys, and grows and shrinks', async () => {
    await open();
    await page.getByRole('link', { name: 'Ranged 03' }).focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => ticked()).toBe(4);
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(() => ticked()).toBe(3);
    await page.getByRole('toolbar', { name: '3 selected' }).waitFor();
  });

  it('of a page can be extended to all results, and bulk actions apply to all of them', async () => {
    await open();
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    const bar = page.getByRole('toolbar');
    await bar.getByText('All 25 on this page selected').waitFor();
    await bar.getByRole('button', { name: 'Select all 30 found' }).click();
    await bar.getByText('All 30 found are selected').waitFor();
    await box('07').click();
    await bar.getByText('24 selected').waitFor();
    await box('07').click();
    await bar.getByRole('button', { name: 'Select all 30 found' }).click();
    await bar.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('Delete 30 devices?').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('30 devices deleted').waitFor();
    await page.getByText('Nothing matches').waitFor();
  });
});
