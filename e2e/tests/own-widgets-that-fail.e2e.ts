import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createOwnWidgets, shownWidget, widgetFrame } from '../harness/own-widgets.ts';

let dashboardId: string;
/** Addresses elsewhere that the page or a frame has tried, and what has become of that. */
const tried: string[] = [];

setUpConsole({
  sharePage: true,
  prepare(opened) {
    const isElsewhere = (url: string) => url.startsWith('https://elsewhere.example');
    opened.on('requestfinished', (request) => isElsewhere(request.url()) && tried.push('done'));
    opened.on(
      'requestfailed',
      (request) => isElsewhere(request.url()) && tried.push(request.failure()?.errorText ?? ''),
    );
  },
});
beforeAll(async () => {
  ({ dashboardId } = await createOwnWidgets(api, 'own-widgets-that-fail', 'Leaking tank'));
});

describe('widgets that fail', () => {
  it.each([
    ['wrong-script', 'The script of the widget cannot be read', /Unexpected token.*Line 3, column 2/],
    ['wrong-template', 'The template of the widget cannot be read', /SyntaxError/],
    ['failing-start', 'The script of the widget failed', /bananas.*Line 3/],
    ['endless', 'The widget was stopped: its script did not end', /Run again/],
    ['missing-file', 'A file of the widget could not be loaded', /no-such-file/],
    ['flood', 'The widget was stopped: it sent too much', /Run again/],
    ['heavy-flood', 'The widget was stopped: it sent too much', /Run again/],
    ['runaway', 'The widget was stopped: it left its place', /Run again/],
  ])('say why: %s', async (name, title, detail) => {
    if (!page.url().includes(dashboardId)) await page.goto(`/dashboards/${dashboardId}`);
    const note = (await shownWidget(page, name)).getByRole('alert');
    await note.getByText(title).waitFor();
    await expect.poll(() => note.textContent()).toMatch(detail);
  });

  it('can be run again', async () => {
    const widget = await shownWidget(page, 'failing-start');
    await widget.getByRole('button', { name: 'Run again' }).click();
    await widget
      .getByRole('alert')
      .getByText(/bananas/)
      .waitFor();
  });

  it('get at nothing of the page, and have no way out', async () => {
    const frame = await widgetFrame(page, 'thief');
    const lines = () => frame.getByRole('listitem').allTextContents();
    const refused = (what: string) => `${what}: refused`;
    await expect
      .poll(async () => (await lines()).sort())
      .toEqual(
        [
          ...['page', 'top', 'storage', 'cookies', 'database', 'other place', 'another widget', 'popup'].map(refused),
          ...['own server', 'other server', 'picture', 'socket', 'markup of Pump'].map(refused),
          ...['frame', 'frame in markup', 'frame in a shadow', 'copied shadow', 'shadow in markup'].map(refused),
          ...['token: 403', 'settings: 403', 'other address: 403', 'credentials: 403', 'known token: 403'],
          'user: without a token',
        ].sort(),
      );
    // What it gave the page to work with has changed nothing that is inherited.
    await expect.poll(() => page.evaluate(() => Reflect.get({}, 'stolen'))).toBeUndefined();
    // Not a single one has left the browser.
    expect(tried.filter((end) => end !== 'csp')).toEqual([]);
  });

  it('can be read by everybody', async () => {
    await shownWidget(page, 'wrong-script');
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
