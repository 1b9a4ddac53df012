import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { visit } from '../harness/visit.ts';

interface Identified {
  id: { id: string; entityType: string };
}
interface View extends Identified {
  keys: object;
  startTimeMs: number;
}

let device: Identified;
let customer: Identified & { title: string };

setUpConsole();
beforeAll(async () => {
  device = await api.post('/api/device', { name: 'Excerpted kettle', type: 'default' });
  await api.post('/api/asset', { name: 'Excerpted house', type: 'building' });
  customer = await api.post('/api/customer', { title: 'Heat auditors' });
  const place = `/api/plugins/telemetry/DEVICE/${device.id.id}`;
  await api.post(`${place}/timeseries/ANY`, { temperature: 71, pressure: 2 });
  await api.post(`${place}/attributes/SERVER_SCOPE`, { serial: 'b-7' });
});

const panel = () => page.getByRole('complementary');
const found = async (name: string) =>
  api.get<View>(`/api/tenant/entityViews?entityViewName=${encodeURIComponent(name)}`);

describe('an entity view', () => {
  it('is added for a device, with keys of it and one that is typed', async () => {
    // Other tests have some.
    const empty = { data: [], totalPages: 0, totalElements: 0, hasNext: false };
    await page.route('**/api/tenant/entityViewInfos?*', (route) => route.fulfill({ json: empty }), { times: 1 });
    await page.goto('/entityViews');
    await page.getByText('No entity views yet').waitFor();
    await page.getByRole('button', { name: 'Add entity view' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add an entity view' });
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('Required').first().waitFor();
    await dialog.getByLabel('Name').fill('Heat report');
    await dialog.getByLabel('Type').fill('report');
    await dialog.getByRole('combobox', { name: 'Device' }).fill('Excerpted');
    await page.getByRole('option', { name: 'Excerpted kettle' }).click();
    await dialog.getByRole('combobox', { name: 'Telemetry keys' }).click();
    await page.getByRole('option', { name: 'temperature' }).click();
    await dialog.getByRole('combobox', { name: 'Telemetry keys' }).fill('humidity');
    await page.keyboard.press('Enter');
    await dialog.getByRole('combobox', { name: 'Server attributes' }).click();
    await page.getByRole('option', { name: 'serial' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Heat report added').waitFor();
    await expect
      .poll(() => found('Heat report'))
      .toMatchObject({
        entityId: device.id,
        keys: { timeseries: ['temperature', 'humidity'], attributes: { ss: ['serial'] } },
        startTimeMs: 0,
      });
  });

  it('says at once that its window ends before it begins', async () => {
    await page.goto('/entityViews');
    await page.getByRole('button', { name: 'Add entity view' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add an entity view' });
    await dialog.getByLabel('From').fill('2026-03-04T00:00:00');
    await dialog.getByLabel('To').fill('2026-03-03T00:00:00');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByText('Ends before it begins').first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows what it copied, and follows its device', async () => {
    const { id } = await found('Heat report');
    await page.goto(`/entityViews/${id.id}`);
    await panel().getByRole('heading', { name: 'Heat report' }).waitFor();
    await panel().getByRole('link', { name: 'Excerpted kettle' }).waitFor();
    await panel().getByText('temperature, humidity').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await panel()
      .getByRole('tab', { name: /telemetry/i })
      .click();
    await panel().getByText('71', { exact: true }).first().waitFor();
    await api.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, { temperature: 72, pressure: 3 });
    await panel().getByText('72', { exact: true }).first().waitFor();
    await expect.poll(() => panel().getByText('pressure').count()).toBe(0);
  });

  it('is changed to an asset in a window of time', async () => {
    const { id } = await found('Heat report');
    await page.goto(`/entityViews/${id.id}`);
    await panel().getByRole('button', { name: 'Edit' }).click();
    await panel().getByRole('combobox', { name: 'Shows values of' }).click();
    await page.getByRole('option', { name: 'Asset' }).click();
    await panel().getByRole('combobox', { name: 'Asset' }).fill('Excerpted');
    await page.getByRole('option', { name: 'Excerpted house' }).click();
    await panel().getByLabel('From').fill('2026-03-04T00:00:00');
    await panel().getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Saved$/).waitFor();
    const view = await found('Heat report');
    expect(view).toMatchObject({
      entityId: { entityType: 'ASSET' },
      keys: { timeseries: ['temperature', 'humidity'] },
    });
    expect(view.startTimeMs).toBe(await page.evaluate(() => Date.parse('2026-03-04T00:00:00')));
  });

  it('is assigned to a customer, and found by its name from everywhere', async () => {
    await page.goto(`/customers/${customer.id.id}/entityViews`);
    await page.getByText('No entity views are assigned to this customer').waitFor();
    await page
      .getByRole('button', { name: /^Assign/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Assign entity views to Heat auditors' });
    await dialog.getByRole('combobox', { name: 'Entity views' }).fill('Heat');
    await page.getByRole('option', { name: 'Heat report' }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await page.getByRole('link', { name: 'Heat report' }).waitFor();
    await visit(page, '/devices?search=Excerpted');
    await page.getByRole('link', { name: 'Excerpted kettle' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/^Search or run/).fill('Heat report');
    await page.getByRole('option', { name: /Heat report/ }).click();
    await panel().getByRole('heading', { name: 'Heat report' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/entityViews\//);
  });

  it('is deleted after a question that says what goes with it, and its device only then', async () => {
    const { id } = await api.post<Identified>('/api/entityView', { name: 'Last', type: 'x', entityId: device.id });
    const refused = api.delete(`/api/device/${device.id.id}`);
    await expect(refused).rejects.toThrow("Can't delete device that has entity views!");
    await page.goto(`/entityViews/${id.id}`);
    await panel().getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('Its device or asset stays as it is.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect
      .poll(async () => JSON.stringify(await api.get('/api/tenant/entityViews?pageSize=10&page=0')), {
        timeout: 40_000,
      })
      .not.toContain('Last');
  });

  it('is made public, and shown in the list as such', async () => {
    const { id } = await found('Heat report');
    await api.delete(`/api/customer/entityView/${id.id}`);
    await page.goto(`/entityViews/${id.id}`);
    await panel().getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Make public' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make public' }).click();
    await expect.poll(() => api.get(`/api/entityView/info/${id.id}`)).toMatchObject({ customerIsPublic: true });
    await visit(page, '/entityViews?search=Heat');
    await page.getByRole('link', { name: 'Heat report' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
