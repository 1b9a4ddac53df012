import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebServer, type WebServer } from '../../server/test/web-server.ts';
import { TENANT } from '../harness/api.ts';
import { DESKTOP, PHONE } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import {
  createCardDashboard,
  createDashboard,
  createDevice,
  describeWidget,
  singleDevice,
} from '../harness/objects.ts';
import { startPreparedServer } from '../harness/prepared-server.ts';
import type { TestServer } from '../harness/server.ts';

const ALIAS = 'c1a5a3f0-1f4e-4d3c-9a57-1b2c3d4e5f60';
const MAIN = '5d1c1c9e-8f3b-4a55-9a0e-6f1e2d3c4b5a';
const RIGHT = '7d1c1c9e-8f3b-4a55-9a0e-6f1e2d3c4b5b';

let server: TestServer;
/** Serves the page that plays the app. */
let host: WebServer;
let app: string;
let simple: string;
let withRight: string;
let tokens: { token: string; refreshToken: string };
/** The console inside the app. */
let view: Frame;

beforeAll(async () => {
  host = await startWebServer((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>
      <meta name="viewport" content="width=device-width">
      <body style="margin: 0">
        <iframe src="${server.http}/dashboard/${simple}" style="border: 0; width: 100vw; height: 100vh"></iframe>
        <script>
          window.calls = [];
          onmessage = ({ data }) => data.call && window.calls.push(data.call);
        </script>`);
  });
  app = host.http;
  server = await startPreparedServer({ SIGNALBOX_EMBED_ORIGINS: app });
});
afterAll(async () => {
  await host?.close();
  await server?.stop();
});
setUpConsole({ server: () => server, user: null, viewport: PHONE });

beforeAll(async () => {
  const device = await createDevice(api, 'Phone device');
  simple = await createCardDashboard(api, 'Simple', device, 'level');
  const card = { bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest' } as const;
  const call = {
    ...{ id: 'call', name: 'Call the guard', icon: 'call', type: 'mobileAction' },
    mobileAction: { type: 'makePhoneCall', getPhoneNumberFunction: 'return "+47 " + [5, 5, 5].join("");' },
  };
  const beside = {
    ...{ id: 'beside', name: 'Show beside', icon: 'menu', type: 'updateDashboardState' },
    ...{ targetDashboardStateId: 'default', openRightLayout: true },
  };
  const actions = { headerButton: [call, beside] };
  const widgetOf = (title: string) => describeWidget(card, title, ALIAS, [{ name: title }], { actions });
  const layoutOf = (id: string) => ({ widgets: { [id]: { sizeX: 6, sizeY: 5, row: 0, col: 0 } }, gridSettings: {} });
  withRight = await createDashboard(
    api,
    'Two layouts',
    { [MAIN]: widgetOf('left key'), [RIGHT]: widgetOf('right key') },
    [{ id: ALIAS, alias: 'Device', filter: singleDevice(device.id) }],
    {
      states: {
        default: { name: 'Overview', root: true, layouts: { main: layoutOf(MAIN), right: layoutOf(RIGHT) } },
      },
    },
  );
  const reply = await fetch(`${server.http}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: TENANT.email, password: TENANT.password }),
  });
  tokens = (await reply.json()) as typeof tokens;
});

/** A page that shows the console as the app does: it sends messages, and notes what its handlers are called with. */
beforeEach(async () => {
  await page.addInitScript(() => {
    if (window === window.parent) return;
    const callHandler = async (...call: unknown[]) => window.parent.postMessage({ call }, '*');
    Object.assign(window, { flutter_inappwebview: { callHandler } });
  });
  await page.goto(app);
  await page.frameLocator('iframe').getByLabel('Password', { exact: true }).waitFor();
  view = page.frames().find((frame) => frame.url().startsWith(server.http)) as Frame;
});

const send = (type: string, data?: object) =>
  page.evaluate(
    (message) => document.querySelector('iframe')?.contentWindow?.postMessage(message, '*'),
    JSON.stringify({ type, data }),
  );

/** What the handler of this name was called with. */
const callsOf = async (name: string): Promise<unknown[][]> => {
  const calls = await page.evaluate(() => (window as unknown as { calls: unknown[][] }).calls);
  return calls.filter(([called]) => called === name).map(([, ...values]) => values);
};

const signIn = () => send('reloadUserMessage', { accessToken: tokens.token, refreshToken: tokens.refreshToken });

