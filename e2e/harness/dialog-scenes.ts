import type { Page } from 'playwright-core';
import type { Examples, Scene, Viewer } from './scenes.ts';

/** A name as the language of the page writes it: the pseudo-language puts it in brackets. */
export const named = (name: string) => ({ name: new RegExp(`^⟦?${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}⟧?$`) });

export const press = (page: Page, name: string) => page.getByRole('button', named(name)).first().click();
const dialogOf = (page: Page) => page.getByRole('dialog').first().waitFor();

/** Opens a dialog by a button of the page. */
const byButton = (name: string) => async (page: Page) => {
  await press(page, name);
  await dialogOf(page);
};

/** Opens a dialog by a key. */
const byKey = (key: string) => async (page: Page) => {
  await page.keyboard.press(key);
  await dialogOf(page);
};

/** Sends an empty form, so that it says what is missing. */
const sentEmpty = (button: string, submit: string) => async (page: Page) => {
  await byButton(button)(page);
  await page.getByRole('dialog').getByRole('button', named(submit)).click();
  await page.getByRole('alert').first().waitFor();
};

/** Opens the dialog of an action of the entity whose panel is open. */
const byAction = (name: string) => async (page: Page) => {
  await press(page, 'Actions');
  await page.getByRole('menuitem', named(name)).click();
  await dialogOf(page);
};

/** Opens the settings of the node that the failing device's messages come to. */
async function openNode(page: Page): Promise<void> {
  await page.locator('.react-flow__node', { hasText: 'Check reading' }).dblclick();
  await page.getByRole('complementary', named('Settings')).waitFor();
}

