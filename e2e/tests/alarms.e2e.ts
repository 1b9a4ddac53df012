import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, holdRequests, openFromMenu, PHONE } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createDevice, createUser, type TestDevice } from '../harness/objects.ts';

setUpConsole();

interface Alarm {
  id: { id: string };
  type: string;
  status: string;
}

const ofDevice = ({ id }: { id: string }) => ({ entityType: 'DEVICE', id });

/** Raises an alarm, or changes the active one of its type. */
const raise = (device: { id: string }, type: string, more: object = {}) =>
  api.post<Alarm>('/api/alarm', {
    type,
    originator: ofDevice(device),
    severity: 'MAJOR',
    status: 'ACTIVE_UNACK',
    ...more,
  });

const statusOf = async ({ id }: Alarm) => (await api.get<Alarm>(`/api/alarm/${id.id}`)).status;

const row = (name: string, on = page) => on.getByRole('row', { name: new RegExp(name) });

describe('the alarms of a device', () => {
  let device: TestDevice;
  beforeAll(async () => {
    device = await createDevice(api, `Alarmed boiler ${Date.now()}`);
  });

  it('say that there are none, come by themselves, and change by themselves', async () => {
    await page.goto(`/devices/${device.id}?tab=alarms`);
    await page.getByText('No alarms in this window of time').waitFor();
    const hot = await raise(device, 'Too hot', { severity: 'CRITICAL', details: { temperature: 93.5 } });
    await row('Too hot').getByText('Critical').waitFor();
    await row('Too hot').getByText('Active, unacknowledged').waitFor();
    await api.post(`/api/alarm/${hot.id.id}/ack`);
    await row('Too hot').getByText('Active, acknowledged').waitFor();
    await raise(device, 'Too wet', { severity: 'MINOR' });
    await row('Too wet').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // No row moves away from a pointer that presses it.
    const types = async () => {
      const lines = await page.getByRole('complementary').getByRole('row').allInnerTexts();
      return lines.flatMap((text) => /Too \w+/.exec(text)?.[0] ?? []);
    };
    expect(await types()).toEqual(['Too wet', 'Too hot']);
    await row('Too wet').hover();
    await page.mouse.down();
    const isRead = page.waitForResponse(async (reply) => (await reply.text().catch(() => '')).includes('Too loud'));
    const [, loud] = await Promise.all([isRead, raise(device, 'Too loud')]);
    await row('Too hot').getByText('Critical').waitFor();
    expect(await types()).toEqual(['Too wet', 'Too hot']);
    await page.mouse.move(0, 0);
    await page.mouse.up();
    await expect.poll(types).toEqual(['Too loud', 'Too wet', 'Too hot']);
    await api.delete(`/api/alarm/${loud.id.id}`);
  });

  it('are filtered, searched, sorted, and shown within a window, all of it in the address', async () => {
    await page.goto(`/devices/${device.id}?tab=alarms`);
    await row('Too wet').waitFor();
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Severity: any' }).click();
    await page.getByRole('menuitem', { name: 'Minor' }).click();
    await row('Too hot').waitFor({ state: 'detached' });
    await page.waitForURL(/tab\.severity=MINOR/);
    await panel.getByRole('button', { name: 'Remove the filter Severity' }).click();
    await panel.getByRole('button', { name: 'Status: any' }).click();
    await page.getByRole('menuitem', { name: 'Unacknowledged' }).click();
    await row('Too hot').waitFor({ state: 'detached' });
    await page.reload();
    await row('Too wet').waitFor();
    await expect.poll(() => row('Too hot').count()).toBe(0);
    await panel.getByRole('button', { name: 'Remove the filter Status' }).click();
    await panel.getByRole('searchbox').fill('hot');
    await row('Too wet').waitFor({ state: 'detached' });
    await panel.getByRole('searchbox').fill('nothing at all');
    await panel.getByText('Nothing matches').waitFor();
    await panel.getByRole('button', { name: 'Clear search and filters' }).click();
    await row('Too wet').waitFor();
    await panel.getByRole('button', { name: 'Severity', exact: true }).click();
    await page.waitForURL(/tab\.sort=severity/);
    await expect
      .poll(() => panel.getByRole('row').allInnerTexts())
      .toEqual([expect.anything(), expect.stringContaining('Too hot'), expect.stringContaining('Too wet')]);
    await panel.getByRole('button', { name: 'Time window: Last 30 days' }).waitFor();
  });

  it('have a dialog with everything about them and with what became of them, and can be acknowledged and cleared there', async () => {
    const dry = await raise(device, 'Too dry', { details: { humidity: 3 } });
    await raise(device, 'Too dry', { severity: 'CRITICAL', details: { humidity: 1 } });
    await page.goto(`/devices/${device.id}?tab=alarms`);
    await page.getByRole('link', { name: 'Too dry' }).click();
    const dialog = page.getByRole('dialog', { name: 'Too dry' });
    await dialog.getByText('"humidity": 1').waitFor();
    await dialog.getByRole('link', { name: device.name }).waitFor();
    await dialog.getByRole('row', { name: /Severity changed to Critical.*tenant@signalbox.local/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await dialog.getByText('Active, acknowledged').waitFor();
    await dialog.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Mark as cleared' }).click();
    await dialog.getByText('Cleared, acknowledged').waitFor();
    const changes = async () => {
      const rows = await dialog.getByRole('table', { name: 'History' }).getByRole('row').allInnerTexts();
      return rows.slice(1).map((text) => /Cleared|Acknowledged|Severity|Raised/.exec(text)?.[0]);
    };
    await expect.poll(changes).toEqual(['Cleared', 'Acknowledged', 'Severity', 'Raised']);
    await expect.poll(() => statusOf(dry)).toBe('CLEARED_ACK');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await row('Too dry').getByText('Cleared, acknowledged').waitFor();
  });

  it('are deleted with Undo, and together over a selection', async () => {
    const other = await createDevice(api, `Alarmed pump ${Date.now()}`);
    const [one, two, three] = [await raise(other, 'One'), await raise(other, 'Two'), await raise(other, 'Three')];
    await page.goto(`/devices/${other.id}?tab=alarms`);
    await page.getByRole('button', { name: 'Actions for One' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await row('One').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('One').waitFor();
    const panel = page.getByRole('complementary');
    await panel.getByRole('checkbox', { name: 'Select all' }).check();
    await panel.getByRole('button', { name: 'Acknowledge' }).click();
    for (const alarm of [one, two, three]) await expect.poll(() => statusOf(alarm)).toBe('ACTIVE_ACK');
    await row('Two').getByText('Active, acknowledged').waitFor();
  });

  it('are there for assets, entity views and customers too, and with what was propagated to them', async () => {
    const asset = await api.post<{ id: { id: string; entityType: string } }>('/api/asset', {
      name: `Alarmed hall ${Date.now()}`,
      type: 'hall',
    });
    await api.post('/api/relation', {
      from: asset.id,
      to: ofDevice(device),
      type: 'Contains',
      typeGroup: 'COMMON',
    });
    await raise(device, 'Felt above', { propagate: true });
    await page.goto(`/assets/${asset.id.id}?tab=alarms`);
    await row('Felt above').waitFor();
    await page.getByRole('link', { name: 'Felt above' }).click();
    await page.getByRole('dialog').getByRole('link', { name: device.name }).click();
    await page.waitForURL((url) => url.pathname === `/devices/${device.id}`);
    await page.getByRole('tab', { name: 'Alarms' }).waitFor();
  });

  it('can be read and changed on a phone', async () => {
    await raise(device, 'Too odd', { severity: 'INDETERMINATE' });
    await page.setViewportSize(PHONE);
    await page.goto(`/devices/${device.id}?tab=alarms`);
    const word = row('Too odd').getByText('Indeterminate');
    await expect
      .poll(() =>
        word.evaluate(
          (one) => one.getBoundingClientRect().right - (one.parentElement?.getBoundingClientRect().right ?? 0),
        ),
      )
      .toBeLessThanOrEqual(0);
    await row('Too hot').getByText('Critical').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Too hot' }).click();
    await page.getByRole('dialog', { name: 'Too hot' }).getByText('"temperature": 93.5').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

describe('all alarms', () => {
  let device: TestDevice;
  let stamp: number;
  beforeAll(async () => {
    stamp = Date.now();
    device = await createDevice(api, `Alarmed turbine ${stamp}`);
  });

  it('are one page with filters by severity, status, type and originator, and come by themselves', async () => {
    const elsewhere = await createDevice(api, `Alarmed elsewhere ${stamp}`);
    await raise(elsewhere, `Shaking ${stamp}`);
    await page.goto('/alarms');
    await page.getByRole('heading', { name: 'Alarms', level: 1 }).waitFor();
    await row(`Shaking ${stamp}`).waitFor();
    await raise(device, `Turning ${stamp}`, { severity: 'CRITICAL' });
    await row(`Turning ${stamp}`).getByText(device.name).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Originator: any' }).click();
    await page.getByRole('combobox', { name: 'Originator' }).fill(device.name);
    await page.getByRole('option', { name: `${device.name} · Device` }).click();
    await row(`Shaking ${stamp}`).waitFor({ state: 'detached' });
    await row(`Turning ${stamp}`).waitFor();
    await page.getByRole('button', { name: 'Remove the filter Originator' }).click();

    await page.getByRole('button', { name: 'Type: any' }).click();
    await page.getByRole('combobox', { name: 'Type' }).fill(`shaking ${stamp}`);
    await page.getByRole('option', { name: `Shaking ${stamp}` }).click();
    await row(`Turning ${stamp}`).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Severity: any' }).click();
    await page.getByRole('menuitem', { name: 'Critical' }).click();
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await row(`Turning ${stamp}`).waitFor();
  });

  it('open beside the list, with their history, and are acknowledged and cleared', async () => {
    const alarm = await raise(device, `Grinding ${stamp}`, { details: { rpm: 1200 } });
    await page.goto('/alarms');
    await page.getByRole('link', { name: `Grinding ${stamp}` }).click();
    const panel = page.getByRole('complementary');
    await panel.getByRole('heading', { name: `Grinding ${stamp}` }).waitFor();
    await panel.getByText('"rpm": 1200').waitFor();
    await panel.getByRole('button', { name: 'Acknowledge' }).click();
    await panel.getByText('Active, acknowledged').waitFor();
    await panel.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark as cleared' }).click();
    await panel.getByText('Cleared, acknowledged').waitFor();
    await panel.getByRole('tab', { name: 'History' }).click();
    await panel.getByRole('row', { name: /Cleared.*tenant@signalbox.local/ }).waitFor();
    await panel.getByRole('row', { name: /Raised: Major/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await expect.poll(() => statusOf(alarm)).toBe('CLEARED_ACK');
  });

  it('are worked on together: everything that was found', async () => {
    const type = `Flooded ${stamp}`;
    const devices = await Promise.all(
      Array.from({ length: 30 }, (_, at) => createDevice(api, `Cellar ${at} ${stamp}`)),
    );
    await Promise.all(devices.map((one) => raise(one, type)));
    await page.goto(`/alarms?type=${encodeURIComponent(type)}`);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('button', { name: /Select all 30/ }).click();
    await page.getByRole('button', { name: 'Mark as cleared' }).click();
    await page.getByText('30 alarms cleared').waitFor();
    const found = await api.get<{ data: Alarm[] }>(`/api/alarms?pageSize=50&page=0&type=${encodeURIComponent(type)}`);
    expect(new Set(found.data.map(({ status }) => status))).toEqual(new Set(['CLEARED_UNACK']));
  });

  it('go out as a file, as they are filtered', async () => {
    const type = `Exported ${stamp}`;
    await raise(device, type, { severity: 'WARNING' });
    await page.goto(`/alarms?type=${encodeURIComponent(type)}`);
    await row(type).waitFor();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Kind of file' }).click();
    await page.getByRole('option', { name: /csv/ }).click();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const file = await download;
    const lines = (await (await file.createReadStream()).toArray()).join('').trim().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('Severity');
    expect(lines[1]).toContain(`${type},WARNING,ACTIVE_UNACK,${device.name}`);
  });

  it('of a customer are those of its entities, for its users', async () => {
    const customer = await api.post<{ id: { id: string } }>('/api/customer', { title: `Alarmed customer ${stamp}` });
    const rented = await createDevice(api, `Alarmed rental ${stamp}`);
    await api.post(`/api/customer/${customer.id.id}/device/${rented.id}`);
    await raise(rented, `Rented ${stamp}`);
    await raise(device, `Private ${stamp}`);
    const user = { email: `alarms-${stamp}@signalbox.local`, password: 'alarms-of-mine' };
    await createUser(api, { email: user.email, authority: 'CUSTOMER_USER', customerId: customer.id }, user.password);
    const own = await openPage({ user });
    await own.goto('/alarms');
    await row(`Rented ${stamp}`, own).waitFor();
    await expect.poll(() => row(`Private ${stamp}`, own).count()).toBe(0);
    const second = await createDevice(api, `Alarmed second rental ${stamp}`);
    await api.post(`/api/customer/${customer.id.id}/device/${second.id}`);
    await raise(second, `Rented too ${stamp}`);
    await row(`Rented too ${stamp}`, own).waitFor();
    await own.getByRole('checkbox', { name: 'Select all' }).check();
    await own.getByRole('button', { name: 'Acknowledge' }).click();
    await own.getByText('2 alarms acknowledged').waitFor();
  });

  it('say why they cannot be shown', async () => {
    await page.route('**/api/alarms?*', (route) =>
      // Not a status after which the list tries again by itself, before the button is clicked.
      route.fulfill({ status: 400, body: '{"status":400,"message":"No alarms today","errorCode":31}' }),
    );
    await page.goto('/alarms');
    await page.getByText('No alarms today').waitFor();
    await page.unroute('**/api/alarms?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Alarms' }).waitFor();
  });

  it('that are active are counted and listed on the home page, live, which leads to them', async () => {
    await page.goto('/home');
    const list = page.getByRole('region', { name: 'Active alarms' });
    const alarm = await raise(device, `Burning ${stamp}`, { severity: 'CRITICAL' });
    const line = list.getByRole('listitem').filter({ hasText: `Burning ${stamp}` });
    await line.getByText('Critical').waitFor();
    await line.getByText(device.name).waitFor();
    await page.getByRole('link', { name: /^Active alarms \d+ ?\d+ critical$/ }).waitFor();
    await line.getByRole('link').click();
    await page
      .getByRole('complementary')
      .getByRole('heading', { name: `Burning ${stamp}` })
      .waitFor();
    await page.goBack();
    await line.waitFor();
    await api.post(`/api/alarm/${alarm.id.id}/clear`);
    await line.waitFor({ state: 'detached' });
  });

  it('are shown and worked with while the home page that was left waits for its own', async () => {
    const release = await holdRequests(page, /\/api\/alarms\?.*severity=CRITICAL/);
    await page.goto('/home');
    await openFromMenu(page, 'Alarms');
    await page.getByRole('table', { name: 'Alarms' }).waitFor();
    const alarm = await raise(device, `Dripping ${stamp}`);
    await row(`Dripping ${stamp}`).waitFor();
    await api.post(`/api/alarm/${alarm.id.id}/ack`);
    await row(`Dripping ${stamp}`).getByText('Active, acknowledged').waitFor();
    release();
  });

  it('are found by the palette, and in the menu', async () => {
    await page.goto('/home');
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Alarms' }).click();
    await page.getByRole('table', { name: 'Alarms' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/^Search or run/).fill('alarms');
    await page
      .getByRole('option', { name: /Alarms/ })
      .first()
      .waitFor();
  });
});
