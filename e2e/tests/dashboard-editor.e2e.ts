import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityViolations,
  closeToast,
  DESKTOP,
  holdRequests,
  keptDraft,
  PHONE,
  restingBox,
} from '../harness/browser.ts';
import { api, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { editDashboard, editorTool, saveDashboard, widgetHandle } from '../harness/dashboard-editor.ts';
import { createDashboard, createDevice, describeWidget, singleDevice } from '../harness/objects.ts';

const KILN = '0b6f9a54-5f2e-4d30-8a27-000000000091';
let dashboardId: string;
/** What the page has sent to its socket. */
const sent: string[] = [];

interface StoredDashboard {
  title: string;
  configuration: {
    widgets: Record<string, { typeAlias: string; config: { title: string } }>;
    states: Record<string, { layouts: Record<string, { widgets: Record<string, Record<string, number>> }> }>;
  };
}

const stored = () => api.get<StoredDashboard>(`/api/dashboard/${dashboardId}`);
const titles = async () =>
  Object.values((await stored()).configuration.widgets)
    .map(({ config }) => config.title)
    .sort();
const placeOf = async (title: string) => {
  const { configuration } = await stored();
  const id = Object.keys(configuration.widgets).find((key) => configuration.widgets[key]?.config.title === title);
  const { col, row, sizeX, sizeY } = configuration.states.default?.layouts.main?.widgets[id ?? ''] ?? {};
  return { col, row, sizeX, sizeY };
};

setUpConsole({ sharePage: true });

beforeAll(async () => {
  const { id: kiln } = await createDevice(api, 'Editor kiln');
  await api.post(`/api/plugins/telemetry/DEVICE/${kiln}/timeseries/ANY`, { temperature: 940 });
  const card = { bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest' } as const;
  const one = describeWidget(card, 'Kiln one', KILN, [{ name: 'temperature' }], {});
  const list = { ...card, typeAlias: 'attributes_card' };
  const two = describeWidget(list, 'Kiln two', KILN, [{ name: 'temperature' }], {});
  dashboardId = await createDashboard(api, 'Editor plant', { one, two }, [
    { id: KILN, alias: 'Editor kiln', filter: singleDevice(kiln) },
  ]);
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => void sent.push(String(payload))));
  await page.goto(`/dashboards/${dashboardId}`);
});

