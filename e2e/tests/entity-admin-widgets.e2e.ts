import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, PHONE } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createDashboard, createUser, describeWidget, type WidgetKind } from '../harness/objects.ts';

const DEVICES = '0b6f9a54-5f2e-4d30-8a27-0000000000d1';
const ASSETS = '0b6f9a54-5f2e-4d30-8a27-0000000000d2';
const RUN = `Run ${Date.now()}`;
const USER = { email: `admin-tables-${Date.now()}@signalbox.local`, password: 'long-enough' };
let dashboardId: string;
let customerDeviceId: string;

interface Made {
  id: { entityType: string; id: string };
  type: string;
  label: string;
}
type Actions = Record<string, { name: string; customFunction: string }[]>;

const part = (title: string, of = page) => of.getByRole('region', { name: title, exact: true }).first();
const row = (title: string, name: string, of = page) => part(title, of).getByRole('row', { name });

/** The actions that a new table of a kind has. */
async function shippedActions(alias: string): Promise<Actions> {
  const query = `isSystem=true&bundleAlias=entity_admin_widgets&alias=${alias}`;
  const { descriptor } = await api.get<{ descriptor: { defaultConfig: string } }>(`/api/widgetType?${query}`);
  return (JSON.parse(descriptor.defaultConfig) as { actions: Actions }).actions;
}

function table(alias: string, title: string, aliasId: string, actions: Actions) {
  const kind: WidgetKind = { bundleAlias: 'entity_admin_widgets', typeAlias: alias, type: 'latest' };
  return describeWidget(kind, title, aliasId, [], { actions, settings: { displayEntityLabel: true } });
}

setUpConsole({ sharePage: true });

beforeAll(async () => {
  const customer = await api.post<Made>('/api/customer', { title: `${RUN} Customer` });
  await createUser(api, { email: USER.email, authority: 'CUSTOMER_USER', customerId: customer.id }, USER.password);
  const device = await api.post<Made>('/api/device', {
    name: `${RUN} Lent`,
    type: 'default',
    customerId: customer.id,
  });
  customerDeviceId = device.id.id;
  const ofDevices = await shippedActions('device_admin_table');
  const ofAssets = await shippedActions('asset_admin_table');
  const own = { name: 'Own code', icon: 'star', type: 'custom', customFunction: 'alert(1);' };
  const changed = { ...ofDevices.actionCellButton?.[1], name: 'Changed code', customFunction: 'alert(2);' };
  const mixed = { ...ofDevices, actionCellButton: [...(ofDevices.actionCellButton ?? []), own, changed] };
  dashboardId = await createDashboard(
    api,
    `${RUN} Administration`,
    {
      devices: table('device_admin_table', 'Devices here', DEVICES, mixed as Actions),
      assets: table('asset_admin_table', 'Assets here', ASSETS, ofAssets),
    },
    [named(DEVICES, 'Devices', 'DEVICE'), named(ASSETS, 'Assets', 'ASSET')],
  );
  await api.post(`/api/customer/${customer.id.id}/dashboard/${dashboardId}`, {});
  await page.goto(`/dashboards/${dashboardId}`);
});

/** The alias of the entities of a kind whose names begin as those of this file. */
function named(id: string, alias: string, entityType: string) {
  return {
    id,
    alias,
    filter: { type: 'entityName', resolveMultiple: true, entityType, entityNameFilter: RUN },
  };
}

