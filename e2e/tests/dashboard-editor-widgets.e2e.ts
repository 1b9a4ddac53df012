import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, restingBox } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { editDashboard, editorTool, saveDashboard, widgetHandle } from '../harness/dashboard-editor.ts';
import { createDashboard, createDevice, describeWidget, singleDevice } from '../harness/objects.ts';
import { visit } from '../harness/visit.ts';

const VAT = '0b6f9a54-5f2e-4d30-8a27-000000000092';
let id: string;

interface Configuration {
  widgets: Record<string, { config: object }>;
  states: Record<string, { layouts: Record<string, { widgets: object }> }>;
  entityAliases: Record<string, { alias: string; filter: { singleEntity: { id: string } } }>;
}

const configuration = async (of = id) =>
  (await api.get<{ configuration: Configuration }>(`/api/dashboard/${of}`)).configuration;
const selected = () =>
  page
    .getByRole('button', { name: /, \d+ by \d+ cells/, pressed: true })
    .evaluateAll((all) => all.map((element) => element.getAttribute('aria-label')?.split(',')[0]));
const menuItems = () => page.getByRole('menuitem').evaluateAll((all) => all.map((item) => item.textContent));
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

setUpConsole({ sharePage: true });

beforeAll(async () => {
  const { id: vat } = await createDevice(api, 'Editor vat');
  const card = { bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest' } as const;
  const of = (title: string) => describeWidget(card, title, VAT, [{ name: 'level' }]);
  id = await createDashboard(api, 'Editor vats', { west: of('Vat west'), east: of('Vat east') }, [
    { id: VAT, alias: 'Editor vat', filter: singleDevice(vat) },
  ]);
  await createDevice(api, 'Editor second vat');
  await page.goto(`/dashboards/${id}`);
  await editDashboard();
});

describe('widgets of a dashboard that is edited', () => {
  it('are selected together, and moved, pasted and removed at once', async () => {
    await widgetHandle('Vat west').click();
    await widgetHandle('Vat east').click({ modifiers: ['Shift'] });
    await expect.poll(selected).toEqual(['Vat west', 'Vat east']);
    await page.keyboard.press('ArrowDown');
    await editorTool('Undo: move 2 widgets').waitFor();
    await saveDashboard();
    expect(await configuration()).toMatchObject({
      states: { default: { layouts: { main: { widgets: { west: { row: 1, col: 0 }, east: { row: 1, col: 6 } } } } } },
    });
    // One that is dragged takes the others along.
    const box = await restingBox(widgetHandle('Vat west'));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + box.height, { steps: 4 });
    await expect.poll(() => page.locator('[data-target="free"]').count()).toBe(2);
    await page.mouse.up();
    await editorTool('Undo: move 2 widgets').click();
    await editorTool('Undo: move 2 widgets').waitFor();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await editorTool('Undo: paste 2 widgets').waitFor();
    await expect.poll(selected).toEqual(['Vat west', 'Vat east']);
    await page.keyboard.press('Control+a');
    await expect.poll(selected).toHaveLength(4);
    await page.keyboard.press('Delete');
    await page.getByText('No widgets yet').waitFor();
    await editorTool('Undo: remove 4 widgets').click();
    await editorTool('Undo: paste 2 widgets').click();
    await widgetHandle('Vat east').nth(1).waitFor({ state: 'detached' });
    // Taken out again by the same key.
    await page.keyboard.press('Control+a');
    await widgetHandle('Vat east').click({ modifiers: ['Control'] });
    await expect.poll(selected).toEqual(['Vat west']);
    await page.keyboard.press('Escape');
    await expect.poll(selected).toEqual([]);
  });

  it('are made larger by their corners', async () => {
    await widgetHandle('Vat east').click();
    const before = await restingBox(widgetHandle('Vat east'));
    const corner = { x: before.x + before.width, y: before.y + before.height };
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.down();
    await page.mouse.move(corner.x + before.width / 3, corner.y + before.height / 5, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Vat east, 8 by 6 cells, column 7, row 2' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Vat east, 6 by 5 cells, column 7, row 2' }).waitFor();
  });

  it('have a menu, where they stand and beside them', async () => {
    await widgetHandle('Vat west').click({ button: 'right' });
    await expect.poll(menuItems).toEqual(['Edit', 'Copy', 'Duplicate', 'Copy reference', 'Save as a file', 'Remove']);
    expect(await accessibilityViolations(page)).toEqual([]);
    await item('Copy').click();
    await widgetHandle('Vat east').click({ modifiers: ['Shift'] });
    await widgetHandle('Vat east').click({ button: 'right' });
    await expect.poll(menuItems).toEqual(['Copy', 'Duplicate', 'Remove 2 widgets']);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    // With Ctrl, it is that of the browser.
    await widgetHandle('Vat east').click({ button: 'right', modifiers: ['Control'] });
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    // What is pasted stands where the menu was opened.
    const { x, width, y, height } = await restingBox(widgetHandle('Vat east'));
    await page.mouse.click(x + width * 1.25, y + height / 2, { button: 'right' });
    await expect.poll(menuItems).toEqual(['Add widget', 'Paste', 'Entity aliases', 'Settings of the dashboard']);
    await item('Paste').click();
    await page.getByRole('button', { name: /^Vat west, 6 by 5 cells, column 14, row 4/ }).waitFor();
    await page.keyboard.press('Control+z');
    await widgetHandle('Vat west').nth(1).waitFor({ state: 'detached' });
  });

  it('stand in other states by reference, and change there, too', async () => {
    await widgetHandle('Vat west').click();
    await page.keyboard.press('Control+r');
    await page.getByText('A reference to Vat west is copied').waitFor();
    await page.keyboard.press('Control+i');
    await page.getByText('The widget is in this layout already.').waitFor();
    await editorTool('States').click();
    const states = page.getByRole('complementary', { name: 'States' });
    await states.getByRole('button', { name: 'Add state' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add state' });
    await dialog.getByLabel('Name').fill('Cellar');
    await dialog.getByRole('button', { name: 'Add' }).click();
    const none = page.getByText('No widgets yet');
    await none.click({ button: 'right' });
    await item('Paste reference').click();
    await widgetHandle('Vat west').waitFor();
    await widgetHandle('Vat west').dblclick();
    const panel = page.getByRole('complementary');
    await panel.getByRole('tab', { name: 'Appearance' }).click();
    await panel.getByRole('textbox', { name: 'Title', exact: true }).fill('Vat of the cellar');
    await widgetHandle('Vat of the cellar').waitFor();
    await saveDashboard();
    const { widgets, states: stored } = await configuration();
    expect(Object.keys(widgets).sort()).toEqual(['east', 'west']);
    expect(Object.keys(stored.cellar?.layouts.main?.widgets ?? {})).toEqual(['west']);
    expect(Object.keys(stored.default?.layouts.main?.widgets ?? {}).sort()).toEqual(['east', 'west']);
    await editorTool('States').click();
    await states.getByRole('button', { name: /^Editor vats/ }).click();
    await widgetHandle('Vat of the cellar').waitFor();
    await page.keyboard.press('Escape');
  });

  it('are files, which ask for what is not here', async () => {
    const download = page.waitForEvent('download');
    await widgetHandle('Vat east').click({ button: 'right' });
    await item('Save as a file').click();
    const content = await readFile(await (await download).path(), 'utf8');
    const { alias, filter } = (await configuration()).entityAliases[VAT] ?? {};
    expect(JSON.parse(content)).toMatchObject({
      ...{ widget: { config: { title: 'Vat east' } }, originalSize: { sizeX: 6, sizeY: 5 }, originalColumns: 24 },
      aliasesInfo: { datasourceAliases: { 0: { alias, filter } } },
    });
    const elsewhere = content.replaceAll(filter?.singleEntity.id ?? '', '77777777-7777-4777-8777-777777777777');
    await editorTool('Add widget').click();
    await page
      .getByRole('complementary', { name: 'Add widget' })
      .getByRole('button', { name: 'Import a widget' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Import a widget' });
    const choose = (text: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'widget.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await choose(JSON.stringify(await api.get(`/api/dashboard/${id}`)));
    await dialog.getByText('This is an exported dashboard, not a widget.').waitFor();
    await choose(elsewhere);
    const stand = dialog.getByRole('combobox', { name: 'Editor vat (Device)' });
    await stand.fill('Editor second vat');
    await page.getByRole('option', { name: 'Editor second vat' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await widgetHandle('Vat east').nth(1).waitFor();
    await editorTool('Undo: import a widget').waitFor();
    await saveDashboard();
    const second = await api.get<{ id: { id: string } }>('/api/tenant/devices?deviceName=Editor%20second%20vat');
    expect(Object.values((await configuration()).entityAliases)).toMatchObject([
      { alias: 'Editor vat', filter },
      { alias: 'Editor vat1', filter: singleDevice(second.id.id) },
    ]);
  });

  it('go to other dashboards with their state', async () => {
    const states = page.getByRole('complementary', { name: 'States' });
    await editorTool('States').click();
    await states.getByRole('button', { name: 'What can be done with Cellar' }).click();
    await item('Copy for another dashboard').click();
    await page.getByText('Cellar is copied').waitFor();
    const other = await createDashboard(api, 'Editor of others', {}, []);
    await visit(page, `/dashboards/${other}`);
    await editDashboard();
    await editorTool('States').click();
    await states.getByRole('button', { name: 'Paste state' }).click();
    await widgetHandle('Vat of the cellar').waitFor();
    await saveDashboard();
    const pasted = await configuration(other);
    expect(Object.keys(pasted.states)).toEqual(['default', 'cellar']);
    expect(Object.values(pasted.widgets)).toMatchObject([{ config: { datasources: [{ entityAliasId: VAT }] } }]);
    expect(pasted.entityAliases[VAT]?.alias).toBe('Editor vat');
  });

  it('are shown again, once editing ends, in the state and for the entity of before', async () => {
    const params = { entityName: 'Vat seven', entityId: { entityType: 'DEVICE', id: VAT } };
    const steps = btoa(
      JSON.stringify([
        { id: 'default', params: {} },
        { id: 'cellar', params },
      ]),
    );
    await visit(page, `/dashboards/${id}?state=${encodeURIComponent(encodeURIComponent(steps))}`);
    const address = page.url();
    await editDashboard();
    await widgetHandle('Vat of the cellar').waitFor();
    const toolbar = page.getByRole('toolbar', { name: 'Dashboard editor tools' });
    await toolbar.getByRole('button', { name: 'Cellar' }).click();
    await item('Editor vats').click();
    await widgetHandle('Vat east').first().waitFor();
    await editorTool('Stop editing').click();
    await page.getByRole('button', { name: 'Edit the dashboard' }).waitFor();
    await expect.poll(() => page.url()).toBe(address);
    await page.getByRole('region', { name: 'Vat east' }).first().waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Vat of the cellar' }).waitFor();
  });
});

describe('the library of widgets', () => {
  it.each([
    ['has those about edges', true],
    ['has none about edges where the server has no edges', false],
  ])('%s', async (_, hasEdges) => {
    const opened = await openPage({
      prepare: (fresh) => fresh.route('**/api/edges/enabled', (route) => route.fulfill({ json: hasEdges })),
    });
    await opened.goto(`/dashboards/${id}`);
    await opened.getByRole('button', { name: 'Edit the dashboard' }).click();
    await opened.getByRole('button', { name: 'Add widget' }).first().click();
    const library = opened.getByRole('complementary', { name: 'Add widget' });
    await library.getByRole('button', { name: /^Gateway widgets/ }).waitFor();
    await expect.poll(() => library.getByRole('button', { name: /^Edge widgets/ }).count()).toBe(hasEdges ? 1 : 0);
  });
});
