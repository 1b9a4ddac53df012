import type { Page } from 'playwright-core';
import type { Api } from './api.ts';
import { named, press } from './dialog-scenes.ts';
import { createDashboard, describeWidget, singleDevice, type WidgetKind } from './objects.ts';
import type { Scene } from './scenes.ts';

const VIEWER = 'TENANT_ADMIN' as const;
const ALIAS = '0b6f9a54-5f2e-4d30-8a27-0000000000e1';

interface TypeDetails {
  alias: string;
  bundleAlias: string;
  descriptor: { type: WidgetKind['type']; dataKeySettingsSchema?: string };
}

/** A dashboard with a widget of each kind of settings that keys have. */
export interface KeysDashboard {
  id: string;
  /** Titles of its widgets, and the key of each. */
  keys: readonly (readonly [title: string, key: string])[];
}

/** The table of entities, whose own settings are photographed. */
const TABLE = 'entities_table';

/** Creates a dashboard that has each form of settings of keys once. */
export async function createKeysDashboard(api: Api, title: string, deviceId: string): Promise<KeysDashboard> {
  const bundles = await api.get<{ alias: string }[]>('/api/widgetsBundles');
  const details = await Promise.all(
    bundles.map(({ alias }) =>
      api.get<TypeDetails[]>(`/api/widgetTypesDetails?isSystem=true&bundleAlias=${encodeURIComponent(alias)}`),
    ),
  );
  const bySchema = new Map(
    details.flat().flatMap((type) => {
      const schema = type.descriptor.dataKeySettingsSchema ?? '';
      return schema.includes('properties') ? [[schema, type] as const] : [];
    }),
  );
  const types = [...bySchema.values()];
  const table = details.flat().find(({ alias }) => alias === TABLE) as TypeDetails;
  const keyOf = ({ descriptor }: TypeDetails) => (descriptor.type === 'alarm' ? 'severity' : 'temperature');
  const widgets = [...new Set([...types, table])].map((type, index) => {
    const kind = { bundleAlias: type.bundleAlias, typeAlias: type.alias, type: type.descriptor.type };
    const dataKeys = [{ type: 'alarm', name: 'severity', label: 'severity', color: '#2196f3', settings: {} }];
    const alarms = { alarmSource: { type: 'entity', entityAliasId: ALIAS, dataKeys } };
    const widget = describeWidget(kind, type.alias, ALIAS, [{ name: 'temperature' }], alarms);
    return [`0b6f9a54-5f2e-4d30-8a27-${String(index).padStart(12, '0')}`, widget] as const;
  });
  const aliases = [{ id: ALIAS, alias: 'Greenhouse', filter: singleDevice(deviceId) }];
  const id = await createDashboard(api, title, Object.fromEntries(widgets), aliases);
  return { id, keys: types.map((type) => [type.alias, keyOf(type)]) };
}

const edit = (page: Page) => press(page, 'Edit the dashboard');

/** Opens a tool of the editor. */
const editing = (tool: string) => async (page: Page) => {
  await edit(page);
  await press(page, tool);
  await page.getByRole('complementary').last().waitFor();
};

/** Opens the library of widget types; phones unfold the ways to a widget first. */
async function openLibrary(page: Page): Promise<void> {
  await edit(page);
  await press(page, 'Add widget');
  const [way, panel] = [page.getByRole('button', named('From the library')), page.getByRole('complementary').last()];
  await way.or(panel).first().waitFor();
  if (await way.isVisible()) await way.click();
  await panel.waitFor();
}

/** Opens the settings of a key that its widget's type has. */
const keySettings = (title: string, key: string) => async (page: Page) => {
  await edit(page);
  await page.getByRole('button', { name: new RegExp(`^⟦?${title}, `) }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: new RegExp(`^⟦?Edit ${key}`) }).click();
  await page.getByRole('dialog').getByRole('tab').last().click();
};

/** Opens the settings that the type of a widget has, with the groups that are closed at first. */
const ownSettings = (title: string) => async (page: Page) => {
  await edit(page);
  await page.getByRole('button', { name: new RegExp(`^⟦?${title}, `) }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('tab', named('Settings')).click();
  const closed = page.locator('[data-schema-form] button[aria-expanded="false"]');
  await closed.first().waitFor();
  while ((await closed.count()) > 0) await closed.first().click();
};

/** Opens the list of deleted widget types, which phones have in a menu. */
async function deletedTypes(page: Page): Promise<void> {
  const words = named('Deleted widget types');
  const more = page.getByRole('button', named('More'));
  const button = page.getByRole('button', words);
  await more.or(button).first().waitFor();
  if (await button.isVisible()) await button.click();
  else {
    await more.click();
    await page.getByRole('menuitem', words).click();
  }
  await page.getByRole('dialog').waitFor();
}

/** The editor of dashboards with its panels, the settings of keys, and what was deleted of the widget library. */
export function editorScenes(dashboard: KeysDashboard, bundle: string): Scene[] {
  const address = `/dashboards/${dashboard.id}`;
  const scene = (name: string, open: Scene['open'], at = address): Scene => ({
    ...{ name: `${VIEWER} editor ${name}`, viewer: VIEWER, address: at, open },
  });
  return [
    scene('settings', editing('Settings of the dashboard')),
    scene('states', editing('States')),
    scene('library', openLibrary),
    ...dashboard.keys.map(([title, key]) => scene(`key of ${title}`, keySettings(title, key))),
    scene(`settings of ${TABLE}`, ownSettings(TABLE)),
    scene('deleted types', deletedTypes, `/widgets-bundles/${bundle}/widgetTypes`),
  ];
}
