import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Api, CUSTOMER, SYSADMIN, signInByApi, TENANT } from '../harness/api.ts';
import { restingBox, signIn } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createCardDashboard, createDevice, createUser } from '../harness/objects.ts';
import { visit } from '../harness/visit.ts';

const server = inject('server');
const stamp = Date.now();

setUpConsole({ user: null });

/** A dashboard that everybody may see, and its public id. */
let publicDashboard: { id: string; title: string; publicId: string };
let privateDashboard: string;
let system: Api;

beforeAll(async () => {
  system = await signInByApi(server.http, SYSADMIN.email, SYSADMIN.password);
  const device = await createDevice(api, `Ways in ${stamp}`);
  const title = `Ways in ${stamp}`;
  const id = await createCardDashboard(api, title, device, 'level');
  privateDashboard = await createCardDashboard(api, `Held to ${stamp}`, device, 'level');
  const shared = await api.post<{ assignedCustomers: { customerId: { id: string }; public: boolean }[] }>(
    `/api/customer/public/dashboard/${id}`,
  );
  const publicId = shared.assignedCustomers.find((customer) => customer.public)?.customerId.id ?? '';
  publicDashboard = { id, title, publicId };
});

const userMenu = () => page.getByRole('button', { name: 'User menu' });

describe('parameters of the address', () => {
  it('sign in by themselves, and are neither in the address, nor in the history, nor stored afterwards', async () => {
    const secrets = new URLSearchParams({ username: TENANT.email, password: TENANT.password });
    await page.goto(`/devices?search=Ways&${secrets}`);
    await page.getByRole('link', { name: `Ways in ${stamp}` }).waitFor();
    // The page writes into its address, beginning with what it was opened with.
    await page.getByRole('searchbox').fill(`Ways in ${stamp}`);
    await page.waitForURL((url) => url.searchParams.get('search') === `Ways in ${stamp}`);
    await expect.poll(() => page.url()).not.toContain('password');
    await expect
      .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })))
      .not.toContain('password=');
  });

  it('that sign nobody in say why, and the password is not kept for after the sign-in', async () => {
    // Awaited from the beginning: it goes away again, sooner than a slow page has loaded everything.
    const told = page
      .getByRole('alert')
      .getByText(/Invalid username or password|is wrong/)
      .waitFor();
    await page.goto(`/devices?${new URLSearchParams({ username: TENANT.email, password: 'a-wrong-one' })}`);
    await told;
    await page.waitForURL((url) => url.pathname === '/login');
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('a-wrong-one');
    await signIn(page, TENANT.email, TENANT.password);
  });

  it('sign in with tokens', async () => {
    const reply = await fetch(`${server.http}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: TENANT.email, password: TENANT.password }),
    });
    const { token, refreshToken } = (await reply.json()) as { token: string; refreshToken: string };
    await page.goto(`/home?${new URLSearchParams({ accessToken: token, refreshToken })}`);
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('refresh_token'))).toBe(refreshToken);
  });

  it('show why a sign-in with another provider failed, as text', async () => {
    await page.goto(`/login?loginError=${encodeURIComponent('No account <b>here</b>')}`);
    const dialog = page.getByRole('dialog', { name: 'Sign-in failed' });
    await dialog.getByText('No account <b>here</b>').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('show the failure also when they led to a page that nobody may see yet', async () => {
    await page.goto('/home?loginError=Refused');
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByRole('dialog', { name: 'Sign-in failed' }).getByText('Refused').waitFor();
  });

  it('with a public id that nobody has are forgotten', async () => {
    await page.goto(`/dashboard/${publicDashboard.id}?publicId=${crypto.randomUUID()}&hideToolbar=true`);
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByLabel(/e-?mail/i).fill(TENANT.email);
    await page.getByLabel('Password', { exact: true }).fill(TENANT.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname === `/dashboard/${publicDashboard.id}`);
    await expect.poll(() => new URL(page.url()).search).toBe('?hideToolbar=true');
  });
});

describe('addresses', () => {
  it('that do not exist, or are empty, lead home', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    for (const address of ['/no/such/page', '/%ff', '/']) {
      await page.goto(address);
      await page.waitForURL((url) => url.pathname === '/home');
    }
  });

  it('that are forbidden offer to sign in as somebody else', async () => {
    const email = `forbidden-${stamp}@signalbox.local`;
    await createUser(api, { email, authority: 'TENANT_ADMIN' }, 'not-permitted');
    await signIn(page, email, 'not-permitted');
    await page.goto('/tenants');
    const dialog = page.getByRole('dialog', { name: 'Access is not permitted' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL((url) => url.pathname === '/home');
    await page.goto('/tenants');
    await dialog.getByRole('button', { name: 'Sign in again' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('jwt_token'))).toBeNull();
  });
});

describe('visitors of what is public', () => {
  const link = () => `/dashboard/${publicDashboard.id}?publicId=${publicDashboard.publicId}`;

  it('are led back to the dashboard they opened last, and out when they leave the public link', async () => {
    await page.goto(link());
    await page.waitForFunction((title) => document.title.endsWith(title), publicDashboard.title);
    await page.goto(`/devices?publicId=${publicDashboard.publicId}`);
    await page.waitForURL((url) => url.pathname === `/dashboard/${publicDashboard.id}`);
    await page.goto('/devices');
    await page.waitForURL((url) => url.pathname === '/login');
    for (const storage of ['localStorage', 'sessionStorage'] as const) {
      await expect.poll(() => page.evaluate((name) => window[name].getItem('jwt_token'), storage)).toBeNull();
    }
  });

  it('are no other tab: who is signed in goes on there, and here after the visit', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    await page.goto('/profile');
    const firstName = page.getByLabel('First name');
    await firstName.fill('Typed');
    const visit = await page.context().newPage();
    await visit.goto(link());
    await visit.waitForFunction((title) => document.title.endsWith(title), publicDashboard.title);
    await visit.getByText('level').first().waitFor();
    await expect.poll(() => visit.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0);
    await visit.goto('/devices');
    await visit.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await expect.poll(() => new URL(visit.url()).pathname).toBe('/devices');
    await expect.poll(() => firstName.inputValue()).toBe('Typed');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/profile');
  });

  it('are let in again when their session has run out', async () => {
    await page.goto(link());
    await page.getByText('level').first().waitFor();
    const tokenOf = () => page.evaluate(() => sessionStorage.getItem('jwt_token') ?? '');
    await expect.poll(tokenOf).not.toBe('');
    await page.evaluate(() => {
      for (const name of ['jwt_token', 'refresh_token']) sessionStorage.setItem(`${name}_expiration`, '1');
    });
    await page.evaluate((address) => {
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, `${link()}&reload=1`);
    await expect
      .poll(() => page.evaluate(() => Number(sessionStorage.getItem('jwt_token_expiration'))))
      .toBeGreaterThan(1);
    await page.getByText('level').first().waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/dashboard/${publicDashboard.id}`);
  });

  it('change between the public ids of two tenants', async () => {
    const tenant = await system.post<{ id: { id: string } }>('/api/tenant', { title: `Other public ${stamp}` });
    const email = `other-public-${stamp}@signalbox.local`;
    await createUser(system, { email, authority: 'TENANT_ADMIN', tenantId: tenant.id }, 'other-public');
    const other = await signInByApi(server.http, email, 'other-public');
    const title = `Other public ${stamp}`;
    const id = await createCardDashboard(other, title, await createDevice(other, 'Other'), 'level');
    const shared = await other.post<{ assignedCustomers: { customerId: { id: string } }[] }>(
      `/api/customer/public/dashboard/${id}`,
    );
    const publicId = shared.assignedCustomers[0]?.customerId.id;
    const visitorOf = () =>
      page.evaluate(() => JSON.parse(atob((sessionStorage.getItem('jwt_token') ?? '').split('.')[1] ?? '')).sub);

    await page.goto(link());
    await page.waitForFunction((name) => document.title.endsWith(name), publicDashboard.title);
    await expect.poll(() => visitorOf()).toBe(publicDashboard.publicId);
    await page.goto(`/dashboard/${id}?publicId=${publicId}`);
    await page.waitForFunction((name) => document.title.endsWith(name), title);
    await expect.poll(() => visitorOf()).toBe(publicId);
    // Without loading the console again: the guard changes the visitor.
    await page.goBack();
    await page.waitForFunction((name) => document.title.endsWith(name), publicDashboard.title);
    await expect.poll(() => visitorOf()).toBe(publicDashboard.publicId);
  });

  it('wait for a server that is away instead of losing their link', async () => {
    let attempts = 0;
    await page.route('**/api/auth/login/public', (route) => {
      if (attempts++ > 0) return route.continue();
      return route.fulfill({ status: 503, json: { status: 503, message: 'Not now', errorCode: 2 } });
    });
    await page.goto(link());
    await page.getByText('Unable to connect').waitFor();
    await page.waitForFunction((name) => document.title.endsWith(name), publicDashboard.title);
    expect(attempts).toBe(2);
  });
});

