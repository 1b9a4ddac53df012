import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';

interface Identified {
  id: { id: string };
}

let customer: Identified & { title: string };

setUpConsole();
beforeAll(async () => {
  customer = await api.post('/api/customer', { title: 'Quay company' });
});

const panel = () => page.getByRole('complementary');

describe('an asset', () => {
  it('is added with a type of its own, which the next one is offered', async () => {
    await page.goto('/assets');
    await page.getByRole('button', { name: 'Add asset' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add an asset' });
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('Required').first().waitFor();
    await dialog.getByLabel('Name').fill('Quay 1');
    await dialog.getByLabel('Type').fill('quay');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Quay 1 added').waitFor();
    await page.getByRole('button', { name: 'Add asset' }).first().click();
    await dialog.getByLabel('Name').fill('Quay 2');
    await dialog.getByLabel('Type').fill('qu');
    await page.getByRole('option', { name: 'quay' }).click();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Quay 2 added').waitFor();
    expect(await api.get('/api/asset/types')).toMatchObject([{ type: 'quay' }]);
  });

  it('is edited, has attributes, and no violation of accessibility', async () => {
    await page.goto('/assets');
    await page.getByRole('link', { name: 'Quay 1' }).click();
    await panel().getByRole('heading', { name: 'Quay 1' }).waitFor();
    await panel().getByRole('button', { name: 'Edit' }).click();
    await panel().getByLabel('Label').fill('Northern quay');
    await panel().getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Saved$/).waitFor();
    expect(await api.get('/api/tenant/assets?assetName=Quay%201')).toMatchObject({
      label: 'Northern quay',
      type: 'quay',
    });
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('is assigned to a customer, and found there and by the filter', async () => {
    await page.goto(`/customers/${customer.id.id}/assets`);
    await page.getByText('No assets are assigned to this customer').waitFor();
    await page
      .getByRole('button', { name: /^Assign/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Assign assets to Quay company' });
    await dialog.getByRole('combobox', { name: 'Assets' }).fill('Quay 2');
    await page.getByRole('option', { name: 'Quay 2' }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('link', { name: 'Quay 2' }).waitFor();
    await page.goto(`/assets?customerId=${customer.id.id}&type=quay`);
    await page.getByRole('link', { name: 'Quay 2' }).waitFor();
    expect(await page.getByRole('link', { name: 'Quay 1' }).count()).toBe(0);
  });

  it('is found from everywhere by its name', async () => {
    await page.goto('/devices');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Quay 2');
    await page.getByRole('option', { name: /Quay 2/ }).click();
    await panel().getByRole('heading', { name: 'Quay 2' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/assets\//);
  });

  it('is deleted after a question that says what goes with it', async () => {
    const { id } = await api.post<Identified>('/api/asset', { name: 'Quay 3', type: 'quay' });
    await page.goto(`/assets/${id.id}`);
    await panel().getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect
      .poll(async () => JSON.stringify(await api.get('/api/tenant/assets?pageSize=10&page=0')), { timeout: 20_000 })
      .not.toContain('Quay 3');
  });
});
