import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, DESKTOP, holdRequests, PHONE, restingBox } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDevice, type TestDevice } from '../harness/objects.ts';
import { visit } from '../harness/visit.ts';

let device: TestDevice;

setUpConsole();
beforeAll(async () => {
  device = await createDevice(api, `Paneled ${Date.now()}`);
});

const value = (label: string) => page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd');

describe('the panel of an entity', () => {
  it('shows the name in its header while the rest is loading', async () => {
    const release = await holdRequests(page, `**/api/device/info/${device.id}*`);
    await page.goto(`/devices?search=${encodeURIComponent(device.name)}`);
    await page.getByRole('link', { name: device.name }).click();
    await page.getByRole('heading', { name: device.name, level: 2 }).waitFor();
    // From the palette, so that no list has loaded it.
    await page.goto('/home');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or run').waitFor();
    await page.keyboard.type(device.name);
    await page.getByRole('option', { name: device.name }).click();
    await page.getByRole('heading', { name: device.name, level: 2 }).waitFor();
    release();
  });

  it('has a line for each key of Latest telemetry, as wide as the keys are', async () => {
    const long = 'averageTemperatureOfTheUpperStorageTankInTheCellar';
    const measuring = await createDevice(api, `Measuring ${Date.now()}`);
    await api.post(`/api/plugins/telemetry/DEVICE/${measuring.id}/timeseries/ANY`, {
      ...{ batteryLevelPercent: 87.125, rssi: -71, temperature: 23.4, [long]: 1024.5 },
      ...{ state: 'waiting for the pump to be filled' },
    });
    await page.goto(`/devices/${measuring.id}?tab=telemetry`);
    const name = (key: string) => page.getByRole('button', { name: `History of ${key}`, exact: true });
    const lineHeight = (await restingBox(name('rssi'))).height;
    for (const key of ['batteryLevelPercent', long]) {
      await expect.poll(async () => (await restingBox(name(key))).height).toBe(lineHeight);
    }
    const isCut = (key: string) => name(key).evaluate((button) => button.scrollWidth > button.clientWidth);
    await expect.poll(() => isCut('batteryLevelPercent')).toBe(false);
    await expect.poll(() => isCut(long)).toBe(true);
    await expect.poll(() => name(long).getAttribute('title')).toBe(long);
    const ends = async () => {
      const boxes = await Promise.all(
        ['87.125', '-71', '1024.5'].map((text) => restingBox(page.getByRole('cell', { name: text, exact: true }))),
      );
      return new Set(boxes.map(({ x, width }) => Math.round(x + width))).size;
    };
    await expect.poll(ends).toBe(1);
  });

  it('keeps the headings of Latest telemetry in a line and its buttons within the table on phones', async () => {
    const measuring = await createDevice(api, `Measuring on a phone ${Date.now()}`);
    await api.post(`/api/plugins/telemetry/DEVICE/${measuring.id}/timeseries/ANY`, { energy: 122_276.4, rssi: -71 });
    await page.setViewportSize(PHONE);
    try {
      await page.goto(`/devices/${measuring.id}?tab=telemetry`);
      const table = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Last hour' }) });
      const why = table.getByRole('button', { name: /rssi/ }).last();
      await expect.poll(() => why.textContent()).toBe('Why?');
      const endOf = async (one: Locator): Promise<number> => {
        const { x, width } = await restingBox(one);
        return Math.round(x + width);
      };
      expect(await endOf(why)).toBeLessThanOrEqual(await endOf(table));
      expect((await restingBox(table.getByRole('row').first())).height).toBeLessThan(45);
    } finally {
      await page.setViewportSize(DESKTOP);
    }
  });

  it('opens the first tab for who asks for it before it is known whether there is the one of the address', async () => {
    const release = await holdRequests(page, /\/api\/(device\/info\/|tenant\/deviceInfos)/);
    await page.goto(`/devices/${device.id}?tab=connectivity`);
    const details = page.getByRole('tab', { name: 'Details', selected: true });
    await details.click();
    release();
    await page.getByRole('tab', { name: 'Attributes' }).waitFor();
    await details.waitFor();
    await page.waitForURL((url) => !url.searchParams.has('tab'));
  });

  it('has one button for the most frequent action, and a menu for the rest', async () => {
    await page.goto(`/devices/${device.id}`);
    const panel = page.getByRole('complementary');
    const edit = panel.getByRole('button', { name: 'Edit' });
    await edit.waitFor();
    await expect.poll(() => panel.getByRole('button', { name: 'Manage credentials' }).count()).toBe(0);
    await panel.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Manage credentials' }).waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Edit' }).count()).toBe(0);
    await page.keyboard.press('Escape');

    // From any tab, by the button and by its key; the focus comes back to the button.
    await visit(page, `/devices/${device.id}?tab=telemetry`);
    await edit.click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('3');
    await page.getByRole('tab', { name: 'Latest telemetry', selected: true }).waitFor();
    await page.keyboard.press('e');
    await name.waitFor();
  });

  it('has Edit in its menu where something else is done most', async () => {
    const customer = await api.post<{ id: { id: string } }>('/api/customer', { title: `Primary ${Date.now()}` });
    await page.goto(`/customers/${customer.id.id}`);
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Devices', exact: true }).waitFor();
    await expect.poll(() => panel.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    const menu = panel.getByRole('button', { name: 'Actions', exact: true });
    await menu.click();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Devices' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    await page.keyboard.press('Escape');
    await value('Title').waitFor();
    await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('puts the tabs that do not fit under More', async () => {
    await page.goto(`/devices/${device.id}?tab=audit`);
    const bar = page.getByRole('tablist', { name: 'Tabs' });
    await bar.getByRole('tab', { name: 'Audit log', selected: true }).waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Events' }).click();
    await bar.getByRole('tab', { name: 'Events', selected: true }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('edits a clicked value; Escape leaves, and asks first when there are changes', async () => {
    await page.goto(`/devices/${device.id}`);
    await value('Label').click();
    const label = page.getByRole('textbox', { name: 'Label' });
    await expect.poll(() => label.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await value('Label').waitFor();
    await value('Label').click();
    await label.fill('Roof');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => label.inputValue()).toBe('Roof');
    await label.focus();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => value('Label').textContent()).toBe('—');
  });

  it('asks before Cancel discards changes', async () => {
    await page.goto(`/devices/${device.id}`);
    await value('Label').click();
    const label = page.getByRole('textbox', { name: 'Label' });
    await label.fill('Roof');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => label.inputValue()).toBe('Roof');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect.poll(() => value('Label').textContent()).toBe('—');
  });

  it('has room for its tabs beside names as long as they can be', async () => {
    const title = `${Date.now()} ${'W'.repeat(180)}`;
    const customerId = (await api.post<{ id: object }>('/api/customer', { title })).id;
    const name = `${Date.now()} ${'Name '.repeat(40)}`.trim();
    const { id } = await api.post<{ id: { id: string } }>('/api/device', { name, type: 'default', customerId });
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`/devices/${id.id}`);
    await page.getByRole('tab', { name: 'Attributes' }).waitFor();
    await page.getByText(title).first().waitFor();
    expect((await restingBox(page.getByRole('tablist'))).y).toBeLessThan(330);
    // All of it is among the details.
    await expect.poll(() => value('Name').textContent()).toBe(name);
  });
});

describe('the choices of a picker', () => {
  it('do not cover the buttons of its form, however small the window', async () => {
    await page.setViewportSize({ width: 1280, height: 620 });
    const overlap = async (buttons: Locator) => {
      const list = await page.getByRole('listbox').boundingBox();
      const button = await buttons.boundingBox();
      if (!list || !button) throw new Error('nothing to compare');
      return { over: list.y < button.y + button.height && list.y + list.height > button.y };
    };
    await page.goto('/devices');
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('A device of somebody');
    await dialog.getByRole('button', { name: 'Next: Credentials' }).click();
    await dialog.getByRole('button', { name: 'Next: Customer' }).click();
    await dialog.getByRole('combobox', { name: 'Customer' }).click();
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await expect.poll(() => overlap(dialog.getByRole('button', { name: 'Add', exact: true }))).toEqual({ over: false });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave' }).click();

    const customer = await api.post<{ id: { id: string } }>('/api/customer', { title: `Picked ${Date.now()}` });
    await page.goto(`/customers/${customer.id.id}`);
    // A click on the value opens its choices.
    await value('Country').click();
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await expect.poll(() => overlap(page.getByRole('button', { name: 'Save' }))).toEqual({ over: false });
  });
});

describe('a form with errors outside the visible area', () => {
  it('lists them next to the buttons at the bottom of the panel, with links to the fields', async () => {
    await page.setViewportSize({ width: 1280, height: 480 });
    const customer = await api.post<{ id: { id: string } }>('/api/customer', { title: `Wrong ${Date.now()}` });
    await page.goto(`/customers/${customer.id.id}`);
    await value('Title').click();
    await page.getByRole('textbox', { name: 'Title' }).fill('');
    await page.getByRole('textbox', { name: /mail/ }).fill('nobody');
    await page.getByRole('textbox', { name: 'Description' }).focus();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 fields need other values').first().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title');
    const list = page.getByRole('group', { name: '2 fields need other values' });
    await list.getByRole('button', { name: /Contact › .*mail/ }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    const save = await restingBox(page.getByRole('button', { name: 'Save' }));
    expect(save.y + save.height).toBeGreaterThan(420);
    expect(save.y + save.height).toBeLessThanOrEqual(480);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

describe('a tab of values that do not come', () => {
  const FAILED = { errorCode: 1, errorMsg: 'Failed to fetch data!', data: null, latestValues: {} };
  const refusals: readonly (readonly [status: number, message: string, words: string, next: string])[] = [
    [403, "You don't have permission to perform this operation!", 'You are not permitted to see this', 'Check again'],
    [404, "Requested item wasn't found!", 'This no longer exists: somebody may have deleted it', 'Try again'],
    [429, 'Too many requests!', 'Too many requests', 'Try again'],
    [503, 'The database is not available now; please try again.', 'The server is not available right now', 'Try again'],
    [500, 'Internal Server error!', 'The latest values could not be loaded', 'Try again'],
  ];

  it('tells what is not permitted from what is gone, busy, away or broken, and shows them when they come', async () => {
    let refused = true;
    let answer = refusals[0];
    // The live connection gives one code for all of them.
    await page.routeWebSocket(/plugins\/telemetry/, (socket) => {
      const toServer = socket.connectToServer();
      socket.onMessage((text) => {
        const frame = JSON.parse(String(text)) as { tsSubCmds?: { cmdId: number; unsubscribe?: boolean }[] };
        const requested = frame.tsSubCmds?.find(({ unsubscribe }) => !unsubscribe);
        if (refused && requested) socket.send(JSON.stringify({ subscriptionId: requested.cmdId, ...FAILED }));
        else toServer.send(text);
      });
    });
    await page.route('**/keys/timeseries*', async (route) => {
      const [status, message] = answer ?? [200, ''];
      await (refused ? route.fulfill({ status, json: { status, message, errorCode: 2 } }) : route.continue());
    });
    const panel = page.getByRole('tabpanel');
    for (const refusal of refusals) {
      answer = refusal;
      const [, , words, next] = refusal;
      await page.goto(`/devices/${device.id}?tab=telemetry`);
      await panel.getByText(words, { exact: true }).waitFor();
      await panel.getByRole('button', { name: next }).waitFor();
    }
    refused = false;
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.getByText('No telemetry yet').waitFor();

    await page.route('**/values/attributes/**', (route) =>
      route.fulfill({ status: 403, json: { status: 403, message: 'No', errorCode: 20 } }),
    );
    await page.goto(`/devices/${device.id}?tab=attributes`);
    await panel.getByText('You are not permitted to see this').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
