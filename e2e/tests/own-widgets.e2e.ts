import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type AnsweringDevice, startAnsweringDevice } from '../harness/answering-device.ts';
import { DESKTOP, PHONE, restingBox } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import type { TestDevice } from '../harness/objects.ts';
import { createCardDashboard } from '../harness/objects.ts';
import { createOwnWidgets, shownWidget, widgetFrame } from '../harness/own-widgets.ts';
import { visit } from '../harness/visit.ts';

let dashboardId: string;
let device: TestDevice;
let answering: AnsweringDevice;
/** Addresses that the page has asked for. */
const requested: string[] = [];

setUpConsole({
  sharePage: true,
  prepare: (opened) => opened.on('request', (request) => requested.push(request.url())),
});
beforeAll(async () => {
  ({ dashboardId, device } = await createOwnWidgets(api, 'own-widgets', 'Tank of own-widgets'));
  answering = await startAnsweringDevice(inject('server').mqtt, device.accessToken, (method) => ({
    method,
    pump: 'on',
  }));
});
afterAll(() => answering?.close());

async function attributesOf(scope: string): Promise<Record<string, unknown>> {
  const found = await api.get<{ key: string; value: unknown }[]>(
    `/api/plugins/telemetry/DEVICE/${device.id}/values/attributes/${scope}`,
  );
  return Object.fromEntries(found.map(({ key, value }) => [key, value]));
}