const LISTS: readonly [viewer: Viewer, path: string, add: string][] = [
  ['SYS_ADMIN', 'tenants', 'Add tenant'],
  ['TENANT_ADMIN', 'customers', 'Add customer'],
  ['TENANT_ADMIN', 'assets', 'Add asset'],
  ['TENANT_ADMIN', 'devices', 'Add device'],
  ['TENANT_ADMIN', 'deviceProfiles', 'Add device profile'],
  ['TENANT_ADMIN', 'entityViews', 'Add entity view'],
  ['TENANT_ADMIN', 'edgeInstances', 'Add edge'],
  ['TENANT_ADMIN', 'dashboards', 'Add dashboard'],
];
/** In the dialog that adds a device: the steps of a new profile, up to `button`. */
const newProfileUntil = (button: string) => async (page: Page) => {
  await byButton('Add device')(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('Photographed meter');
  await dialog.getByRole('radio', named('New profile')).check();
  await dialog.getByRole('textbox', named('Name of the profile')).fill('Photographed meters');
  if (button === '') return;
  await dialog.getByRole('button', { name: /Next: / }).click();
  await dialog.getByRole('combobox').first().click();
  await page.getByRole('option').nth(1).click();
  if (button === 'Transport') return;
  await dialog.getByRole('button', { name: /Next: / }).click();
  if (button === 'Next: Provisioning') await dialog.getByRole('button', { name: /Next: / }).click();
};
const TABS = ['attributes', 'telemetry', 'alarms', 'events', 'relations', 'audit', 'connectivity', 'downlinks'];

/** Dialogs, menus, tabs and states of pages, each opened as a person does. */
export function dialogScenes(examples: Examples): Scene[] {
  const of = (viewer: Viewer, path: string) => `/${path}/${examples[viewer][path]}`;
  const device = of('TENANT_ADMIN', 'devices');
  const customer = of('TENANT_ADMIN', 'customers');
  const tenant = 'TENANT_ADMIN' as const;
  const nowhere = '/devices?search=nothing-is-called-like-this';
  const scenes: Omit<Scene, 'name'>[] = [
    ...LISTS.flatMap(([viewer, path, add]) => [
      { viewer, address: `/${path}`, open: byButton(add) },
      ...(path === 'devices' ? [] : [{ viewer, address: `/${path}`, open: sentEmpty(add, 'Add') }]),
    ]),
    ...['devices', 'assets', 'entityViews', 'edgeInstances', 'customers', 'users'].flatMap((path) =>
      TABS.filter((tab) => tab !== 'connectivity' || path === 'devices')
        .filter((tab) => tab !== 'downlinks' || path === 'edgeInstances')
        .map((tab) => ({ viewer: tenant, address: `${of(tenant, path)}?tab=${tab}` })),
    ),
    ...['transport', 'alarms', 'provisioning', 'events', 'audit'].map((tab) => ({
      viewer: tenant,
      address: `${of(tenant, 'deviceProfiles')}?tab=${tab}`,
    })),
    {
      viewer: tenant,
      address: `${of(tenant, 'deviceProfiles')}?tab=alarms`,
      open: async (page) => {
        await press(page, 'Edit Too warm');
        await dialogOf(page);
        await page.getByRole('list', named('What would have happened')).waitFor();
      },
    },
    {
      viewer: tenant,
      address: `${of(tenant, 'deviceProfiles')}?tab=alarms`,
      open: async (page) => {
        await press(page, 'Add alarm rule');
        await dialogOf(page);
        await page.getByRole('dialog').getByRole('button', named('Add')).click();
        await page.getByRole('alert').first().waitFor();
      },
    },
    { viewer: tenant, address: '/deviceProfiles', isWide: true, open: byButton('Import device profile') },
    { viewer: tenant, address: '/devices', open: newProfileUntil('') },
    { viewer: tenant, address: '/devices', open: newProfileUntil('Transport') },
    { viewer: tenant, address: '/devices', open: newProfileUntil('Next: Alarm rules') },
    { viewer: tenant, address: '/devices', open: newProfileUntil('Next: Provisioning') },
    { viewer: tenant, address: device, open: (page) => press(page, 'Edit') },
    { viewer: tenant, address: customer, open: (page) => page.keyboard.press('e') },
    { viewer: tenant, address: `${customer}/users`, open: byButton('Add user') },
    { viewer: tenant, address: device, open: (page) => press(page, 'Actions') },
    { viewer: tenant, address: device, open: byAction('Manage credentials') },
    { viewer: tenant, address: device, open: byAction('Assign to customer') },
    { viewer: tenant, address: device, open: byAction('Delete') },
    { viewer: tenant, address: customer, open: byAction('Delete') },
    { viewer: tenant, address: `${of(tenant, 'assets')}?tab=attributes`, open: byButton('Add attribute') },
    { viewer: tenant, address: `${device}?tab=relations`, open: byButton('Add relation') },
    {
      viewer: tenant,
      address: `${of(tenant, 'assets')}?tab=alarms`,
      open: (page) => page.getByRole('link', { name: 'High temperature' }).click(),
    },
    { viewer: tenant, address: '/alarms?severity=WARNING' },
    { viewer: tenant, address: nowhere },
    { viewer: tenant, address: '/devices', isWide: true, open: (page) => press(page, 'Columns') },
    {
      viewer: tenant,
      address: '/devices',
      open: (page) => page.getByRole('checkbox', named('Select all rows on this page')).check(),
    },
    { viewer: tenant, address: `${customer}/devices`, isWide: true, open: byButton('Assign devices') },
    { viewer: tenant, address: '/dashboards', isWide: true, open: byButton('Import dashboard') },
    { viewer: tenant, address: '/profile', open: byButton('Change password') },
    { viewer: tenant, address: '/home', open: byKey('Control+k') },
    { viewer: tenant, address: '/home', open: byKey('?') },
    { viewer: tenant, address: of(tenant, 'ruleChains'), open: openNode },
    { viewer: tenant, address: of(tenant, 'ruleChains'), open: (page) => press(page, 'Show the versions') },
    { viewer: tenant, address: of(tenant, 'ruleChains'), open: byButton('Try it') },
  ];
  return scenes.map((scene, index) => ({
    ...scene,
    name: `${scene.viewer} ${scene.address.replace(/[0-9a-f-]{36}/g, 'one')} ${index}`.replaceAll(/[/?=]+/g, ' '),
  }));
}
