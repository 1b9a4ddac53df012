import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInByApi, TENANT } from '../harness/api.ts';
import { openFromMenu, signIn } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { mosquittoPublish } from '../harness/mosquitto.ts';
import { createDevice, type TestDevice } from '../harness/objects.ts';
import { startPreparedServer } from '../harness/prepared-server.ts';
import type { TestServer } from '../harness/server.ts';

const ACCESS_TOKEN_SECONDS = 6;
const TELEMETRY = 'v1/devices/me/telemetry';

let server: TestServer;
let device: TestDevice;

beforeAll(async () => {
  server = await startPreparedServer({ SIGNALBOX_ACCESS_TOKEN_LIFETIME: String(ACCESS_TOKEN_SECONDS) });
});
afterAll(() => server?.stop());
setUpConsole({ server: () => server, user: null });
beforeAll(async () => {
  device = await createDevice(api, 'Session device');
});

describe('a session in the console', () => {
  it('does not start with a wrong password, and says why', async () => {
    await page.goto('/login');
    await page.getByLabel(/e-?mail/i).fill(TENANT.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('E-mail or password is wrong.').first().waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
    await expect.poll(() => page.getByLabel(/e-?mail/i).inputValue()).toBe(TENANT.email);
  });

  it('shows the version of the product before sign-in', async () => {
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    await page.goto('/login');
    await page.getByText(`Version ${version}`, { exact: true }).waitFor();
  });

  it('validates the e-mail address before it calls the server', async () => {
    await page.goto('/login');
    await page.getByLabel(/e-?mail/i).fill('nobody');
    await page.getByLabel('Password', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This is not a valid e-mail address').waitFor();
  });

  it('returns to the requested address', async () => {
    await page.goto('/devices?search=Session');
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByLabel(/e-?mail/i).fill(TENANT.email);
    await page.getByLabel('Password', { exact: true }).fill(TENANT.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname === '/devices');
  });

  it('survives reloads while the page is still loading, and an overloaded server', async () => {
    // The request for the user is never answered: a reload aborts it.
    await page.route('**/api/auth/user', () => {});
    await page.goto('/login');
    await page.getByLabel(/e-?mail/i).fill(TENANT.email);
    await page.getByLabel('Password', { exact: true }).fill(TENANT.password);
    const requestOfUser = page.waitForRequest('**/api/auth/user');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await requestOfUser;
    for (const address of ['/devices', '/devices?search=Session']) {
      const request = page.waitForRequest('**/api/auth/user');
      await page.goto(address, { waitUntil: 'commit' });
      await request;
    }
    let refusals = 0;
    await page.unroute('**/api/auth/user');
    await page.route('**/api/auth/user', (route) => {
      if (refusals++ > 0) return route.continue();
      return route.fulfill({ status: 429, json: { status: 429, message: 'Too many requests!', errorCode: 33 } });
    });
    await page.reload();
    await page.getByRole('link', { name: device.name }).waitFor();
    expect(refusals).toBeGreaterThan(1);
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/devices?search=Session');
  });

  it('says what to do after too many wrong passwords', async () => {
    const refusal = {
      status: 401,
      message: 'User account is locked due to security policy',
      errorCode: 10,
      timestamp: 0,
    };
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 401, json: refusal }));
    await page.goto('/login');
    await page.getByLabel(/e-?mail/i).fill(TENANT.email);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Try again in ten minutes').waitFor();
    await page.unroute('**/api/auth/login');
  });

  it('says why it ended when the server refuses it, and continues at the same address', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    // Where no page of the console makes calls that would be refused first.
    await page.goto('/favicon.svg');
    await page.evaluate(() => {
      for (const name of ['jwt_token', 'refresh_token']) localStorage.setItem(name, `${localStorage.getItem(name)}x`);
    });
    await page.goto('/devices?search=Session');
    await page.getByText('Your session was ended').waitFor();
    // Also when the sign-in page is reloaded first.
    await page.reload();
    await page.getByLabel(/e-?mail/i).fill(TENANT.email);
    await page.getByLabel('Password', { exact: true }).fill(TENANT.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: device.name }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/devices?search=Session');
  });

  it('leads to sign-in from a page of live values when it is ended elsewhere', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    await page.goto(`/devices?search=${encodeURIComponent(device.name)}`);
    await page.getByRole('link', { name: device.name }).waitFor();
    await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
    const elsewhere = await signInByApi(server.http, TENANT.email, TENANT.password);
    await elsewhere.post('/api/auth/logout', {});
    await page.getByText('Your session was ended').waitFor();
    // It says so itself, in the language of the page.
    await expect.poll(() => page.getByText('The session has ended').count()).toBe(0);
  });

  it('does not mistake an unreachable server for a wrong password', async () => {
    await page.goto('/login');
    await page.getByLabel(/e-?mail/i).fill(TENANT.email);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill(TENANT.password);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The server does not answer').waitFor();
    await expect.poll(() => password.getAttribute('aria-invalid')).not.toBe('true');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname === '/home');
  });

  it('says what to do when a password link does not work', async () => {
    await page.goto('/login/createPassword');
    await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
    await page.goto('/login/resetPassword?resetToken=spent');
    await page.getByLabel('New password', { exact: true }).fill('long-enough');
    await page.getByLabel('New password again').fill('long-enougH');
    await page.getByRole('button', { name: 'Choose a new password' }).click();
    await page.getByText('The two passwords differ').first().waitFor();
    await page.getByLabel('New password again').fill('long-enough');
    await page.getByRole('button', { name: 'Choose a new password' }).click();
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.getByRole('link', { name: 'Reset your password' }).click();
    await page.waitForURL((url) => url.pathname === '/login/resetPasswordRequest');
  });

  it('keeps a list while the server is unreachable, marks it as outdated, and refreshes it afterwards', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    await page.goto('/devices');
    await page.getByRole('link', { name: device.name }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('This may be out of date').waitFor();
    await expect.poll(() => page.getByRole('link', { name: device.name }).count()).toBe(1);
    await page.context().setOffline(false);
    await page.getByText('This may be out of date').waitFor({ state: 'detached' });
  });

  it('opens a page that failed to load as soon as the server answers', async () => {
    await page.route('**/static/audit-log-page*', (route) => route.abort());
    await signIn(page, TENANT.email, TENANT.password);
    await page.context().setOffline(true);
    await openFromMenu(page, 'Audit log');
    await page.getByText('It opens by itself as soon as the server answers').waitFor();
    await page.unroute('**/static/audit-log-page*');
    await page.context().setOffline(false);
    await page.getByRole('table', { name: 'Audit log' }).waitFor();
  });

  it('keeps the page and what is typed in it when palette and shortcuts could not be loaded', async () => {
    await page.route('**/static/{palette,cheat-sheet}*', (route) => route.abort());
    await signIn(page, TENANT.email, TENANT.password);
    await page.goto('/profile');
    const firstName = page.getByLabel('First name');
    await firstName.fill('Typed');
    await page.keyboard.press('Control+K');
    await page.getByRole('alert').getByText('Unable to connect').first().waitFor();
    await firstName.blur();
    await page.keyboard.press('?');
    await expect.poll(() => firstName.inputValue()).toBe('Typed');
    await page.unroute('**/static/{palette,cheat-sheet}*');
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+K');
        return page.getByRole('dialog').count();
      })
      .toBe(1);
    await expect.poll(() => firstName.inputValue()).toBe('Typed');
  });

  it('takes what is typed while the palette is on its way', async () => {
    const asked = Promise.withResolvers<void>();
    const arrives = Promise.withResolvers<void>();
    await page.route('**/static/palette*', async (route) => {
      asked.resolve();
      await arrives.promise;
      await route.continue();
    });
    await signIn(page, TENANT.email, TENANT.password);
    await page.goto('/home');
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    await page.keyboard.press('Control+K');
    await asked.promise;
    await page.keyboard.type('audit');
    arrives.resolve();
    const input = page.getByRole('dialog').getByPlaceholder('Search or run…');
    await page
      .getByRole('option', { name: /Audit log/ })
      .first()
      .waitFor();
    await expect.poll(() => input.inputValue()).toBe('audit');
    await page.keyboard.type(' log');
    await expect.poll(() => input.inputValue()).toBe('audit log');
  });

  it('asks before a sign-out loses what is typed', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    await page.goto('/profile');
    const firstName = page.getByLabel('First name');
    await firstName.fill('Typed');
    const signOut = async (answer: string) => {
      await page.getByRole('button', { name: 'User menu' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('dialog').getByRole('button', { name: answer }).click();
    };
    await signOut('Stay');
    await expect.poll(() => firstName.inputValue()).toBe('Typed');
    await signOut('Leave');
    await page.waitForURL((url) => url.pathname === '/login');
  });

  it('ends within seconds at sign-out while the server hangs', async () => {
    await page.route('**/api/auth/logout', () => {});
    await signIn(page, TENANT.email, TENANT.password);
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('jwt_token'))).toBeNull();
  });

  it('ends where another tab has cleared what the browser stores, and continues at the same address', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    await page.goto('/devices?search=Session');
    await page.getByRole('link', { name: device.name }).waitFor();
    const another = await page.context().newPage();
    await another.goto('/favicon.svg');
    await another.evaluate(() => localStorage.clear());
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByLabel(/e-?mail/i).fill(TENANT.email);
    await page.getByLabel('Password', { exact: true }).fill(TENANT.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: device.name }).waitFor();
  });

  it('goes back with the button above the page', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    await openFromMenu(page, 'Devices');
    await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/home');
  });

  it('continues when the access token has expired, with one refresh for all calls', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    await page.goto('/devices');
    await page.getByRole('link', { name: device.name }).waitFor();
    const refreshes: (string | null)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/token')) refreshes.push(request.postData());
    });
    const issued = Date.now();
    await expect.poll(() => Date.now() - issued).toBeGreaterThan(ACCESS_TOKEN_SECONDS * 1_000);
    await openFromMenu(page, 'Home');
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    await page.getByText('Newest devices').waitFor();
    await page.getByText(device.name).first().waitFor();
    expect(refreshes.length).toBeGreaterThan(0);
    // The next one has another refresh token: it may come already when the page takes longer than a token lives.
    expect(new Set(refreshes).size).toBe(refreshes.length);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/home');
  });

  it('ends for good at sign-out', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    const token = await page.evaluate(() => localStorage.getItem('jwt_token') ?? localStorage.getItem('TB-jwt_token'));
    await page
      .getByRole('button', { name: /menu|account|user/i })
      .last()
      .click();
    await page.getByRole('menuitem', { name: /sign out|log out|logout/i }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await expect.poll(() => page.getByRole('alert').allTextContents()).toEqual([]);
    const reply = await fetch(`${server.http}/api/auth/user`, { headers: { 'x-authorization': `Bearer ${token}` } });
    expect(reply.status).toBe(401);
  });

  it('survives a restart of the server with the page open, and catches up', { timeout: 120_000 }, async () => {
    await signIn(page, TENANT.email, TENANT.password);
    await mosquittoPublish(server.mqttPort, device.accessToken, TELEMETRY, { level: 1 });
    await page.goto(`/devices/${device.id}?tab=telemetry`);
    const row = page.getByRole('row', { name: /level/ });
    await row.getByText('1', { exact: true }).waitFor();

    await server.kill('SIGKILL');
    await server.restart();
    await mosquittoPublish(server.mqttPort, device.accessToken, TELEMETRY, { level: 2 });
    await row.getByText('2', { exact: true }).waitFor({ timeout: 30_000 });
    await mosquittoPublish(server.mqttPort, device.accessToken, TELEMETRY, { level: 3 });
    await row.getByText('3', { exact: true }).waitFor();
  });
});
