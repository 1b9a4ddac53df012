import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, openFromMenu } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { visit } from '../harness/visit.ts';

const TITLE = 'Ferry instruments';
const DESCRIPTOR = {
  type: 'latest',
  sizeX: 6,
  sizeY: 4,
  resources: [],
  templateHtml: '<p class="depth">Depth of the ferry</p>',
  templateCss: '',
  controllerScript: 'self.onInit = function () {};',
  settingsSchema: '{}',
  dataKeySettingsSchema: '{}',
  defaultConfig: '{"title":"Depth","datasources":[]}',
  memberOfAnotherPlatform: { kept: [1, null, '<b>'] },
};

interface Bundle {
  id: { id: string };
  alias: string;
}
let bundle: Bundle;

setUpConsole({ sharePage: true });
beforeAll(async () => {
  bundle = await api.post<Bundle>('/api/widgetsBundle', { title: TITLE, alias: 'ferry_instruments' });
  await api.post('/api/widgetType', {
    bundleAlias: bundle.alias,
    alias: 'depth',
    name: 'Depth gauge',
    description: 'Metres below the keel.',
    descriptor: DESCRIPTOR,
  });
});
const storedTypes = () =>
  api.get<{ name: string; description: string; descriptor: object }[]>(
    `/api/widgetTypesDetails?isSystem=false&bundleAlias=${bundle.alias}`,
  );
const choose = (content: string) =>
  page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'library.json', mimeType: 'application/json', buffer: Buffer.from(content) });

const cards = () => page.getByRole('list', { name: 'Widget library' }).getByRole('listitem');
const titles = () => cards().evaluateAll((all) => all.map((card) => card.getAttribute('aria-label') ?? ''));
const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.getAttribute('aria-label'));