describe('the first page', () => {
  it('is the default dashboard; one that fills the screen is all there is beside the profile', async () => {
    for (const full of [false, true]) {
      const email = `held-${full}-${stamp}@signalbox.local`;
      await createUser(api, { email, authority: 'TENANT_ADMIN' }, 'held-to-it');
      const own = await signInByApi(server.http, email, 'held-to-it');
      const user = await own.get<object>('/api/auth/user');
      const additionalInfo = { defaultDashboardId: privateDashboard, defaultDashboardFullscreen: full };
      await own.post('/api/user?sendActivationMail=false', { ...user, additionalInfo });
      const another = await openPage({ user: null });
      await signIn(another, email, 'held-to-it');
      await another.waitForURL((url) => url.pathname === `/${full ? 'dashboard' : 'dashboards'}/${privateDashboard}`);
      const menu = another.getByRole('navigation', { name: 'Main menu' });
      if (!full) await menu.waitFor();
      else {
        await expect.poll(() => menu.count()).toBe(0);
        await another.goto('/devices');
        await another.waitForURL((url) => url.pathname === `/dashboard/${privateDashboard}`);
        await another.goto(`/dashboards/${publicDashboard.id}`);
        await another.getByText('level').first().waitFor();
        await expect.poll(() => new URL(another.url()).pathname).toBe(`/dashboards/${publicDashboard.id}`);
        await expect.poll(() => menu.count()).toBe(0);
        await another.goto('/profile');
        await another.getByRole('button', { name: 'Back to the dashboard' }).click();
        await another.waitForURL((url) => url.pathname === `/dashboard/${privateDashboard}`);
        // A dashboard that cannot be opened locks nobody in.
        await another.route(`**/api/dashboard/${privateDashboard}*`, (route) =>
          route.fulfill({ status: 404, json: {} }),
        );
        await another.reload();
        await another.getByText('This dashboard could not be opened').waitFor();
        await another.getByRole('button', { name: 'User menu' }).click();
        await expect.poll(() => another.getByRole('menuitem', { name: 'Help', exact: true }).count()).toBe(0);
        await another.getByRole('menuitem', { name: 'Sign out' }).click();
        await another.waitForURL((url) => url.pathname === '/login');
      }
    }
  });
});