describe('tables of entities that are administered', () => {
  it('add an entity, with where it is', async () => {
    await part('Devices here').getByRole('button', { name: 'Add device' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a device' });
    await dialog.getByRole('combobox', { name: 'Device profile' }).waitFor();
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Device profile' }).inputValue()).toBe('default');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Cellar');
    await dialog.getByRole('textbox', { name: 'Latitude' }).fill('148.5');
    await dialog.getByRole('textbox', { name: 'Longitude' }).fill('11.25');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('A number from −90 to 90').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Latitude' }).fill('48.5');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`${RUN} Lent`);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    // What the server refuses stands at the field that it names.
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`${RUN} Pump`);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await row('Devices here', `${RUN} Pump Cellar`).waitFor();
    const device = await api.get<Made>(`/api/tenant/devices?deviceName=${encodeURIComponent(`${RUN} Pump`)}`);
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/values/attributes/SERVER_SCOPE?keys=latitude,longitude`;
    const place = await api.get<{ key: string; value: number }[]>(path);
    expect(Object.fromEntries(place.map(({ key, value }) => [key, value]))).toEqual({
      latitude: 48.5,
      longitude: 11.25,
    });
  });

  it('edit the one in a row', async () => {
    await row('Devices here', `${RUN} Pump`)
      .getByRole('button', { name: /^Edit device/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Edit the device' });
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Latitude' }).inputValue()).toBe('48.5');
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Attic');
    await dialog.getByRole('textbox', { name: 'Latitude' }).fill('');
    await dialog.getByRole('textbox', { name: 'Longitude' }).fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row('Devices here', `${RUN} Pump Attic`).waitFor();
    const device = await api.get<Made>(`/api/tenant/devices?deviceName=${encodeURIComponent(`${RUN} Pump`)}`);
    const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/values/attributes/SERVER_SCOPE?keys=latitude,longitude`;
    await expect.poll(() => api.get(path)).toEqual([]);
  });

  it('delete it once that is confirmed', async () => {
    const remove = row('Devices here', `${RUN} Pump`).getByRole('button', { name: /^Delete device/ });
    const dialog = page.getByRole('dialog', { name: `Delete ${RUN} Pump?` });
    await remove.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await remove.click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await row('Devices here', `${RUN} Pump`).waitFor({ state: 'detached' });
    await row('Devices here', `${RUN} Lent`).waitFor();
  });

  it('offer code that people wrote as theirs, also in place of what was shipped', async () => {
    const lent = row('Devices here', `${RUN} Lent`);
    await lent.getByRole('button', { name: /^Delete device/ }).waitFor();
    // It runs in a frame of its own; the dialogs of what was shipped are not opened by it.
    for (const name of ['Own code', 'Changed code']) await lent.getByRole('button', { name }).waitFor();
    await lent.getByRole('button', { name: 'Changed code' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('do the same with assets', async () => {
    await part('Assets here').getByRole('button', { name: 'Add asset' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an asset' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`${RUN} Hall`);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect
      .poll(() => dialog.getByRole('combobox', { name: 'Asset type' }).getAttribute('aria-invalid'))
      .toBe('true');
    await dialog.getByRole('combobox', { name: 'Asset type' }).fill('building');
    await dialog.getByRole('textbox', { name: 'Label' }).fill('North hall');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const added = row('Assets here', `${RUN} Hall North hall`);
    await added.getByRole('button', { name: /^Edit asset/ }).click();
    const edit = page.getByRole('dialog', { name: 'Edit the asset' });
    await edit.getByRole('textbox', { name: 'Name' }).fill(`${RUN} Dock`);
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    await row('Assets here', `${RUN} Dock North hall`)
      .getByRole('button', { name: /^Delete asset/ })
      .click();
    const question = page.getByRole('dialog', { name: `Delete ${RUN} Dock?` });
    await question.getByRole('button', { name: 'Delete' }).click();
    await row('Assets here', `${RUN} Dock`).waitFor({ state: 'detached' });
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('let users of customers change what is theirs, on a phone too', async () => {
    const phone = await openPage({ user: USER, viewport: PHONE });
    await phone.goto(`/dashboards/${dashboardId}`);
    const lent = row('Devices here', `${RUN} Lent`, phone);
    await lent.getByRole('button', { name: /^Edit device/ }).click();
    await expect
      .poll(() =>
        part('Devices here', phone)
          .getByRole('button', { name: /^(Add|Delete)/ })
          .all(),
      )
      .toEqual([]);
    const dialog = phone.getByRole('dialog', { name: 'Edit the device' });
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Mine');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row('Devices here', `${RUN} Lent Mine`, phone).waitFor();
    await expect.poll(async () => (await api.get<Made>(`/api/device/${customerDeviceId}`)).label).toBe('Mine');
  });
});