describe('the widget library', () => {
  it('shows bundles as cards, in order, by the keyboard, and as a table for who prefers that', async () => {
    await page.goto('/widgets-bundles?search=gauges');
    const gauges = ['Analogue gauges', 'Digital gauges'];
    await expect.poll(titles).toEqual(gauges);
    await page.getByRole('button', { name: 'In ascending order: turn it round' }).click();
    await page.waitForURL(/sort=title%2Cdesc/);
    await expect.poll(titles).toEqual(gauges.toReversed());
    await page.getByRole('combobox', { name: 'Order by' }).selectOption('Created');
    await page.waitForURL(/sort=createdTime%2Cdesc/);
    await visit(page, '/widgets-bundles?search=gauges');
    await expect.poll(titles).toEqual(gauges);

    await cards().first().getByRole('link').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toBe('Digital gauges');
    await page.keyboard.press('Home');
    await expect.poll(focused).toBe('Analogue gauges');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary').getByText('Analogue gauges').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe('Analogue gauges');

    const row = page.getByRole('row', { name: /Digital gauges/ });
    const kept = async () => (await api.get<Record<string, unknown>>('/api/user/preferences'))['view.widgetsBundles'];
    await page.getByRole('button', { name: 'Show as table' }).click();
    await row.waitFor();
    await expect.poll(() => cards().count()).toBe(0);
    await expect.poll(kept).toBeDefined();
    await page.reload();
    await row.waitFor();
    await page.getByRole('button', { name: 'Show as cards' }).click();
    await expect.poll(titles).toEqual(gauges);
    await expect.poll(kept).toBeUndefined();
  });

  it('lists bundles, and shows widgets of a bundle of the system at work', async () => {
    await visit(page, '/home');
    await openFromMenu(page, 'Widget library');
    await page.getByText(TITLE).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Actions for Cards', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Export as a file' }).waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Open' }).click();
    const card = page.getByRole('listitem', { name: 'Attributes card' });
    // It is the last one: widgets are drawn when they are nearly on the screen.
    await card.scrollIntoViewIfNeeded();
    await card.getByText('Humidity').first().waitFor();
    await card
      .getByText(/^\d+ ?%$/)
      .first()
      .waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Import widget type' }).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('searchbox').fill('hierarchy');
    await card.waitFor({ state: 'detached' });
    await page.getByRole('listitem', { name: 'Entities hierarchy' }).waitFor();
  });

  it('draws a type of the tenant, takes it out as a file, and in again', async () => {
    await visit(page, `/widgets-bundles/${bundle.id.id}/widgetTypes`);
    const card = page.getByRole('listitem', { name: 'Depth gauge' });
    await card.frameLocator('iframe').getByText('Depth of the ferry').waitFor();
    const download = page.waitForEvent('download');
    await card.getByRole('button', { name: 'Export as a file: Depth gauge' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('depth_gauge.json');
    const content = await readFile(await file.path(), 'utf8');
    expect(JSON.parse(content)).toEqual({
      alias: 'depth',
      name: 'Depth gauge',
      image: null,
      description: 'Metres below the keel.',
      descriptor: DESCRIPTOR,
    });

    await page.getByRole('button', { name: 'Import widget type' }).click();
    await choose('{"name":"Card","descriptor":[]}');
    await page.getByRole('alert').getByText('“descriptor” is not an object').waitFor();
    await choose(
      content.replace('Metres below the keel.', 'Metres under the keel.').replace('of the ferry', 'imported'),
    );
    await page.getByRole('dialog').getByText('Depth gauge', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Overwrite Depth gauge?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(async () => (await storedTypes())[0]?.description).toBe('Metres below the keel.');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await question.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByText('Depth gauge is imported').waitFor();
    await card.frameLocator('iframe').getByText('Depth imported').waitFor();
    await expect
      .poll(() => storedTypes())
      .toMatchObject([
        {
          description: 'Metres under the keel.',
          descriptor: { memberOfAnotherPlatform: DESCRIPTOR.memberOfAnotherPlatform },
        },
      ]);
  });

  it('renames a type, deletes it and restores it', async () => {
    await page.goto(`/widgets-bundles/${bundle.id.id}/widgetTypes`);
    await page.getByRole('button', { name: 'Edit: Depth gauge' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sounder');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Sounder is saved').waitFor();
    await visit(page, `/widgets-bundles/${bundle.id.id}/widgetTypes`);
    const card = page.getByRole('listitem', { name: 'Sounder' });
    await card.getByRole('button', { name: 'Delete: Sounder' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('This bundle has no widget types yet').waitFor();
    await page.getByRole('button', { name: 'Deleted widget types' }).click();
    await page.getByRole('button', { name: 'Restore Sounder' }).click();
    await page.getByText('Sounder is back.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await card.waitFor();
  });

  it('adds a bundle, and takes one in from a file with what it replaces', async () => {
    await visit(page, '/widgets-bundles');
    // Bundles are seen by what is in them.
    const gauges = page.getByRole('listitem', { name: 'Digital gauges', exact: true });
    await gauges.scrollIntoViewIfNeeded();
    await gauges.locator('img').first().waitFor();
    await gauges.getByText('Bundle of the system').waitFor();
    await gauges.getByText(/^\d+ widget types$/).waitFor();
    const own = page.getByRole('listitem', { name: TITLE, exact: true });
    await own.scrollIntoViewIfNeeded();
    await own.getByText('Bundle of the tenant').waitFor();
    await own.getByText('1 widget type').waitFor();
    await page.getByRole('button', { name: 'Add bundle' }).click();
    const dialog = page.getByRole('dialog', { name: 'New bundle of widgets' });
    await dialog.getByLabel(/^Title( \*)?$/).fill('Harbour instruments');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Harbour instruments added').waitFor();

    await visit(page, '/widgets-bundles');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Actions for ${TITLE}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Export as a file' }).click();
    const content = await readFile(await (await download).path(), 'utf8');
    expect(JSON.parse(content)).toMatchObject({
      widgetsBundle: { alias: 'ferry_instruments', title: TITLE },
      widgetTypes: [{ alias: 'depth', name: 'Sounder' }],
    });
    await page.getByRole('button', { name: 'Import bundle' }).click();
    await choose(content.replace('"Sounder"', '"Echo sounder"'));
    await page.getByText(`${TITLE}: one widget type`).waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const question = page.getByRole('dialog', { name: `Overwrite ${TITLE}?` });
    await question.getByText('These widget types are replaced: Sounder.').waitFor();
    await question.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByText(`${TITLE} is imported`).waitFor();
    await expect.poll(() => storedTypes()).toMatchObject([{ name: 'Echo sounder' }]);
  });

  it('deletes a bundle with its types and restores both', async () => {
    await visit(page, '/widgets-bundles');
    await page.getByRole('button', { name: `Actions for ${TITLE}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: `Delete ${TITLE}?` });
    await question.getByText('Its widget type goes with it.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.waitFor({ state: 'detached' });
    // Leaving the page does not wait for Undo.
    await page.goto('/widgets-bundles');
    await expect.poll(async () => (await storedTypes()).length).toBe(0);
    await page.getByRole('button', { name: 'Deleted bundles' }).click();
    await page.getByRole('button', { name: `Restore ${TITLE}` }).click();
    await page.getByText(`${TITLE} is back.`).waitFor();
    await expect.poll(() => storedTypes()).toMatchObject([{ name: 'Echo sounder' }]);
  });

  it('deletes several bundles that are selected, of which those of the system are none', {
    timeout: 180_000,
  }, async () => {
    const names = ['Gauges east', 'Gauges north', 'Gauges west'];
    for (const title of names) await api.post('/api/widgetsBundle', { title });
    await visit(page, '/widgets-bundles?search=gauges');
    await cards().filter({ hasText: 'Gauges west' }).waitFor();
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(4);
    const tick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
    await cards().filter({ hasText: 'Gauges east' }).getByRole('link').focus();
    await page.keyboard.press('Space');
    await expect.poll(() => tick('Gauges east').isChecked()).toBe(true);
    await tick('Gauges west').click({ modifiers: ['Shift'] });
    await expect.poll(() => tick('Gauges north').isChecked()).toBe(true);
    const bar = page.getByRole('toolbar', { name: '3 selected' });
    await tick('Gauges north').click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 2 bundles of widgets?' });
    await question.getByText('Their widget types go with them.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(titles).toEqual(['Analogue gauges', 'Digital gauges', 'Gauges north']);
    await expect.poll(() => bar.count()).toBe(0);

    // Of more than a page, too.
    for (let at = 10; at < 34; at++) await api.post('/api/widgetsBundle', { title: `Gauges ${at}` });
    await page.goto('/widgets-bundles?search=gauges');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('button', { name: 'Select all 25 found' }).click();
    const all = page.getByRole('toolbar', { name: 'All 25 found are selected' });
    await all.getByRole('button', { name: 'Delete' }).waitFor();
    await all.getByRole('button', { name: 'Clear' }).click();
    // Also from a page that has only those of the system.
    await visit(page, '/widgets-bundles?search=gauges&sort=title%2Cdesc&page=2');
    await expect.poll(titles).toEqual(['Digital gauges', 'Analogue gauges']);
    const everywhere = page.getByRole('checkbox', { name: 'Select all 25 found' });
    await everywhere.click();
    await all.waitFor();
    await everywhere.click();
    await expect.poll(() => all.count()).toBe(0);
    await everywhere.click();
    await all.getByRole('button', { name: 'Delete' }).click();
    const whole = page.getByRole('dialog', { name: 'Delete 25 bundles of widgets?' });
    await whole.getByRole('button', { name: 'Delete' }).click();
    // A job that has failed with some says so instead.
    await page.getByText('25 bundles of widgets deleted').waitFor({ timeout: 90_000 });
    await expect.poll(titles).toEqual(['Digital gauges', 'Analogue gauges']);
  });
});