describe('widgets with code of their own', () => {
  it('are no part of dashboards without them', async () => {
    await page.goto(`/dashboards/${await createCardDashboard(api, 'No own widgets', device, 'level')}`);
    await page.getByRole('region', { name: 'level' }).getByText('42.5').waitFor();
    // The frames of the console's own widgets are in a file that begins alike: `widget-frame-….js`.
    expect(requested.filter((url) => /own-widget|widget-frame[./]|api\/widgetType/.test(url))).toEqual([]);
  });

  it.each([
    ['value-card', '42.5 °C'],
    ['canvas-gauge', 'gauge at 42.5'],
    ['svg-tank', '42.5 %'],
    ['data-table', '2 rows'],
    ['hand-chart', '1 points in an hour'],
    ['own-subscription', 'Level is 42.5'],
    ['element-clicks', 'open-room'],
    ['state-opener', 'Here: default'],
    ['time-window', '60 minutes shown'],
    ['clock', '1970-01-01 00:00 1970'],
    ['with-resources', 'Hello world'],
    ['parameters', '1 source, settings say blue'],
    ['switch-case', 'Card Of Things'],
    ['later-values', 'six times seven is 42'],
    ['device-reader', 'Its type is default'],
    ['resizer', 'has room, desktop'],
    ['pages', '1 entity on 1 page, level known'],
    ['about', 'TENANT_ADMIN, blue, not edited'],
    ['about', 'default at 0 of own-widgets'],
    ['about', 'Plant is Tank of own-widgets'],
    ['named-entities', 'Tank of own-widgets: Level'],
    ['begins-again', 'Start 1: Tank of own-widgets'],
    ['card-with-device', 'Tank of own-widgets says on in 700 here'],
  ])('are drawn: %s', async (name, text) => {
    if (!page.url().endsWith(dashboardId)) await page.goto(`/dashboards/${dashboardId}`);
    await (await widgetFrame(page, name)).getByText(text, { exact: true }).waitFor();
  });

  it('name the components that are missing', async () => {
    const frame = await widgetFrame(page, 'switch-case');
    await frame.getByText('<tb-entities-table-widget> is not part of this console').waitFor();
    await frame.getByText('It is off').waitFor();
    await frame.getByRole('button', { name: 'Toggle' }).click();
    await frame.getByText('It is on').waitFor();
    // An icon that only the other family has.
    await expect.poll(() => frame.locator('.mat-icon svg').boundingBox()).toMatchObject({ width: 24, height: 24 });
  });

  it('have charts of the page where their script makes them, with the data that it gives them, beside what they draw themselves', async () => {
    const frame = await widgetFrame(page, 'chart-and-code');
    await frame.getByText('Highest 42.5, 0 marks', { exact: true }).waitFor();
    const widget = await shownWidget(page, 'chart-and-code');
    const charts = widget.getByRole('img', { name: 'Level of the script' });
    await charts.nth(1).waitFor();
    const [around, lines, bars, note] = await Promise.all([
      restingBox(widget.locator('iframe')),
      restingBox(charts.first()),
      restingBox(charts.nth(1)),
      restingBox(frame.getByText('Highest')),
    ]);
    // Below the text of the widget and each other, and as large as that lets them be.
    expect(lines.y).toBeGreaterThanOrEqual(note.y + note.height - 1);
    expect(bars.y).toBeGreaterThanOrEqual(lines.y + lines.height - 1);
    expect(lines.height + bars.height).toBeGreaterThan(around.height * 0.4);
    expect(bars.y + bars.height).toBeLessThanOrEqual(around.y + around.height + 1);
    // What lies over the chart is seen and used.
    await frame.getByRole('button', { name: 'Mark' }).click();
    await frame.getByText('Highest 42.5, 1 marks', { exact: true }).waitFor();
    const legends = widget.getByRole('list', { name: 'Legend' });
    await legends.nth(1).getByRole('button', { name: 'Level of the script' }).waitFor();
  });

  it('follow new values', async () => {
    await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { level: 55 });
    await (await widgetFrame(page, 'value-card')).getByText('55.0 °C').waitFor();
    await (await widgetFrame(page, 'own-subscription')).getByText('Level is 55').waitFor();
  });

  it('put their own title and buttons into their header, or hide it', async () => {
    const widget = await shownWidget(page, 'Set by the script');
    const frame = widget.frameLocator('iframe');
    await frame.getByText('0 pressed').waitFor();
    await expect.poll(() => widget.getByRole('heading').getAttribute('title')).toBe('Its tooltip');
    await widget.getByRole('button', { name: 'Count', exact: true }).click();
    await frame.getByText('1 pressed').waitFor();
    await expect.poll(() => widget.getByRole('button', { name: 'Not there' }).count()).toBe(0);
    await frame.getByRole('button', { name: 'Hide the title' }).click();
    await widget.getByRole('heading').waitFor({ state: 'detached' });
  });

  it('compare with another time, and hide rows', async () => {
    const frame = await widgetFrame(page, 'comparison');
    await frame.getByText('Level, Flow, Yesterday added', { exact: true }).waitFor();
    await frame.getByText('24 hours earlier').waitFor();
    await frame.getByText('Average 42.5, 0 hidden').waitFor();
    await frame.getByRole('button', { name: 'Toggle the level' }).click();
    await frame.getByText('Average null, 1 hidden').waitFor();
    // The other way round: the legend is the page's, the rows are the script's.
    const legend = (await shownWidget(page, 'comparison')).getByRole('list', { name: 'Legend' });
    await legend.getByRole('button', { name: /^Level/ }).click();
    await frame.getByText('Average 42.5, 0 hidden').waitFor();
  });

  it('begin again when their alias finds another entity', async () => {
    const frame = await widgetFrame(page, 'begins-again');
    await frame.getByRole('button', { name: 'Show the second tank' }).click();
    await frame.getByText('Start 12: Second tank of own-widgets').waitFor();
  });

  it('call the device, and write its attributes', async () => {
    const button = await widgetFrame(page, 'command-button');
    await button.getByRole('button', { name: 'Ask the device' }).click();
    await button.getByText('"pump": "on"').waitFor();
    const requested = () => answering.calls.filter(([method]) => method === 'getState');
    await expect.poll(requested).toEqual([['getState', { verbose: true }]]);
    const heating = await widgetFrame(page, 'attribute-switch');
    await heating.getByRole('switch', { name: 'Heating' }).click();
    await heating.getByText('Saved true').waitFor();
    await expect.poll(() => attributesOf('SHARED_SCOPE')).toMatchObject({ heating: true });
    const form = await widgetFrame(page, 'attributes-form');
    await form.getByText('A site is needed').waitFor();
    await form.getByRole('textbox', { name: 'Site' }).fill('North');
    await form.getByRole('combobox', { name: 'Floor' }).selectOption('3');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Stored North 3').waitFor();
    await expect.poll(() => attributesOf('SERVER_SCOPE')).toMatchObject({ site: 'North', floor: 3 });
  });

  it('ask in dialogs of the page, and in those of their own', async () => {
    const frame = await widgetFrame(page, 'dialogs');
    await frame.getByRole('button', { name: 'Ask' }).click();
    const question = page.getByRole('dialog', { name: 'Empty the tank?' });
    await question.getByRole('button', { name: 'Yes' }).click();
    await question.waitFor({ state: 'detached' });
    await frame.getByText('Answer: true').waitFor();
    await frame.getByRole('button', { name: 'Open a form' }).click();
    await frame.getByRole('spinbutton', { name: 'Amount' }).fill('21');
    await frame.getByRole('button', { name: 'Use it' }).click();
    await frame.getByText('Twice: 42').waitFor();
  });

  it('have their own dialogs over the page, which everybody can leave', async () => {
    const desktop = page.viewportSize() ?? DESKTOP;
    const widget = await shownWidget(page, 'dialogs');
    const frame = widget.frameLocator('iframe');
    const dialog = page.getByRole('dialog', { name: 'dialogs' });
    const inner = frame.getByRole('dialog');
    for (const viewport of [desktop, PHONE]) {
      await page.setViewportSize(viewport);
      await frame.getByRole('button', { name: 'Open a form' }).click();
      await dialog.waitFor();
      // What is in the frame is where the page draws its surroundings: below the title, and in the middle of the page.
      await expect
        .poll(async () => {
          const [around, content] = await Promise.all([restingBox(dialog), restingBox(inner)]);
          const middle = Math.abs(around.x + around.width / 2 - viewport.width / 2) < 2;
          const below = Math.abs(content.y + content.height - around.y - around.height) < 2;
          return middle && below && content.y > around.y + 20 && content.width <= around.width + 1;
        })
        .toBe(true);
      await page.keyboard.press('Escape');
      await inner.waitFor({ state: 'detached' });
      await dialog.waitFor({ state: 'detached' });
      await frame.getByRole('button', { name: 'Open a form' }).click();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await inner.waitFor({ state: 'detached' });
    }
    await page.setViewportSize(desktop);
    await frame.getByRole('button', { name: 'Open a form' }).click();
    await frame.getByRole('spinbutton', { name: 'Amount' }).fill('4');
    await frame.getByRole('button', { name: 'Use it' }).click();
    await frame.getByText('Twice: 8').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  it('speak to each other', async () => {
    const speaker = await widgetFrame(page, 'speaker');
    const hearer = await widgetFrame(page, 'hearer');
    await hearer.getByText('Nothing yet').waitFor();
    await speaker.getByText('Silence').waitFor();
    await speaker.getByRole('button', { name: 'Choose the pump' }).click();
    await speaker.getByText('Said P-7').waitFor();
    await hearer.getByText('1: pump-chosen P-7 at 4.2').waitFor();
    await hearer.getByRole('button', { name: 'Stop listening' }).click();
    await speaker.getByRole('button', { name: 'Choose the pump' }).click();
    await expect.poll(() => hearer.getByText('1: pump-chosen').count()).toBe(1);
  });

  it('save files, have icons chosen and point at other widgets', async () => {
    const frame = await widgetFrame(page, 'view-control');
    const saved = page.waitForEvent('download');
    await frame.getByRole('button', { name: 'Save the rows' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('levels today.csv');
    expect(readFileSync(await file.path(), 'utf8')).toBe('\uFEFFname;level\r\n"Pump; ""north""";42.5\r\nPump south;');
    await frame.getByRole('button', { name: 'Choose a symbol' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose an icon' });
    await dialog.getByRole('textbox', { name: 'Search icons' }).fill('water drop');
    await dialog.getByRole('button', { name: 'water drop', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await frame.getByText('Symbol water_drop').waitFor();
    await frame.getByRole('button', { name: 'Show the clock' }).click();
    const outline = () =>
      page.getByRole('region', { name: 'clock' }).evaluate((widget) => getComputedStyle(widget).outlineStyle);
    await expect.poll(outline, { interval: 50 }).toBe('solid');
  });

  it('go on when the page refuses what nobody waits for', async () => {
    const frame = await widgetFrame(page, 'view-control');
    await frame.getByRole('button', { name: 'Too much' }).click();
    // The page takes calls again in the next second.
    await expect
      .poll(async () => {
        await frame.getByRole('button', { name: 'Above 60' }).click();
        return frame.getByText('Warm above 60').count();
      })
      .toBe(1);
  });

  it('know what aliases and filters stand for, and set them', async () => {
    const frame = await widgetFrame(page, 'view-control');
    await frame.getByText('Plant is Tank of own-widgets, singleEntity').waitFor();
    await frame.getByText('1 from Plant, 1 at once').waitFor();
    await frame.getByText('1 filter changed').waitFor();
    await frame.getByRole('button', { name: 'Take the second tank' }).click();
    await frame.getByText('Plant is Second tank of own-widgets, singleEntity').waitFor();
    await page.goto(`/dashboards/${dashboardId}`);
    await (await widgetFrame(page, 'view-control')).getByText('Warm above null').waitFor();
  });

  it('run functions of actions, with dialogs over the page', async () => {
    const clicks = await widgetFrame(page, 'element-clicks');
    await clicks.getByRole('button', { name: 'Greet' }).click();
    await page.getByText(`Hello from ${device.name}, ${device.name.length}`).waitFor();
    await clicks.getByRole('button', { name: 'Open a form' }).click();
    const dialog = page.frameLocator('body > iframe[title="Content of form"]');
    await dialog.getByRole('textbox', { name: 'Note' }).fill('check the pump');
    await dialog.getByRole('button', { name: 'Keep' }).click();
    await page.getByText('Note kept').waitFor();
    await expect.poll(() => attributesOf('SERVER_SCOPE')).toMatchObject({ note: 'check the pump' });
  });

  it('run functions of actions that use what their script has set', async () => {
    const clicks = await widgetFrame(page, 'element-clicks');
    for (const count of ['3 counted', '6 counted']) {
      await clicks.getByRole('button', { name: 'Count' }).click();
      await clicks.getByText(count, { exact: true }).waitFor();
    }
    await clicks.getByRole('button', { name: 'Fail' }).click();
    await page.getByText('“fails” could not be done').waitFor();
    await clicks.getByText('6 counted', { exact: true }).waitFor();
  });

  it('take the dialogs of their actions with them', async () => {
    await page.goto(`/dashboards/${dashboardId}`);
    const clicks = await widgetFrame(page, 'element-clicks');
    await clicks.getByRole('button', { name: 'Open a form' }).click();
    const dialog = page.locator('body > iframe[title="Content of form"]');
    await dialog.contentFrame().getByRole('textbox', { name: 'Note' }).waitFor();
    await visit(page, '/home');
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`/dashboards/${dashboardId}`);
  });

  it('run actions, and change time and state', async () => {
    await (await widgetFrame(page, 'element-clicks')).getByRole('button', { name: 'Open the room' }).click();
    await page.waitForURL(/state=/);
    const time = await widgetFrame(page, 'time-window');
    await time.getByRole('button', { name: 'Last ten minutes' }).click();
    await time.getByText('10 minutes shown').waitFor();
    await (await widgetFrame(page, 'state-opener')).getByRole('button', { name: 'Go to the second state' }).click();
    await page.getByText('Second state').first().waitFor();
  });

  it('know in a popover what they stand over, and lead on from there', async () => {
    await page.goto(`/dashboards/${dashboardId}`);
    const frame = await widgetFrame(page, 'parent-dashboard');
    await frame.getByText('In default').waitFor();
    await frame.getByRole('button', { name: 'Show over this' }).click();
    const popover = page.getByRole('dialog', { name: 'Over it' });
    const inside = popover.getByRole('region', { name: 'parent-dashboard', exact: true }).frameLocator('iframe');
    await inside.getByText('Over default').waitFor();
    // What closes it does not lie over the buttons of a widget.
    const close = await restingBox(popover.getByRole('button', { name: 'Close' }));
    const widget = await restingBox(popover.getByRole('region', { name: 'parent-dashboard', exact: true }));
    expect(close.y + close.height).toBeLessThanOrEqual(widget.y);
    await inside.getByRole('button', { name: 'One minute' }).click();
    await expect.poll(() => decodeURIComponent(page.url())).toContain('1700000060000');
    await inside.getByRole('button', { name: 'Go on' }).click();
    await popover.waitFor({ state: 'detached' });
    await page.getByText('Second state').first().waitFor();
  });
});