describe('the editor of dashboards', () => {
  it('begins and ends with the widgets as they are', async () => {
    const card = page.locator('[data-widget="one"]');
    await card.getByText('940').waitFor();
    await page.locator('[data-widget="two"]').getByText('940').waitFor();
    // Its tools come when the page has nothing else to do.
    await card.getByRole('button', { name: 'Show Kiln one in full screen' }).waitFor({ state: 'attached' });
    // What follows the values is asked for once they are there.
    await expect.poll(() => sent.filter((text) => text.includes('"entityDataCmds":[{"latestCmd"')).length).toBe(2);
    const element = await card.elementHandle();
    const isThere = () => card.evaluate((now, before) => now === before && now.textContent.includes('940'), element);
    const before = sent.length;
    await editDashboard();
    await widgetHandle('Kiln one').waitFor();
    await expect.poll(isThere).toBe(true);
    await editorTool('Stop editing').click();
    await widgetHandle('Kiln one').waitFor({ state: 'detached' });
    await expect.poll(isThere).toBe(true);
    expect(sent.slice(before).filter((text) => text.includes('entityData'))).toEqual([]);
  });

  it('moves and resizes widgets by keys, each step to be undone', async () => {
    const before = await placeOf('Kiln one');
    await editDashboard();
    await widgetHandle('Kiln one').focus();
    // What the header of a widget offers who looks at it is not there while it is edited.
    await expect.poll(() => page.getByRole('button', { name: 'Show Kiln one in full screen' }).count()).toBe(0);
    // The first arrow takes the widget, the next ones move it: over the other one, to the next free cells.
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
    const after = { ...before, row: Number(before.row) + 2, sizeY: Number(before.sizeY) + 1 };
    await editorTool('Undo: move Kiln one').waitFor();
    await saveDashboard();
    await expect.poll(() => placeOf('Kiln one')).toEqual(after);
    // What was done before the save is undone, too, and done again.
    await widgetHandle('Kiln one').focus();
    for (const [keys, status] of [
      ['Shift+ArrowUp', '1 change'],
      ['Control+z', 'Saved'],
      ['Control+z', '1 change'],
      ['Control+Shift+Z', 'Saved'],
    ] as const) {
      await page.keyboard.press(keys);
      await page.getByRole('status').getByText(status, { exact: true }).waitFor();
    }
  });

  it('drags a widget where there is room, and nowhere else', async () => {
    const before = await placeOf('Kiln two');
    const box = await restingBox(widgetHandle('Kiln two'));
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const one = await restingBox(widgetHandle('Kiln one'));
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(one.x + one.width / 2, one.y + one.height / 2, { steps: 4 });
    await page.locator('[data-target="taken"]').waitFor();
    await page.mouse.up();
    await page.locator('[data-target]').waitFor({ state: 'detached' });
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x, middle.y + 3 * box.height, { steps: 4 });
    await page.locator('[data-target="free"]').waitFor();
    await page.mouse.up();
    await saveDashboard();
    const after = await placeOf('Kiln two');
    expect(after.col).toBe(before.col);
    expect(Number(after.row)).toBeGreaterThan(Number(before.row));
  });

  it('copies, pastes, and removes widgets', async () => {
    await widgetHandle('Kiln one').click();
    await page.keyboard.press('Control+c');
    const { width, height } = DESKTOP;
    await page.setViewportSize({ width, height: 420 });
    await page.keyboard.press('Control+v');
    await widgetHandle('Kiln one').nth(1).waitFor();
    // What was added is brought into sight.
    await expect
      .poll(async () => {
        const box = await widgetHandle('Kiln one').nth(1).boundingBox();
        return box !== null && box.y + box.height <= 420;
      })
      .toBe(true);
    await page.setViewportSize({ width, height });
    await saveDashboard();
    await expect.poll(() => titles()).toEqual(['Kiln one', 'Kiln one', 'Kiln two']);
    // What was pasted is selected.
    await page.keyboard.press('Delete');
    await widgetHandle('Kiln one').nth(1).waitFor({ state: 'detached' });
    await editorTool('Undo: remove Kiln one').waitFor();
    await saveDashboard();
    await expect.poll(() => titles()).toEqual(['Kiln one', 'Kiln two']);
  });

  it('adds a widget from the library, and gives it a title', async () => {
    await editorTool('Add widget').click();
    const library = page.getByRole('complementary', { name: 'Add widget' });
    // Escape empties the search, and leaves the library then.
    await library.getByLabel('Search the library').fill('no such widget');
    await page.keyboard.press('Escape');
    await expect.poll(() => library.getByLabel('Search the library').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await library.waitFor({ state: 'detached' });
    await expect.poll(() => editorTool('Add widget').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await library.getByRole('button', { name: /^Cards/ }).click();
    await library.getByRole('button', { name: /^Timeseries table/ }).waitFor();
    await library
      .getByRole('group', { name: 'Kinds of widgets' })
      .getByRole('button', { name: 'No data of its own' })
      .click();
    await expect.poll(() => library.getByRole('button', { name: /^Timeseries table/ }).count()).toBe(0);
    await library.getByRole('button', { name: 'All bundles' }).click();
    await library.getByLabel('Search the library').fill('html card');
    await library
      .getByRole('button', { name: /^HTML Card/ })
      .first()
      .click();
    // Its name is its title, which changes.
    const panel = page.getByRole('complementary');
    await panel.getByRole('tab', { name: 'Appearance' }).click();
    await panel.getByRole('textbox', { name: 'Title', exact: true }).fill('House rules');
    await widgetHandle('House rules').waitFor();
    await page
      .getByRole('status')
      .getByRole('button', { name: /^\d+ changes?$/ })
      .click();
    const changes = page.getByRole('dialog', { name: 'Changes that are not saved' });
    await changes.getByText('Added: House rules').waitFor();
    await changes.getByRole('button', { name: 'Save' }).click();
    await expect.poll(titles).toEqual(['House rules', 'Kiln one', 'Kiln two']);
  });

  it('keeps what is not saved, and shows it when the dashboard is edited again', async () => {
    await page.getByLabel('Title of the dashboard').fill('Editor plant, renamed');
    await page.getByRole('status').filter({ hasText: '1 change' }).waitFor();
    // Long enough for the draft to be kept.
    await expect.poll(() => keptDraft(page, `signalbox-dashboard-draft ${dashboardId} `)).toContain('renamed');
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await editDashboard();
    await page.getByText(/Your changes of .* are still here/).waitFor();
    await expect.poll(() => page.getByLabel('Title of the dashboard').inputValue()).toBe('Editor plant, renamed');
    await saveDashboard();
    await expect.poll(async () => (await stored()).title).toBe('Editor plant, renamed');
  });

  it('overwrites nothing that somebody else saved meanwhile', async () => {
    const other = await stored();
    const widget = Object.entries(other.configuration.widgets).find(([, { config }]) => config.title === 'Kiln two');
    if (!widget) throw new Error('no widget');
    widget[1].config.title = 'Kiln two, theirs';
    await api.post('/api/dashboard', other);
    await page.getByLabel('Title of the dashboard').fill('Editor plant');
    // What is typed while it is being saved is merged, too.
    const letGo = await holdRequests(page, /\/api\/dashboard(\?|$)/);
    const asked = page.waitForRequest(/\/api\/dashboard(\?|$)/);
    await editorTool('Save').click();
    await asked;
    await page.getByLabel('Title of the dashboard').fill('Editor plant, mine');
    letGo();
    const question = page.getByRole('dialog', { name: 'Somebody else changed this dashboard' });
    await question.getByRole('button', { name: 'Merge and go on' }).click();
    await widgetHandle('Kiln two, theirs').waitFor();
    // What was merged is merged again when that is undone.
    await editorTool('Undo: merge with what was saved meanwhile').click();
    await widgetHandle('Kiln two').waitFor();
    await editorTool('Save').click();
    await question.getByRole('button', { name: 'Merge and go on' }).click();
    await widgetHandle('Kiln two, theirs').waitFor();
    // Of a picture nobody is asked: it is none of what is edited, and stays.
    const image = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
    await api.post('/api/dashboard', { ...(await stored()), image });
    await saveDashboard();
    await expect.poll(() => stored()).toMatchObject({ title: 'Editor plant, mine', image });
    await expect.poll(() => titles()).toContain('Kiln two, theirs');
  });

  it('lets data of a widget be chosen, and draws them at once', async () => {
    await widgetHandle('Kiln two, theirs').dblclick();
    const panel = page.getByRole('complementary', { name: 'Kiln two, theirs' });
    await panel.getByRole('tab', { name: 'Data' }).click();
    await panel.getByLabel('Add a key').fill('pressure');
    await page.getByRole('option', { name: /pressure \(telemetry\)/ }).click();
    await panel.getByRole('button', { name: /^Edit pressure/ }).waitFor();
    await editorTool('Undo: change Kiln two, theirs').click();
    await panel.getByRole('button', { name: /^Edit pressure/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
  });

  it('adds states, and opens another one first', async () => {
    await widgetHandle('Kiln one').click();
    await page.keyboard.press('Control+c');
    await editorTool('States').click();
    const states = page.getByRole('complementary', { name: 'States' });
    await states.getByRole('button', { name: 'Add state' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add state' });
    await dialog.getByLabel('Name').fill('Kiln details');
    await expect.poll(() => dialog.getByLabel('Id').inputValue()).toBe('kiln_details');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await states.getByRole('button', { name: 'What can be done with Kiln details' }).click();
    await page.getByRole('menuitem', { name: 'Open this state first' }).click();
    await states.getByText('kiln_details · opens first').waitFor();
    const none = page.getByText('No widgets yet');
    await none.waitFor();
    // Keys are about the state that is shown: what was selected in the other one is safe.
    await none.click();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+v');
    await none.waitFor({ state: 'detached' });
    await widgetHandle('Kiln one').waitFor();
    await page.keyboard.press('Control+z');
    await none.waitFor();
    await states.getByRole('button', { name: /^Editor plant/ }).click();
    await widgetHandle('Kiln one').waitFor();
    await editorTool('Undo: open with Kiln details first').click();
    await editorTool('Undo: add state Kiln details').click();
    await states.getByText('kiln_details').waitFor({ state: 'detached' });
  });

  it('is reached without a toolbar, too', async () => {
    const settings = { hideToolbar: true };
    const note = { bundleAlias: 'cards', typeAlias: 'html_card', type: 'static' } as const;
    const other = describeWidget(note, 'Other side', KILN, [], { settings: { cardHtml: 'House rules' } });
    const layout = (widgets: object) => ({ widgets, gridSettings: {} });
    const layouts = { main: layout({}), right: layout({ other: { sizeX: 6, sizeY: 5, row: 0, col: 0 } }) };
    const states = { default: { name: 'Both sides', root: true, layouts } };
    const id = await createDashboard(api, 'Editor without tools', { other }, [], { settings, states });
    await page.goto(`/dashboards/${id}`);
    // Phones get to its other side, too, which stays as it is while it is closed.
    await page.setViewportSize(PHONE);
    const open = page.getByRole('button', { name: 'Show the other side' });
    const card = page.locator('[data-widget="other"]');
    await open.click();
    await card.getByText('House rules').waitFor();
    const element = await card.elementHandle();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await card.waitFor({ state: 'hidden' });
    await open.click();
    await card.waitFor();
    await expect.poll(() => card.evaluate((now, before) => now === before, element)).toBe(true);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.setViewportSize(DESKTOP);
    await editDashboard();
    await editorTool('Settings of the dashboard').waitFor();
  });

  it('puts new widgets into the layout that is chosen, or shown alone on a phone', async () => {
    const right = async () => {
      const { configuration } = await api.get<StoredDashboard>(`/api/dashboard/${page.url().split('/').at(-1)}`);
      return Object.keys(configuration.states.default?.layouts.right?.widgets ?? {}).length;
    };
    await editorTool('Add widget').click();
    const library = page.getByRole('complementary', { name: 'Add widget' });
    const choice = library.getByRole('group', { name: 'Layout that it goes into' });
    await expect.poll(() => choice.getByRole('button', { pressed: true }).allTextContents()).toEqual(['Main layout']);
    await choice.getByRole('button', { name: 'On the right' }).click();
    await library.getByLabel('Search the library').fill('html card');
    await library
      .getByRole('button', { name: /^HTML Card/ })
      .first()
      .click();
    await widgetHandle('New HTML Card').waitFor();
    await saveDashboard();
    await expect.poll(right).toBe(2);
    await page.keyboard.press('Escape');
    await page.setViewportSize(PHONE);
    await widgetHandle('New HTML Card').waitFor({ state: 'detached' });
    await editorTool('Show the other side').click();
    await widgetHandle('New HTML Card').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await widgetHandle('New HTML Card').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await saveDashboard();
    await expect.poll(right).toBe(1);
    await editorTool('Show the main side').click();
    await page.getByText('No widgets yet').waitFor();
    await page.setViewportSize(DESKTOP);
  });

  it('saves what is edited as a new dashboard when somebody deleted it', async () => {
    const { title } = await stored();
    const copy = await api.post<{ id: { id: string } }>('/api/dashboard', {
      ...(await stored()),
      id: null,
      title: 'Doomed plant',
    });
    await page.goto(`/dashboards/${copy.id.id}`);
    await editDashboard();
    const field = page.getByLabel('Title of the dashboard');
    await field.fill('');
    await editorTool('Save').click();
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await field.fill('Saved plant');
    await api.delete(`/api/dashboard/${copy.id.id}`);
    await editorTool('Save').click();
    const question = page.getByRole('dialog', { name: 'Somebody deleted Saved plant' });
    await question.getByRole('button', { name: 'Save as a new dashboard' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(copy.id.id));
    await page.getByRole('region', { name: 'Kiln one' }).waitFor();
    await page.goto(`/dashboards/${dashboardId}`);
    await editDashboard();
    await expect.poll(() => page.getByLabel('Title of the dashboard').inputValue()).toBe(title);
  });

  it('is not saved while a field of its panel is wrong, which gets the focus', async () => {
    const isRefusedAt = async (field: Locator) => {
      await editorTool('Save').click();
      await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
      await closeToast(page, 'A field of the panel is wrong');
    };
    const before = (await stored()).title;
    await page.getByLabel('Title of the dashboard').fill('Editor plant, wrong');
    await widgetHandle('Kiln one').dblclick();
    const panel = page.getByRole('complementary', { name: 'Kiln one' });
    await panel.getByRole('tab', { name: 'Appearance' }).click();
    const rows = panel.getByLabel('Height in rows, 1 to 10');
    await rows.fill('500');
    await isRefusedAt(rows);
    await rows.fill('5');
    const style = panel.getByRole('textbox', { name: 'Style of the title' });
    await style.fill('{ "color": ');
    await isRefusedAt(style);
    await editorTool('Settings of the dashboard').click();
    const columns = page.getByLabel('Columns');
    await columns.fill('5');
    await isRefusedAt(columns);
    expect((await stored()).title).toBe(before);
    // What was typed there is given up with the panel.
    const settings = page.getByRole('complementary', { name: 'Settings of the dashboard' });
    await settings.getByRole('button', { name: 'Close' }).click();
    await page.getByLabel('Title of the dashboard').fill(before);
    await saveDashboard();
    // A wrong field alone is no change, but not saved either.
    const saved = page.getByRole('toolbar').getByText('Saved', { exact: true });
    await saved.waitFor();
    await editorTool('Settings of the dashboard').click();
    await columns.fill('5');
    await page.getByText('A field is wrong', { exact: true }).waitFor();
    await isRefusedAt(columns);
    await settings.getByRole('button', { name: 'Close' }).click();
    await saved.waitFor();
  });

  it('asks before it is left with changes', async () => {
    const before = (await stored()).title;
    await page.getByLabel('Title of the dashboard').fill('Editor plant, left');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await editorTool('Stop editing').click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('link', { name: 'Dashboards', exact: true }).first().click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => page.getByLabel('Title of the dashboard').inputValue()).toBe('Editor plant, left');
    await editorTool('Stop editing').click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await editDashboard();
    await expect.poll(() => page.getByLabel('Title of the dashboard').inputValue()).toBe(before);
  });

  it('is accessible, and leaves the dashboard as it was saved', async () => {
    await widgetHandle('Kiln one').click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await editorTool('Stop editing').click();
    await page.getByRole('region', { name: 'Kiln one' }).waitFor();
    await page.getByRole('button', { name: 'Edit the dashboard' }).waitFor();
    expect(pageErrors.filter((text) => !/409|404/.test(text))).toEqual([]);
  });
});