describe('signing in as another user', () => {
  it('is there for administrators of the system and of tenants, for those below them', async () => {
    const { tenantId } = await api.get<{ tenantId: { id: string } }>('/api/auth/user');
    await signIn(page, SYSADMIN.email, SYSADMIN.password);
    await visit(page, `/tenants/${tenantId.id}/users`);
    await page.getByRole('button', { name: `Actions for ${TENANT.email}` }).click();
    await page.getByRole('menuitem', { name: /sign in as/i }).click();
    await page.waitForURL((url) => url.pathname === '/home');
    await userMenu().click();
    await page.getByText('Tenant administrator').first().waitFor();
    await page.keyboard.press('Escape');

    await visit(page, `/users?search=${CUSTOMER.email}`);
    await page.getByRole('button', { name: `Actions for ${CUSTOMER.email}` }).click();
    await page.getByRole('menuitem', { name: /sign in as/i }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/users'));
    await userMenu().click();
    await page.getByText('Customer user').first().waitFor();
  });
});

describe('the sign-in page', () => {
  it('leads to the page for a new password when the old one has expired', async () => {
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({
        status: 401,
        json: { status: 401, message: 'User password expired!', errorCode: 15, resetToken: 'reset-1' },
      }),
    );
    await page.goto('/login');
    await page.getByLabel(/e-?mail/i).fill(TENANT.email);
    await page.getByLabel('Password', { exact: true }).fill(TENANT.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/login/resetExpiredPassword?resetToken=reset-1');
    await page.getByText('Your password has expired').waitFor();
    const sent = page.waitForRequest('**/api/noauth/resetPassword');
    await page.getByLabel('New password', { exact: true }).fill('long-enough');
    await page.getByLabel('New password again').fill('long-enough');
    await page.getByRole('button', { name: 'Choose a new password' }).click();
    expect((await sent).postDataJSON()).toEqual({ resetToken: 'reset-1', password: 'long-enough' });

    // The same with a name and a password in the address.
    await page.goto(`/?${new URLSearchParams({ username: TENANT.email, password: TENANT.password })}`);
    await page.waitForURL('**/login/resetExpiredPassword?resetToken=reset-1');
  });

  it('asks for a reset link once', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    const email = page.getByLabel('E-mail');
    const send = page.getByRole('button', { name: 'Send link' });
    await send.click();
    await page.getByText('Enter your e-mail address').waitFor();
    await email.fill('nobody');
    await send.click();
    await page.getByText('This is not a valid e-mail address').waitFor();
    await email.fill(`nobody-${stamp}@signalbox.local`);
    const sent = page.waitForRequest('**/api/noauth/resetPasswordByEmail');
    await send.click();
    expect((await sent).postDataJSON()).toEqual({ email: `nobody-${stamp}@signalbox.local` });
    await page.getByText('Password link sent').waitFor();
    await expect.poll(() => email.isDisabled()).toBe(true);
    await expect.poll(() => send.isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
  });

  it('offers other identity providers before the form, when there are any', async () => {
    const clients = [
      { name: 'Harbour', icon: 'anchor', url: '/oauth2/authorization/harbour' },
      { name: 'Lighthouse', icon: null, url: '/oauth2/authorization/lighthouse' },
      { name: 'GitHub', icon: 'github-logo', url: '/oauth2/authorization/github' },
    ];
    const requested = page.waitForRequest('**/api/noauth/oauth2Clients?platform=WEB');
    await page.goto('/login');
    expect((await requested).method()).toBe('POST');
    await page.getByLabel(/e-?mail/i).waitFor();
    await expect.poll(() => page.getByRole('link', { name: /^Sign in with/ }).count()).toBe(0);

    await page.route('**/api/noauth/oauth2Clients?platform=WEB', (route) => route.fulfill({ json: clients }));
    await page.reload();
    const link = page.getByRole('link', { name: 'Sign in with Harbour' });
    await expect.poll(() => link.getAttribute('href')).toBe('/oauth2/authorization/harbour');
    await page.getByText('or', { exact: true }).waitFor();
    // The names of templates are not those of a font: they are drawn here.
    await page.getByRole('link', { name: 'Sign in with GitHub' }).locator('svg[data-icon="github-logo"]').waitFor();
    const places = await page.locator('main').evaluate((main) => {
      const top = (selector: string) => main.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN;
      return { provider: top('a[href="/oauth2/authorization/lighthouse"]'), form: top('form') };
    });
    expect(places.provider).toBeLessThan(places.form);
    // Without an answer there are none.
    await page.route('**/api/noauth/oauth2Clients?platform=WEB', (route) => route.abort());
    await page.reload();
    await page.getByLabel(/e-?mail/i).waitFor();
    await expect.poll(() => link.count()).toBe(0);
  });
});

describe('a newer version', () => {
  it('is announced to a system administrator, at the end of the page, until that is closed', async () => {
    await page.route('**/api/admin/updates', (route) =>
      route.fulfill({ json: { updateAvailable: true, message: 'Version 9.0.0 is <b>available</b>.' } }),
    );
    await signIn(page, SYSADMIN.email, SYSADMIN.password);
    const notice = page.getByRole('status').filter({ hasText: 'Version 9.0.0 is <b>available</b>.' });
    await notice.waitFor();
    const place = await restingBox(notice);
    expect(place.x).toBeGreaterThan(700);
    expect(place.y).toBeGreaterThan(600);
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Tenants' }).click();
    await page.getByRole('heading', { name: 'Tenants', level: 1 }).waitFor();
    await notice.getByRole('button', { name: 'Close' }).click();
    await notice.waitFor({ state: 'detached' });
    // It does not come back with the page.
    let asked = 0;
    page.on('request', (request) => request.url().endsWith('/api/admin/updates') && asked++);
    await page.reload();
    await page.getByRole('heading', { name: 'Tenants', level: 1 }).waitFor();
    await page.getByRole('row').nth(1).waitFor();
    expect(asked).toBe(0);
  });

  it('is nothing that others ask for', async () => {
    const requested: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/admin/updates') && requested.push(request.url()));
    await signIn(page, TENANT.email, TENANT.password);
    await page.getByText('Newest devices').waitFor();
    expect(requested).toEqual([]);
  });
});

describe('the crumbs', () => {
  it('name the entities that a page belongs to, and lead to them', async () => {
    const title = `Crumbs ${stamp}`;
    const customer = await api.post<{ id: { id: string } }>('/api/customer', { title });
    await signIn(page, TENANT.email, TENANT.password);
    await visit(page, `/customers/${customer.id.id}/users`);
    const crumbs = page.getByRole('navigation', { name: 'Where you are' });
    await crumbs.getByRole('link', { name: title }).waitFor();
    await expect
      .poll(() => crumbs.getByRole('listitem').allInnerTexts())
      .toEqual([`Customers\n›`, `${title}\n›`, 'Users']);
    await crumbs.getByRole('link', { name: title }).click();
    await page.waitForURL((url) => url.pathname === `/customers/${customer.id.id}`);
    await page.goBack();
    await page.setViewportSize({ width: 390, height: 844 });
    await crumbs.getByText('Users').waitFor();
    await expect.poll(() => crumbs.getByRole('link').count()).toBe(0);
  });
});

describe('the shell', () => {
  it('names the page in the title of the window, and says whose work it is', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    await visit(page, '/devices');
    await page.waitForFunction(() => document.title === 'Signalbox | Devices');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByText(`© ${new Date().getUTCFullYear()} The Signalbox authors`).waitFor();
    await expect.poll(async () => (await menu.boundingBox())?.width).toBe(250);
  });

  it('searches once typing stops', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    await visit(page, '/devices');
    await page
      .getByRole('checkbox', { name: /^Select/ })
      .first()
      .waitFor();
    const searched: (string | null)[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.searchParams.has('textSearch')) searched.push(url.searchParams.get('textSearch'));
    });
    // Letter by letter, without a rest that the machine could make long.
    await page.getByRole('searchbox').evaluate((box, typed) => {
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      for (let length = 1; length <= typed.length; length++) {
        write?.call(box, typed.slice(0, length));
        box.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }, 'substation');
    await expect.poll(() => searched).toContain('substation');
    expect(new Set(searched)).toEqual(new Set(['substation']));
  });
});
