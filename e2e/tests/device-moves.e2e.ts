import type { PageData } from '@signalbox/contract/page';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Api, SYSADMIN, signInByApi } from '../harness/api.ts';
import { accessibilityViolations, PHONE } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createDevice, createUser } from '../harness/objects.ts';

interface Identified {
  id: { id: string; entityType: string };
}

const BUYER = { email: 'buyer@signalbox.local', password: 'buys devices' };

setUpConsole();
let tenantId: string;
let buyer: Api;
beforeAll(async () => {
  const { http } = inject('server');
  const system = await signInByApi(http, SYSADMIN.email, SYSADMIN.password);
  const tenant = await system.post<Identified>('/api/tenant', { title: 'Buyer' });
  tenantId = tenant.id.id;
  await createUser(system, { email: BUYER.email, authority: 'TENANT_ADMIN', tenantId: tenant.id }, BUYER.password);
  buyer = await signInByApi(http, BUYER.email, BUYER.password);
});

const devicesOf = async (owner: Api, text: string) =>
  (
    await owner.get<PageData<{ name: string; type: string }>>(
      `/api/tenant/deviceInfos?pageSize=100&page=0&textSearch=${text}`,
    )
  ).data;

describe('a device', () => {
  it('is given to another tenant by its id, after its name was typed', async () => {
    const device = await createDevice(api, 'Sold pump');
    await page.goto(`/devices/${device.id}`);
    await page.getByRole('complementary').getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Give to another tenant' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give Sold pump to another tenant' });
    await dialog.getByLabel('Id of the other tenant').fill('nonsense');
    await dialog.getByRole('button', { name: 'Give away' }).click();
    await dialog.getByText('An id looks like').first().waitFor();
    await dialog.getByText('This is not “Sold pump”').first().waitFor();
    await dialog.getByLabel('Id of the other tenant').fill('7d6b1c50-0000-1000-8000-000000000000');
    await dialog.getByLabel('Type Sold pump to confirm').fill('Sold pump');
    await dialog.getByRole('button', { name: 'Give away' }).click();
    await dialog.getByText('Could not find the specified Tenant!').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByLabel('Id of the other tenant').fill(tenantId);
    await dialog.getByRole('button', { name: 'Give away' }).click();
    await page.getByText('Sold pump belongs to the other tenant now').waitFor();
    await page.waitForURL((url) => url.pathname === '/devices');
    await expect.poll(() => devicesOf(api, 'Sold')).toEqual([]);
    await expect.poll(() => devicesOf(buyer, 'Sold')).toMatchObject([{ name: 'Sold pump' }]);
  });

  it('can be given away on a phone', async () => {
    const device = await createDevice(api, 'Sold tap');
    const phone = await openPage({ viewport: PHONE });
    await phone.goto(`/devices/${device.id}`);
    await phone.getByRole('button', { name: 'Actions', exact: true }).click();
    await phone.getByRole('menuitem', { name: 'Give to another tenant' }).click();
    const dialog = phone.getByRole('dialog', { name: 'Give Sold tap to another tenant' });
    await dialog.getByLabel('Id of the other tenant').fill(tenantId);
    await dialog.getByLabel('Type Sold tap to confirm').fill('Sold tap');
    await dialog.getByRole('button', { name: 'Give away' }).click();
    await phone.getByText('Sold tap belongs to the other tenant now').waitFor();
    await expect.poll(() => devicesOf(buyer, 'tap')).toHaveLength(1);
  });

  it('gets another profile together with others', async () => {
    await api.post('/api/device', { name: 'First of the kind', type: 'Flow meter' });
    for (const number of [1, 2, 3]) await createDevice(api, `Reprofiled ${number}`);
    await page.goto('/devices?search=Reprofiled');
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Change profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the profile of 3 devices' });
    await dialog.getByRole('combobox').fill('Flow');
    await page.getByRole('option', { name: 'Flow meter' }).click();
    await dialog.getByRole('button', { name: 'Change profile' }).click();
    await page.getByText('Profile of 3 devices changed to Flow meter').waitFor();
    await page.getByRole('cell', { name: 'Flow meter' }).first().waitFor();
    await expect
      .poll(async () => (await devicesOf(api, 'Reprofiled')).map(({ type }) => type))
      .toEqual(Array(3).fill('Flow meter'));
  });
});

describe('an asset', () => {
  it('says in its details whose it is', async () => {
    const customer = await api.post<Identified>('/api/customer', { title: 'Owner of a shed' });
    const { id } = await api.post<Identified>('/api/asset', { name: 'Shed', type: 'building' });
    await api.post(`/api/customer/${customer.id.id}/asset/${id.id}`);
    await page.goto(`/assets/${id.id}`);
    const details = page.getByRole('complementary');
    await details.getByRole('link', { name: 'Owner of a shed' }).waitFor();
    await details.getByRole('link', { name: 'Owner of a shed' }).click();
    await page.getByRole('heading', { name: 'Owner of a shed', level: 2 }).waitFor();
  });
});
