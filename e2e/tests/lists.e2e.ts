import { describe, expect, inject, it } from 'vitest';
import { SYSADMIN } from '../harness/api.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createDevice, createTenant } from '../harness/objects.ts';
import { visit } from '../harness/visit.ts';

const server = inject('server');

setUpConsole();

const exists = async (deviceId: string) =>
  (await fetch(`${server.http}/api/device/${deviceId}`, { headers: { 'x-authorization': `Bearer ${api.token}` } }))
    .status === 200;

async function deleteFromRow(name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText(`${name} deleted`).waitFor();
}

describe('an address that the server would refuse', () => {
  it('leads to the list without what makes no sense in it', async () => {
    const { user, api: own } = await createTenant(server.http, 'addressed');
    const device = await createDevice(own, 'Addressed');
    const reader = await openPage({ user });
    for (const [at, query] of [
      'active=maybe',
      'deviceProfileId=abc',
      'customerId=zzz',
      'page=1e15',
      'active=true%00',
      'search=%00',
    ].entries()) {
      const path = `/devices?${query}`;
      await (at === 0 ? reader.goto(path) : visit(reader, path));
      await reader.getByRole('link', { name: device.name }).waitFor();
    }
  });
});

describe('deleting', () => {
  it('lists first what is deleted along with it', async () => {
    const device = await createDevice(api, 'Deleted with attributes');
    await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/SERVER_SCOPE`, { site: 'North', floor: 2 });
    await page.goto('/devices?search=attributes');
    await page.getByRole('button', { name: `Actions for ${device.name}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('2 attributes are deleted with it.').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => exists(device.id)).toBe(true);
  });

  it('can be undone', async () => {
    const device = await createDevice(api, 'Deleted by mistake');
    await page.goto('/devices?search=mistake');
    await deleteFromRow(device.name);
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: device.name }).waitFor();
    await expect.poll(() => exists(device.id)).toBe(true);
  });

  it('happens when the tab is closed before its Undo disappears', async () => {
    const device = await createDevice(api, 'Deleted and left');
    await page.goto('/devices?search=left');
    await deleteFromRow(device.name);
    await expect.poll(() => exists(device.id)).toBe(true);
    await page.close();
    await expect.poll(() => exists(device.id)).toBe(false);
  });

  it('frees the name immediately', async () => {
    const device = await createDevice(api, 'Replaced');
    await page.goto('/devices?search=Replaced');
    await deleteFromRow(device.name);
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(device.name);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: device.name, level: 2 }).waitFor();
    await expect.poll(() => exists(device.id)).toBe(false);
  });

  it('of a customer lists what is deleted with it and requires its title to be typed', async () => {
    const customer = await api.post<{ id: { id: string } }>('/api/customer', { title: 'Goes away' });
    const device = await createDevice(api, 'Comes back');
    await api.post(`/api/customer/${customer.id.id}/device/${device.id}`);
    await page.goto(`/customers/${customer.id.id}`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('One device goes back to the tenant.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('This is not “Goes away”').waitFor();
    await dialog.getByRole('textbox').fill('Goes away');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Goes away deleted').waitFor();
    await page.waitForURL((url) => url.pathname === '/customers');
  });
});

describe('an address', () => {
  it('restores filters, window and page of a tab', async () => {
    const device = await createDevice(api, 'Shared by its address');
    await page.goto(`/devices/${device.id}?tab=audit`);
    await page.getByRole('button', { name: 'Action: Any' }).click();
    await page.getByRole('menuitem', { name: 'Added', exact: true }).click();
    await page.getByRole('button', { name: 'Time window: Last day' }).click();
    await page.getByRole('combobox', { name: 'Length' }).click();
    await page.getByRole('option', { name: '7 days' }).click();
    await page.getByRole('button', { name: 'Update' }).click();
    await page.waitForURL(/tab\.action=ADDED.*tab\.window=604800000/);
    await page.reload();
    await page.getByRole('button', { name: 'Action: Added' }).waitFor();
    await page.getByRole('button', { name: 'Time window: Last 7 days' }).waitFor();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.waitForURL((url) => url.search === '');
  });

  it('of a missing entity says so next to the list', async () => {
    await page.goto('/devices/11111111-1111-1111-8111-111111111111');
    await page.getByText('Device cannot be shown').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('table', { name: 'Devices' }).waitFor();
  });

  it('of a page that is not permitted explains that', async () => {
    await page.goto('/tenants');
    await page.getByRole('dialog').getByText('Access is not permitted').waitFor();
  });
});

describe('a list without rows', () => {
  it('tells which of four reasons applies', async () => {
    await page.goto('/devices?search=nowhere-at-all');
    await page.getByText('Nothing matches “nowhere-at-all”').waitFor();
    await visit(page, '/devices?search=nowhere-at-all&active=true');
    await page.getByText('Nothing matches “nowhere-at-all” and the filters').waitFor();
    const customer = await api.post<{ id: { id: string } }>('/api/customer', { title: `Empty ${Date.now()}` });
    await visit(page, `/customers/${customer.id.id}/devices`);
    await page.getByText('No devices are assigned to this customer').waitFor();
    await page.route('**/api/tenant/deviceInfos*', (route) =>
      route.fulfill({ status: 403, json: { status: 403, message: 'No', errorCode: 20 } }),
    );
    await visit(page, '/devices');
    await page.getByText('You are not permitted to see this list').waitFor();
    await page.unroute('**/api/tenant/deviceInfos*');
    await page.route('**/api/tenant/deviceInfos*', (route) =>
      route.fulfill({ status: 400, json: { status: 400, message: 'Broken', errorCode: 31 } }),
    );
    await visit(page, '/devices');
    await page.getByText('The list could not be loaded').waitFor();
  });
});

describe('a list that is visited again', () => {
  it('shows what was added since, in the console that is open', async () => {
    const customer = await api.post<{ id: { id: string } }>('/api/customer', { title: `Visited ${Date.now()}` });
    const address = `/customers/${customer.id.id}/devices`;
    await page.goto(address);
    await page.getByText('No devices are assigned to this customer').waitFor();
    await page.evaluate(() => document.documentElement.setAttribute('data-loaded-once', ''));
    const device = await createDevice(api, 'Came between visits');
    await api.post(`/api/customer/${customer.id.id}/device/${device.id}`);
    await visit(page, address);
    await page.getByRole('link', { name: device.name }).waitFor();
    await page.locator('html[data-loaded-once]').waitFor();
  });
});

describe('a list without a connection to the server', () => {
  it('says so and shows its rows after a retry', async () => {
    await createDevice(api, 'Behind a broken network');
    await page.route('**/api/tenant/deviceInfos*', (route) => route.abort());
    await page.goto('/devices?search=broken');
    await page.getByText('Unable to connect').first().waitFor();
    await page.unroute('**/api/tenant/deviceInfos*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Behind a broken network' }).waitFor();
  });
});

describe('tenants', () => {
  it('can be added, and deleted with Undo, by the system administrator', async () => {
    const page = await openPage({ user: SYSADMIN });
    await page.goto('/tenants');
    await page.getByRole('button', { name: 'Add tenant' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Short-lived');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Short-lived', level: 2 }).waitFor();
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByText(/customers and users are deleted with it/).waitFor();
    await dialog.getByRole('textbox').fill('Short-lived');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Short-lived' }).waitFor();
  });
});
