import { beforeAll, describe, expect, it } from 'vitest';
import { CUSTOMER } from '../harness/api.ts';
import { accessibilityViolations, DESKTOP, expectNoSidewaysScroll, PHONE } from '../harness/browser.ts';
import { api, openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { editorTool } from '../harness/dashboard-editor.ts';
import { createDashboard } from '../harness/objects.ts';

const PUMPS = '0b6f9a54-5f2e-4d30-8a27-0000000000d1';
let dashboardId: string;
/** Of the first device. */
let pumpId: string;

interface StoredDashboard {
  configuration: {
    entityAliases: Record<string, { alias: string; filter: object }>;
    widgets: Record<
      string,
      { typeAlias: string; config: { datasources: { entityAliasId: string; dataKeys: { name: string }[] }[] } }
    >;
  };
}

const suggested = () => page.getByRole('region', { name: 'Widgets for these values' });

setUpConsole({ sharePage: true });

beforeAll(async () => {
  for (const [at, pressure] of [3.1, 2.8, 3.4].entries()) {
    const device = { name: `Suggested pump ${at}`, type: 'suggested pump' };
    const { id } = await api.post<{ id: { id: string } }>('/api/device', device);
    if (at === 0) pumpId = id.id;
    await api.post(`/api/plugins/telemetry/DEVICE/${id.id}/timeseries/ANY`, { pressure, running: at !== 1 });
  }
  const filter = { type: 'deviceType', resolveMultiple: true, deviceType: 'suggested pump', deviceNameFilter: '' };
  dashboardId = await createDashboard(api, 'Pumps to come', {}, [{ id: PUMPS, alias: 'Pumps', filter }]);
  await page.goto(`/dashboards/${dashboardId}`);
});

describe('a widget that begins with its data', () => {
  it('is one of three that show them', async () => {
    await page.getByRole('button', { name: 'Edit the dashboard' }).click();
    await page.getByRole('button', { name: 'Add widget' }).first().click();
    await page.getByRole('button', { name: /^Begin with data/ }).click();
    // The only alias of the dashboard is chosen.
    await page.getByRole('combobox', { name: /^Keys/ }).fill('pressure');
    await page
      .getByRole('option', { name: /^pressure/ })
      .first()
      .click();
    await suggested().getByRole('button', { name: 'Add: Bars' }).waitFor();
    // The list of keys covers none of them.
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
    const names = () =>
      suggested()
        .getByRole('button', { name: /^Add: / })
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    await expect.poll(() => names()).toEqual(['Add: Timeseries Line Chart', 'Add: Entities table', 'Add: Bars']);
    // They are at work.
    await suggested().getByText('Suggested pump 2').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('combobox', { name: 'Add a key' }).fill('running');
    await page
      .getByRole('option', { name: /^running/ })
      .first()
      .click();
    await expect.poll(names).toEqual(['Add: Timeseries Line Chart', 'Add: State Chart', 'Add: Entities table']);
    await suggested().getByRole('button', { name: 'Add: Entities table' }).click();
    await page.getByRole('tab', { name: 'Data', selected: true }).waitFor();
    await editorTool('Save').click();
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor();
    const { configuration } = await api.get<StoredDashboard>(`/api/dashboard/${dashboardId}`);
    const [widget, ...others] = Object.values(configuration.widgets);
    expect(others).toEqual([]);
    expect(widget?.typeAlias).toBe('entities_table');
    expect(widget?.config.datasources).toMatchObject([
      { entityAliasId: PUMPS, dataKeys: [{ name: 'pressure' }, { name: 'running' }] },
    ]);
    await page
      .getByRole('cell', { name: '2.80' })
      .or(page.getByRole('cell', { name: '2.8' }))
      .first()
      .waitFor();
    expect(pageErrors).toEqual([]);
  });
});

describe('values of a device', () => {
  const shown = () => page.getByRole('dialog', { name: 'Show on a widget' });
  const offered = () =>
    shown()
      .getByRole('button', { name: /^Add: / })
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));

  it('are shown on widgets, of which one is put on a dashboard', async () => {
    await page.goto(`/devices/${pumpId}?tab=telemetry`);
    // Whole words, also beside everything else that a line has on a phone.
    const key = page.getByRole('button', { name: 'History of pressure' });
    await page.setViewportSize(PHONE);
    await expect.poll(async () => (await key.boundingBox())?.height).toBeLessThan(24);
    await page.setViewportSize(DESKTOP);
    await page.getByRole('checkbox', { name: 'Select pressure' }).check();
    await page.getByRole('button', { name: 'Show on a widget' }).click();
    await expect.poll(offered).toEqual(['Add: Timeseries Line Chart', 'Add: Gauge', 'Add: Simple card']);
    // They are at work.
    await shown()
      .getByText(/^3\.10?$/)
      .first()
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await shown().getByRole('combobox', { name: 'Widgets' }).click();
    await page.getByRole('option', { name: 'Cards' }).click();
    await expect.poll(offered).toContain('Add: Attributes card');
    await shown().getByRole('button', { name: 'Add: Attributes card' }).click();
    const add = page.getByRole('dialog', { name: 'Add to a dashboard' });
    // The list is open at once, and covers no button.
    await page.getByRole('option').first().waitFor();
    await add.getByRole('button', { name: 'Add' }).click();
    await add.getByText('Choose a dashboard').waitFor();
    await add.getByRole('combobox', { name: 'Dashboard' }).fill('Pumps to come');
    await page.getByRole('option', { name: 'Pumps to come' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await add.getByRole('button', { name: 'Add' }).click();
    await page.waitForURL(`**/dashboards/${dashboardId}`);
    await page.getByText('pressure of Suggested pump 0').waitFor();
    const { configuration } = await api.get<StoredDashboard>(`/api/dashboard/${dashboardId}`);
    const added = Object.values(configuration.widgets).find(({ typeAlias }) => typeAlias === 'attributes_card');
    const aliasId = added?.config.datasources[0]?.entityAliasId ?? '';
    expect(configuration.entityAliases[aliasId]).toMatchObject({
      alias: 'Suggested pump 0',
      filter: { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: pumpId } },
    });
    expect(pageErrors).toEqual([]);
  });

  it('are shown to users of a customer on a phone, who have no dashboards to put them on', async () => {
    const { data } = await api.get<{ data: { id: { id: string } }[] }>(
      '/api/customers?pageSize=1&page=0&textSearch=Nordfisk',
    );
    await api.post(`/api/customer/${data[0]?.id.id}/device/${pumpId}`);
    const phone = await openPage({ user: CUSTOMER, viewport: PHONE });
    await phone.goto(`/devices/${pumpId}?tab=telemetry`);
    await phone.getByRole('checkbox', { name: 'Select all keys' }).check();
    await phone.getByRole('button', { name: 'Show on a widget' }).click();
    const dialog = phone.getByRole('dialog', { name: 'Show on a widget' });
    await dialog.getByText('Timeseries Line Chart').waitFor();
    await dialog
      .getByRole('heading', { name: /of Suggested pump 0$/ })
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Close' }).waitFor();
    // Nothing of them can be put anywhere.
    await expect.poll(() => dialog.getByRole('button', { name: /^Add/ }).count()).toBe(0);
    await expectNoSidewaysScroll(phone);
    expect(await accessibilityViolations(phone)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });
});
