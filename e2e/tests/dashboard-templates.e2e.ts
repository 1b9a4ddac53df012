import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, pageErrors, setUpConsole } from '../harness/console.ts';

setUpConsole({ sharePage: true });

beforeAll(async () => {
  for (const name of ['Templated boiler 1', 'Templated boiler 2']) {
    const { id } = await api.post<{ id: { id: string } }>('/api/device', { name, type: 'templated boiler' });
    await api.post(`/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, { heat: 71.5, burning: true });
  }
  await page.goto('/dashboards');
});

describe('a new dashboard', () => {
  it('begins with devices, their values and alarms, and a page for each of them', async () => {
    await page.getByRole('button', { name: 'Add dashboard' }).click();
    const dialog = page.getByRole('dialog', { name: 'New dashboard' });
    await dialog.getByRole('textbox', { name: /^Title/ }).fill('Boilers from a template');
    await dialog.getByRole('combobox', { name: 'Begin with' }).click();
    await page.getByRole('option', { name: 'Devices with their values and alarms' }).click();
    await dialog.getByRole('combobox', { name: 'Devices of type' }).fill('templated');
    await page.getByRole('option', { name: 'templated boiler' }).click();

    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('row', { name: /Templated boiler 1/ }).waitFor();
    await page.getByRole('region', { name: 'heat over time' }).or(page.getByText('heat over time')).first().waitFor();
    // In the table, and beside its line of the chart.
    await page
      .getByText(/^Templated boiler 2/)
      .nth(1)
      .waitFor();
    await page.getByRole('cell', { name: 'Templated boiler 2' }).click();
    await page.getByText('Latest values', { exact: true }).waitFor();
    await page.getByText('burning', { exact: true }).first().waitFor();
    expect(pageErrors).toEqual([]);
  });
});
