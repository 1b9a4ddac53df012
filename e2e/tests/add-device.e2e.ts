import { describe, expect, it } from 'vitest';
import { PHONE } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';

setUpConsole();

interface Found {
  id: { id: string };
  label: string;
  customerId: { id: string };
}

const steps = (one: typeof page) => one.getByRole('dialog').getByRole('list', { name: 'Steps' });

describe('adding a device', () => {
  it('goes through details, credentials and customer, each of which can be gone back to', async () => {
    const name = `Wizard ${Date.now()}`;
    const title = `Wizards ${Date.now()}`;
    const customer = await api.post<{ id: { id: string } }>('/api/customer', { title });
    await page.goto('/devices');
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const dialog = page.getByRole('dialog');
    const current = () => steps(page).locator('[aria-current="step"]').textContent();
    expect(await current()).toContain('Details');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Kept while one goes on');
    await dialog.getByRole('button', { name: 'Next: Credentials' }).click();
    expect(await current()).toContain('Credentials');
    await dialog.getByLabel('The device already has credentials').check();
    await dialog.getByRole('textbox', { name: 'Access token' }).fill(`token-${Date.now()}`.slice(0, 20));
    await dialog.getByRole('button', { name: 'Next: Customer' }).click();
    await dialog.getByRole('combobox', { name: 'Customer' }).fill(title);
    await page.getByRole('option', { name: title }).click();
    await steps(page)
      .getByRole('button', { name: /Credentials/ })
      .click();
    expect(await dialog.getByRole('textbox', { name: 'Access token' }).inputValue()).toMatch(/^token-/);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`${name} added`).waitFor();
    const saved = await api.get<Found>(`/api/tenant/devices?deviceName=${encodeURIComponent(name)}`);
    expect([saved.label, saved.customerId.id]).toEqual(['Kept while one goes on', customer.id.id]);
    const credentials = await api.get<{ credentialsId: string }>(`/api/device/${saved.id.id}/credentials`);
    expect(credentials.credentialsId).toMatch(/^token-/);
  });

  it('shows the step where something is missing when it is added from a later one', async () => {
    await page.goto('/devices');
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('x');
    await dialog.getByRole('button', { name: 'Next: Credentials' }).click();
    await dialog.getByLabel('The device already has credentials').check();
    await dialog.getByRole('button', { name: 'Next: Customer' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const token = dialog.getByRole('textbox', { name: 'Access token' });
    await expect.poll(() => token.evaluate((input) => input === document.activeElement)).toBe(true);
  });

  it('fits a phone', async () => {
    const phone = await openPage({ viewport: PHONE });
    await phone.goto('/devices');
    await phone.getByRole('button', { name: 'Add' }).first().click();
    await steps(phone).waitFor();
    const buttons = phone.getByRole('dialog').getByRole('button');
    const edges = () =>
      buttons.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      );
    await phone.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('On a phone');
    for (const next of ['Next: Credentials', 'Next: Customer', undefined]) {
      for (const [left = 0, right = 0] of await edges()) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(390);
      }
      if (next) await phone.getByRole('dialog').getByRole('button', { name: next }).click();
    }
  });
});
