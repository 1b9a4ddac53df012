import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { visit } from '../harness/visit.ts';

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
    await expect.poll(() => api.get('/api/asset/types')).toContainEqual(expect.objectContaining({ type: 'quay' }));
  });

  it('whose panel comes late leaves the focus with who adds the next one', async () => {
    await page.goto('/assets');
    await page.getByRole('link', { name: 'Quay 1' }).waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let waiting = 0;
    await page.getByRole('button', { name: 'Add asset' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add an asset' });
    await dialog.getByLabel('Name').fill('Late panel');
    await dialog.getByLabel('Type').fill('quay');
    await page.route('**/*.js', async (route) => {
      waiting++;
      await held;
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Late panel added').waitFor();
    await expect.poll(() => waiting).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Add asset' }).first().click();
    await dialog.getByLabel('Type').fill('qu');
    await page.getByRole('option', { name: 'quay' }).waitFor();
    release();
    // Hidden from assistive technology while the dialog is open.
    await page.locator('aside h2', { hasText: 'Late panel' }).waitFor();
    await page.getByRole('option', { name: 'quay' }).click();
    await expect.poll(() => dialog.getByLabel('Type').inputValue()).toBe('quay');
    await page.keyboard.press('Escape');
  });

  it('is edited, has attributes, and no violation of accessibility', async () => {
    await page.goto('/assets?search=Quay');
    await page.getByRole('link', { name: 'Quay 1' }).click();
    await panel().getByRole('heading', { name: 'Quay 1' }).waitFor();
    await panel().getByRole('button', { name: 'Edit' }).click();
    await panel().getByLabel('Label').fill('Northern quay');
    await panel().getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Saved$/).waitFor();
    await expect
      .poll(() => api.get('/api/tenant/assets?assetName=Quay%201'))
      .toMatchObject({
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
    await expect.poll(() => page.getByRole('link', { name: 'Quay 1' }).count()).toBe(0);
  });

  it('is found from everywhere by its name', async () => {
    await page.goto('/devices');
    await page
      .getByRole('heading', { name: /^Devices/ })
      .first()
      .waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
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
      .poll(async () => JSON.stringify(await api.get('/api/tenant/assets?pageSize=10&page=0')), { timeout: 40_000 })
      .not.toContain('Quay 3');
  });
});

describe('the relations of an asset', () => {
  it('are added to several entities, changed, found from the other end, and deleted with Undo', async () => {
    const site = await api.post<Identified>('/api/asset', { name: 'Basin', type: 'site' });
    for (const name of ['Pump east', 'Pump west']) await api.post('/api/device', { name, type: 'default' });
    await page.goto(`/assets/${site.id.id}?tab=relations`);
    await panel().getByText('No relations from this entity').waitFor();
    await panel().getByRole('button', { name: 'Add relation' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add relations from this entity' });
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('Required').first().waitFor();
    await dialog.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Device', exact: true }).click();
    for (const name of ['Pump east', 'Pump west']) {
      await dialog.getByRole('combobox', { name: 'To' }).fill(name);
      await page.getByRole('option', { name }).click();
      await dialog.getByRole('button', { name: `Remove ${name}` }).waitFor();
    }
    await dialog.getByLabel('Additional information').fill('{"floor":');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('This is not valid JSON').first().waitFor();
    await dialog.getByLabel('Additional information').fill('{"floor": 2}');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await panel().getByRole('link', { name: 'Pump west' }).waitFor();
    const relations = await api.get(`/api/relations?fromId=${site.id.id}&fromType=ASSET`);
    expect(relations).toMatchObject([
      { type: 'Contains', typeGroup: 'COMMON', additionalInfo: { floor: 2 } },
      { type: 'Contains', typeGroup: 'COMMON', additionalInfo: { floor: 2 } },
    ]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await panel().getByRole('checkbox', { name: 'Select Contains: Pump east' }).check();
    await panel().getByRole('button', { name: 'Delete (1)' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await panel().getByRole('link', { name: 'Pump east' }).click();
    await panel().getByRole('heading', { name: 'Pump east' }).waitFor();
    await visit(page, `${new URL(page.url()).pathname}?tab=relations&tab.direction=TO`);
    await panel().getByRole('link', { name: 'Basin' }).waitFor();
  });
});