describe('the console inside the mobile app', () => {
  it('takes the user of the app, opens its dashboards and says what is open', async () => {
    await signIn();
    await send('openDashboardMessage', { dashboardId: simple, hideToolbar: true });
    await view.getByText('level').first().waitFor();
    await expect
      .poll(() => new URL(view.url()).pathname + new URL(view.url()).search)
      .toBe(`/dashboard/${simple}?hideToolbar=true`);
    await expect.poll(() => callsOf('tbMobileDashboardStateNameHandler')).toEqual([['Simple']]);
    await expect.poll(() => callsOf('tbMobileDashboardLoadedHandler')).toEqual([[false, false]]);

    // The same dashboard is loaded again.
    await send('openDashboardMessage', { dashboardId: simple, hideToolbar: true });
    await view.waitForURL((url) => /^\d{13}$/.test(url.searchParams.get('reload') ?? ''));
    await expect.poll(() => callsOf('tbMobileDashboardStateNameHandler')).toEqual([['Simple'], ['Simple']]);
  });

  it('opens and closes the right layout for the app', async () => {
    await signIn();
    await send('openDashboardMessage', { dashboardId: withRight });
    await view.getByText('left key').first().waitFor();
    await expect.poll(() => callsOf('tbMobileDashboardLoadedHandler')).toEqual([[true, false]]);
    await expect.poll(() => callsOf('tbMobileDashboardStateNameHandler')).toEqual([['Overview']]);
    // It has buttons of its own for what else is beside a dashboard, and shows it as on a phone, however wide.
    const tools = ['Show the other side', 'Export', 'Picture and PDF', 'Open in the console'];
    const offered = () =>
      Promise.all(tools.map((name) => view.getByRole('button', { name, exact: true }).count())).then(String);
    await view.getByRole('toolbar').first().waitFor();
    await expect.poll(offered).toBe('0,0,0,0');
    await page.setViewportSize(DESKTOP);
    await send('toggleDashboardLayout');
    await view.getByText('right key').first().waitFor();
    await expect.poll(() => callsOf('tbMobileDashboardLayoutHandler')).toEqual([[true]]);
    await send('toggleDashboardLayout');
    await expect.poll(() => callsOf('tbMobileDashboardLayoutHandler')).toEqual([[true], [false]]);
    await expect.poll(() => view.getByText('right key').filter({ visible: true }).count()).toBe(0);
    await expect.poll(offered).toBe('0,0,0,0');
    await view.getByRole('button', { name: 'Show beside' }).click();
    await view.getByText('right key').first().waitFor();
  });

  it('has the app call whom an action names', async () => {
    await signIn();
    await send('openDashboardMessage', { dashboardId: withRight });
    await view.getByText('left key').first().waitFor();
    await view.getByRole('button', { name: 'Call the guard' }).click();
    await expect.poll(() => callsOf('tbMobileHandler')).toEqual([['makePhoneCall', '+47 555']]);
  });

  it.each(['/', '/home', '/no/such/page'])(
    'leaves the first page to the app, once, when opened at %s',
    async (place) => {
      // Only dashboards may be framed.
      const whole = await openPage({
        user: null,
        prepare: (opened) =>
          opened.addInitScript(() => {
            const calls: unknown[][] = [];
            const callHandler = async (...call: unknown[]) => void calls.push(call);
            Object.assign(window, { calls, flutter_inappwebview: { callHandler } });
          }),
      });
      const handedOver = () =>
        whole.evaluate(() =>
          (window as unknown as { calls: unknown[][] }).calls.filter(([name]) => name === 'tbMobileNavigationHandler'),
        );
      const query = new URLSearchParams({ accessToken: tokens.token, refreshToken: tokens.refreshToken });
      await whole.goto(`${place}?${query}`);
      await expect.poll(handedOver).toEqual([['tbMobileNavigationHandler', 'home', {}]]);
      const message = JSON.stringify({ type: 'openDashboardMessage', data: { dashboardId: simple } });
      await whole.evaluate((text) => window.postMessage(text, '*'), message);
      await whole.getByText('level').first().waitFor();
      await expect.poll(handedOver).toEqual([['tbMobileNavigationHandler', 'home', {}]]);
    },
  );

  it('leaves the first page to the app after a sign-in by hand', async () => {
    await view.evaluate(() => sessionStorage.clear());
    await view.getByLabel(/e-?mail/i).fill(TENANT.email);
    await view.getByLabel('Password', { exact: true }).fill(TENANT.password);
    await view.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => callsOf('tbMobileNavigationHandler')).toEqual([['home', {}]]);
    await send('openDashboardMessage', { dashboardId: simple });
    await view.getByText('level').first().waitFor();
    await expect.poll(() => callsOf('tbMobileNavigationHandler')).toEqual([['home', {}]]);
  });

  it('leaves all other pages to the app', async () => {
    await signIn();
    await send('openDashboardMessage', { dashboardId: simple });
    await view.getByText('level').first().waitFor();
    await view.evaluate(() => {
      window.history.pushState(null, '', '/devices');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect.poll(() => callsOf('tbMobileNavigationHandler')).toEqual([['devices', {}]]);
    await view.waitForURL((url) => url.pathname === `/dashboard/${simple}`);
    await view.getByText('level').first().waitFor();
  });
});
