import { beforeAll, describe, expect, inject, it } from 'vitest';
import { SYSADMIN, signInByApi } from '../harness/api.ts';
import { accessibilityViolations, restingBox } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createDevice, createTenant } from '../harness/objects.ts';
import { visit } from '../harness/visit.ts';

interface Identified {
  id: { id: string };
}

const server = inject('server');
let customerId: string;

setUpConsole();
beforeAll(async () => {
  customerId = (await api.post<Identified>('/api/customer', { title: 'Harbour' })).id.id;
});

describe('a customer', () => {
  it('has a country from a list and a postal code in the format of that country', async () => {
    await page.goto(`/customers/${customerId}`);
    await page.getByRole('complementary').getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Country').fill('ger');
    await page.getByRole('option', { name: 'Germany' }).click();
    const code = page.getByLabel('Postal code');
    await code.fill('101');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Postal codes of Germany look like 10115').waitFor();
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    await code.fill('10115');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Saved$/).waitFor();
    await expect.poll(() => api.get(`/api/customer/${customerId}`)).toMatchObject({ country: 'Germany', zip: '10115' });
  });

  it('can be assigned several unassigned devices together, and on request those of other customers', async () => {
    const other = await api.post<Identified>('/api/customer', { title: 'Hinterland' });
    const [one, two, taken] = [
      await createDevice(api, 'Crane one'),
      await createDevice(api, 'Crane two'),
      await createDevice(api, 'Crane taken'),
    ];
    await api.post(`/api/customer/${other.id.id}/device/${taken.id}`);
    await page.goto(`/customers/${customerId}/devices`);
    await page.getByRole('button', { name: 'Assign devices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign devices to Harbour' });
    const field = dialog.getByRole('combobox', { name: 'Devices' });
    const choices = await restingBox(page.getByRole('listbox'));
    const buttons = await restingBox(dialog.getByRole('button', { name: 'Cancel' }));
    expect(choices.y + choices.height).toBeLessThanOrEqual(buttons.y);
    for (const { name } of [one, two]) {
      await field.fill('Crane');
      await page.getByRole('option', { name }).click();
      await dialog.getByRole('button', { name: `Remove ${name}` }).waitFor();
    }
    await field.fill('Crane');
    await page.getByText('No matches').waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Also devices of other customers').check();
    await field.fill('Crane');
    await page.getByRole('option', { name: 'Crane taken (Hinterland)' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Assign to customer' }).click();
    await page.getByText('Assigned to Harbour: 2 devices').waitFor();
    await page.getByRole('link', { name: one.name }).waitFor();
    await page.getByRole('link', { name: two.name }).waitFor();
    await expect.poll(() => page.getByRole('link', { name: taken.name }).count()).toBe(0);
  });

  it('is counted among those that are selected together only where it can be deleted', async () => {
    const stamp = Date.now();
    const shown = await createDevice(api, `Shown to all ${stamp}`);
    await api.post(`/api/customer/public/device/${shown.id}`);
    await api.post('/api/customer', { title: `Republic ${stamp}` });
    await page.goto('/customers?search=public');
    await page.getByRole('link', { name: `Republic ${stamp}` }).waitFor();
    await page.getByRole('link', { name: 'Public', exact: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    const bar = page.getByRole('toolbar', { name: / selected$/ });
    await bar.getByRole('button', { name: 'Delete' }).waitFor();
    await expect.poll(() => bar.getByRole('button', { name: /^Select all/ }).count()).toBe(0);

    const own = await createTenant(server.http, `selecting-${stamp}`);
    await own.api.post('/api/user?sendActivationMail=false', {
      email: `colleague-${stamp}@signalbox.local`,
      authority: 'TENANT_ADMIN',
      tenantId: (await own.api.get<{ tenantId: object }>('/api/auth/user')).tenantId,
    });
    const others = await openPage({ user: own.user });
    await others.goto('/users');
    await others.getByRole('link', { name: `colleague-${stamp}` }).waitFor();
    await others.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    const ofUsers = others.getByRole('toolbar', { name: '1 selected' });
    await ofUsers.getByRole('button', { name: 'Delete' }).waitFor();
    await expect.poll(() => ofUsers.getByRole('button', { name: /^Select all/ }).count()).toBe(0);
    await others.close();
  });

  it('that was deleted elsewhere is said to be gone on the pages of what it has', async () => {
    const makeCustomer = () => api.post<Identified>('/api/customer', { title: `Elsewhere ${Date.now()}` });
    const isGone = () => page.getByRole('main').getByText('This no longer exists').first().waitFor();
    for (const [place, action] of [
      ['devices', 'Assign devices'],
      ['assets', 'Assign assets'],
      ['dashboards', 'Assign dashboards'],
      ['users', 'Add user'],
    ] as const) {
      const { id } = await makeCustomer();
      await visit(page, `/customers/${id.id}/${place}`);
      const asked = page.getByRole('button', { name: action }).first();
      await asked.waitFor();
      await page.getByRole('heading', { name: /Elsewhere/ }).waitFor();
      await api.delete(`/api/customer/${id.id}`);
      await asked.click();
      await isGone();
    }
    for (const place of ['edgeInstances', 'entityViews']) {
      const { id } = await makeCustomer();
      await visit(page, `/customers/${id.id}/${place}`);
      await page.getByRole('heading', { name: /Elsewhere/ }).waitFor();
      await api.delete(`/api/customer/${id.id}`);
      // Somebody comes back from another tab.
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await isGone();
    }
    const tenant = await createTenant(server.http, `elsewhere-${Date.now()}`);
    const { tenantId } = await tenant.api.get<{ tenantId: { id: string } }>('/api/auth/user');
    const system = await openPage({ user: SYSADMIN });
    await system.goto(`/tenants/${tenantId.id}/users`);
    await system.getByRole('main').getByRole('link', { name: tenant.user.email }).waitFor();
    await (await signInByApi(server.http, SYSADMIN.email, SYSADMIN.password)).delete(`/api/tenant/${tenantId.id}`);
    await system.getByRole('button', { name: 'Add administrator' }).click();
    await system.getByRole('main').getByText('This no longer exists').waitFor();
    await expect.poll(() => system.getByRole('main').getByRole('link', { name: tenant.user.email }).count()).toBe(0);
    await system.close();
  });

  it('can be used to filter devices, and so can having no customer', async () => {
    await createDevice(api, 'Loose buoy');
    await page.goto('/devices?search=buoy');
    await page.getByRole('button', { name: 'Customer: any' }).click();
    await page.getByRole('option', { name: 'No customer' }).click();
    await page.getByRole('button', { name: 'Customer: No customer' }).waitFor();
    await page.getByRole('link', { name: 'Loose buoy' }).waitFor();
    await visit(page, '/devices?search=Cold&customerId=none');
    await page.getByText('Nothing matches').waitFor();
  });

  it('opens what is public by names of its own where it is the public one', async () => {
    const device = await createDevice(api, 'Weather on the pier');
    const shared = await api.post<{ customerId: { id: string } }>(`/api/customer/public/device/${device.id}`);
    await page.goto(`/customers?search=Public`);
    const row = page.getByRole('row', { name: /Public/ });
    await row.getByRole('button', { name: /^Actions/ }).click();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Users' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Public entity views' }).waitFor();
    await page.getByRole('menuitem', { name: 'Public devices' }).click();
    await page.waitForURL((url) => url.pathname === `/customers/${shared.customerId.id}/devices`);
    await page.getByRole('link', { name: 'Weather on the pier' }).waitFor();
  });

  it('sees its dashboards, starts on its home dashboard, and loses what is unassigned', async () => {
    const dashboard = await api.post<Identified>('/api/dashboard', { title: 'Tides', configuration: null });
    const email = 'harbour@signalbox.local';
    const user = await api.post<Identified>('/api/user?sendActivationMail=false', {
      email,
      authority: 'CUSTOMER_USER',
      customerId: { entityType: 'CUSTOMER', id: customerId },
    });
    await page.goto(`/customers/${customerId}/dashboards`);
    await page.getByRole('button', { name: 'Assign dashboards' }).first().click();
    await page.getByRole('dialog').getByLabel('Dashboards').fill('Tides');
    await page.getByRole('option', { name: 'Tides' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Assign to customer' }).click();
    await page.getByText('Assigned to Harbour: 1 dashboard').waitFor();
    await page.getByRole('link', { name: 'Tides' }).waitFor();

    await page.goto(`/customers/${customerId}`);
    await page.getByRole('complementary').getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Home dashboard').click();
    await page.getByRole('option', { name: 'Tides' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Saved$/).waitFor();

    const link = await fetch(`${server.http}/api/user/${user.id.id}/activationLink`, {
      headers: { 'x-authorization': `Bearer ${api.token}` },
    }).then((reply) => reply.text());
    const visitor = await openPage({ user: null });
    await visitor.goto(new URL(link).pathname + new URL(link).search);
    await visitor.getByLabel('New password', { exact: true }).fill('short');
    await visitor.getByRole('button', { name: 'Choose a password' }).click();
    await visitor.getByText('Needs at least 6 characters').waitFor();
    await visitor.getByLabel('New password', { exact: true }).fill('long enough'.replace(' ', '-'));
    await visitor.getByLabel('New password again').fill('long-enough');
    await visitor.getByRole('button', { name: 'Choose a password' }).click();
    await visitor.waitForURL((url) => url.pathname === '/home');
    // An empty dashboard replaces the counts and lists.
    await expect.poll(() => visitor.getByRole('heading', { name: /Welcome/ }).count()).toBe(0);

    // When it cannot be loaded, they are shown instead, with a message.
    await visitor.route('**/api/dashboard/home', (route) =>
      route.fulfill({ status: 400, json: { status: 400, message: 'Broken', errorCode: 31 } }),
    );
    await visitor.reload();
    await visitor.getByRole('alert').getByText('Your home dashboard could not be loaded.').waitFor();
    await visitor.getByRole('heading', { name: /Welcome/ }).waitFor();
    expect(await accessibilityViolations(visitor)).toEqual([]);
    await visitor.unroute('**/api/dashboard/home');
    await visitor.getByRole('button', { name: 'Try again' }).click();
    await visitor.getByRole('heading', { name: /Welcome/ }).waitFor({ state: 'detached' });

    await visitor.goto('/dashboards');
    await visitor.getByRole('link', { name: 'Tides' }).waitFor();

    await page.goto(`/customers/${customerId}/dashboards`);
    await page.getByRole('button', { name: 'Actions for Tides' }).click();
    await page.getByRole('menuitem', { name: 'Take back from customer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back from customer' }).click();
    await page.getByText('Tides is taken back').waitFor();
    await visitor.goto('/home');
    await visitor.getByRole('heading', { name: /Welcome/ }).waitFor();
    await visitor.goto(`/dashboards/${dashboard.id.id}`);
    await visitor.getByRole('alert').waitFor();
  });
});
