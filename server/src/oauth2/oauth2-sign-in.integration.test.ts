import type { Customer } from '@signalbox/contract/customer';
import type { Dashboard } from '@signalbox/contract/dashboard';
import type { PageData } from '@signalbox/contract/page';
import type { Tenant } from '@signalbox/contract/tenant';
import type { User } from '@signalbox/contract/user';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CookieBrowser, createCookieBrowser, formOf, type Landing } from '../../test/cookie-browser.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type IdentityProvider,
  startIdentityProvider,
} from '../../test/identity-provider.ts';
import { createTestTenant, PASSWORD, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

const APP_SECRET = 'abcdefghijklmnopqrstuvwx';
const PACKAGE = 'com.example.app';

let platform: TestPlatform;
let provider: IdentityProvider;
let tenant: TestTenant;
let host: string;
let base: string;
beforeAll(async () => {
  provider = await startIdentityProvider();
  platform = await startTestPlatform({ outboundAllowed: '127.0.0.1' });
  host = `127.0.0.1:${platform.httpPort()}`;
  base = `http://${host}`;
  provider.register([`${base}/login/oauth2/code/`]);
  tenant = await createTestTenant(platform, 'acme');
});
afterAll(async () => {
  await platform?.stop();
  await provider?.close();
});

const BASIC = {
  emailAttributeKey: 'email',
  firstNameAttributeKey: 'given_name',
  lastNameAttributeKey: 'family_name',
  tenantNameStrategy: 'DOMAIN',
  tenantNamePattern: null,
  customerNamePattern: null,
  defaultDashboardName: null,
  alwaysFullScreen: false,
};
interface Options {
  basic?: object | null;
  mapper?: object;
  registration?: object;
}

/** Sets up the provider alone, and returns the address of its button. */
async function offer({ basic = {}, mapper = {}, registration = {} }: Options = {}): Promise<string> {
  await platform.system.post('/api/oauth2/config', {
    enabled: true,
    oauth2ParamsInfos: [
      {
        domainInfos: [{ scheme: 'HTTP', name: host }],
        mobileInfos: [{ pkgName: PACKAGE, appSecret: APP_SECRET }],
        clientRegistrations: [
          {
            clientId: CLIENT_ID,
            clientSecret: CLIENT_SECRET,
            authorizationUri: `${provider.url}/auth`,
            accessTokenUri: `${provider.url}/token`,
            userInfoUri: `${provider.url}/me`,
            jwkSetUri: `${provider.url}/jwks`,
            scope: ['openid', 'email', 'profile'],
            userNameAttributeName: 'email',
            clientAuthenticationMethod: 'BASIC',
            loginButtonLabel: 'Harbour',
            additionalInfo: { providerName: 'Custom' },
            ...registration,
            mapperConfig: {
              allowUserCreation: true,
              activateUser: false,
              type: 'BASIC',
              basic: basic && { ...BASIC, ...basic },
              ...mapper,
            },
          },
        ],
      },
    ],
  });
  const reply = await fetch(`${base}/api/noauth/oauth2Clients?platform=WEB`, { method: 'POST' });
  const [client] = (await reply.json()) as { url: string }[];
  return `${base}${client?.url}`;
}

/** Follows the button through the provider, to the answer that it sends back to us. */
async function answerFor(browser: CookieBrowser, button: string, account: string): Promise<Landing> {
  const start = await browser.request(button);
  const { host: there } = new URL(provider.url);
  const page = await browser.follow(start, there);
  const { action } = formOf(page);
  return browser.follow(await browser.submit(action, { account }), there);
}

/** Signs in as an account of the provider: the address that the browser ends at. */
async function signIn(account: string, options?: Options, browser = createCookieBrowser()): Promise<URL> {
  const answer = await answerFor(browser, await offer(options), account);
  expect(answer.location?.href).toContain(`${base}/login/oauth2/code/?`);
  const landing = await browser.request(answer.location as URL);
  expect(landing.status).toBe(302);
  return landing.location as URL;
}

/** The user whose tokens are in the address. */
async function userAt(landing: URL): Promise<User> {
  expect(landing.searchParams.get('loginError')).toBeNull();
  expect(`${landing.origin}${landing.pathname}`).toBe(`${base}/`);
  expect(landing.searchParams.get('refreshToken')).toMatch(/^ey/);
  return platform.as(landing.searchParams.get('accessToken') ?? '').get<User>('/api/auth/user');
}

const errorAt = (landing: URL): string => {
  expect(landing.pathname).toBe('/login');
  expect(landing.searchParams.get('accessToken')).toBeNull();
  return landing.searchParams.get('loginError') ?? '';
};

const findTenants = async (title: string): Promise<Tenant[]> =>
  (await platform.system.get<PageData<Tenant>>(`/api/tenants?pageSize=100&page=0&textSearch=${title}`)).data;

beforeEach(() => {
  provider.people.clear();
  provider.mapperCalls.length = 0;
});

describe('the way to the provider', () => {
  it('asks for a code with PKCE, a state and a nonce, and binds the state to the browser', async () => {
    const start = await createCookieBrowser().request(await offer());
    expect(start.status).toBe(302);
    const { searchParams } = start.location as URL;
    expect(Object.fromEntries(searchParams)).toEqual({
      response_type: 'code',
      client_id: CLIENT_ID,
      scope: 'openid email profile',
      redirect_uri: `${base}/login/oauth2/code/`,
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(start.setCookies).toEqual([
      expect.stringMatching(/^signalbox-oauth2-[\w-]{12}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('keeps the cookie to https behind a proxy, and lets it come with a form of the provider', async () => {
    const button = new URL(
      await offer({ registration: { authorizationUri: `${provider.url}/auth?response_mode=form_post` } }),
    );
    await platform.system.post('/api/oauth2/config', {
      ...(await platform.system.get<object>('/api/oauth2/config')),
      oauth2ParamsInfos: [
        {
          ...(await platform.system.get<{ oauth2ParamsInfos: [object] }>('/api/oauth2/config')).oauth2ParamsInfos[0],
          domainInfos: [{ scheme: 'HTTPS', name: 'iot.example' }],
        },
      ],
    });
    const reply = await platform.http.inject({
      url: button.pathname,
      headers: { host: 'iot.example', 'x-forwarded-proto': 'https' },
    });
    expect(new URL(String(reply.headers.location)).searchParams.get('redirect_uri')).toBe(
      'https://iot.example/login/oauth2/code/',
    );
    expect(reply.headers['set-cookie']).toMatch(/^__Host-signalbox-oauth2-.*; HttpOnly; Secure; SameSite=None$/);
  });

  it('is closed on other hosts, for unknown providers, and when it is switched off', async () => {
    const button = await offer();
    const { pathname } = new URL(button);
    const elsewhere = await platform.http.inject({ url: pathname, headers: { host: 'elsewhere.example' } });
    expect(errorAt(new URL(String(elsewhere.headers.location)))).toContain('does not exist');
    const nowhere = await platform.http.inject({ url: pathname, headers: { host: 'no host%' } });
    expect(nowhere.headers.location).toContain('does+not+exist');
    const unknown = `${base}/oauth2/authorization/00000000-0000-4000-8000-000000000000`;
    expect(errorAt((await createCookieBrowser().request(unknown)).location as URL)).toContain('does not exist');
    await platform.system.post('/api/oauth2/config', {
      ...(await platform.system.get<object>('/api/oauth2/config')),
      enabled: false,
    });
    expect(errorAt((await createCookieBrowser().request(button)).location as URL)).toContain('does not exist');
  });
});

describe('the way back', () => {
  const email = 'back@acme.example';
  beforeEach(() => provider.people.set('ann', { email, email_verified: true }));

  it('is refused without the cookie of the browser that began, and works once', async () => {
    const browser = createCookieBrowser();
    const answer = (await answerFor(browser, await offer(), 'ann')).location as URL;
    // Somebody is lured to the address of a sign-in that another one began.
    const victim = await createCookieBrowser().request(answer);
    expect(errorAt(victim.location as URL)).toContain('not begun in this browser');
    const guessed = { headers: { cookie: `signalbox-oauth2-${answer.searchParams.get('state')?.slice(0, 12)}=guess` } };
    expect(errorAt((await createCookieBrowser().request(answer, guessed)).location as URL)).toContain('not begun');
    const cookies = new Map(browser.cookies.get(host));
    const landing = await browser.request(answer);
    expect((await userAt(landing.location as URL)).email).toBe(email);
    expect(landing.setCookies.find((cookie) => cookie.startsWith('signalbox-oauth2-'))).toContain('Max-Age=0');
    browser.cookies.set(host, cookies);
    expect(errorAt((await browser.request(answer)).location as URL)).toContain('not begun');
  });

  it('is refused with a state of ours but the code of another sign-in', async () => {
    const [one, two] = [createCookieBrowser(), createCookieBrowser()];
    const button = await offer();
    const mine = (await answerFor(one, button, 'ann')).location as URL;
    const foreign = (await answerFor(two, button, 'ann')).location as URL;
    mine.searchParams.set('code', foreign.searchParams.get('code') ?? '');
    expect(errorAt((await one.request(mine)).location as URL)).toContain('The sign-in by Harbour failed');
  });

  it('tells what the provider says when it refuses', async () => {
    expect(errorAt(await signIn(''))).toBe('Harbour did not sign you in: The person went away');
  });

  it('stays on this server, whatever the answer says', async () => {
    for (const query of [
      '',
      'state=x&code=y',
      'redirect_uri=https://evil.example',
      'state=x&error=https://evil.example',
    ]) {
      const landing = await createCookieBrowser().request(`${base}/login/oauth2/code/?${query}`);
      expect(landing.location?.origin).toBe(base);
      expect(errorAt(landing.location as URL)).toContain('not begun');
    }
  });

  it('takes the answer as a form, with the name that Apple tells once', async () => {
    provider.people.set('apple', { email: 'ann@orchard.example', email_verified: 'true' });
    const browser = createCookieBrowser();
    const button = await offer({
      basic: { firstNameAttributeKey: 'firstName', lastNameAttributeKey: 'lastName' },
      mapper: { type: 'APPLE' },
      registration: {
        clientId: `${CLIENT_ID}-post`,
        authorizationUri: `${provider.url}/auth?response_mode=form_post`,
        clientAuthenticationMethod: 'POST',
        userInfoUri: null,
      },
    });
    const page = await answerFor(browser, button, 'apple');
    const { action, fields } = formOf(page);
    expect(action.href).toBe(`${base}/login/oauth2/code/`);
    const landing = await browser.submit(action, {
      ...fields,
      // The e-mail beside the code is not signed: it must not decide who signs in.
      user: JSON.stringify({ name: { firstName: 'Ann', lastName: 'Apple' }, email: tenant.admin.user.email }),
    });
    expect(landing.status).toBe(303);
    const user = await userAt(landing.location as URL);
    expect(user).toMatchObject({ email: 'ann@orchard.example', firstName: 'Ann', lastName: 'Apple' });
  });

  it('takes no other body than a form', async () => {
    const reply = await fetch(`${base}/login/oauth2/code/`, { method: 'POST', body: '{}' });
    expect(reply.status).toBe(400);
  });
});

describe('people who come by a provider', () => {
  it('are the users with their e-mail', async () => {
    provider.people.set('admin', { email: tenant.admin.user.email, email_verified: true, given_name: 'Other' });
    const user = await userAt(await signIn('admin', { mapper: { allowUserCreation: false } }));
    expect(user).toMatchObject({ id: tenant.admin.user.id, authority: 'TENANT_ADMIN', firstName: null });
    expect(user.additionalInfo?.lastLoginTs).toBeGreaterThan(Date.now() - 60_000);
    const log = await tenant.admin.get<PageData<{ actionType: string; actionStatus: string; userName: string }>>(
      '/api/audit/logs?pageSize=10&page=0&sortProperty=createdTime&sortOrder=DESC&actionTypes=LOGIN',
    );
    expect(log.data[0]).toMatchObject({ actionStatus: 'SUCCESS', userName: tenant.admin.user.email });
  });

  it('are not created where that is not allowed', async () => {
    provider.people.set('new', { email: 'new@nowhere.example' });
    expect(errorAt(await signIn('new', { mapper: { allowUserCreation: false } }))).toContain('There is no user');
    expect(await findTenants('nowhere.example')).toEqual([]);
  });

  it('do not enter with an e-mail that the provider has not verified', async () => {
    for (const unverified of [false, 'false']) {
      provider.people.set('thief', { email: tenant.admin.user.email, email_verified: unverified });
      expect(errorAt(await signIn('thief'))).toContain('not verified');
    }
    // Nor become somebody in the tenant of its domain.
    provider.people.set('thief', { email: 'boss@acme', email_verified: false });
    expect(errorAt(await signIn('thief'))).toContain('not verified');
  });

  it('get a tenant of the name of their domain, which those after them share', async () => {
    provider.people.set('first', { email: 'first@Fresh.example', given_name: 'Fi', family_name: '<b>Rst</b>' });
    provider.people.set('second', { email: 'second@fresh.example' });
    const first = await userAt(await signIn('first'));
    expect(first).toMatchObject({
      email: 'first@Fresh.example',
      authority: 'TENANT_ADMIN',
      firstName: 'Fi',
      lastName: null,
      additionalInfo: { authProviderName: 'Custom' },
    });
    const second = await userAt(await signIn('second'));
    expect(second.tenantId).toEqual(first.tenantId);
    const tenants = await findTenants('fresh.example');
    expect(tenants).toMatchObject([{ title: 'fresh.example', id: first.tenantId }]);
    // With what every new tenant starts with.
    expect(
      (
        await platform
          .as((await signIn('first')).searchParams.get('accessToken') ?? '')
          .get<PageData<object>>('/api/ruleChains?pageSize=10&page=0')
      ).totalElements,
    ).toBeGreaterThan(0);
  });

  it('who are new and come at the same time meet in one tenant', async () => {
    const button = await offer();
    const landings = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (account) => {
        provider.people.set(account, { email: `${account}@together.example` });
        const browser = createCookieBrowser();
        const answer = await answerFor(browser, button, account);
        return (await browser.request(answer.location as URL)).location as URL;
      }),
    );
    const users = await Promise.all(landings.map(userAt));
    expect(new Set(users.map(({ tenantId }) => tenantId.id)).size).toBe(1);
    expect(await findTenants('together.example')).toHaveLength(1);
  });

  it('go to the tenant of exactly their name, not to one that begins with it', async () => {
    const longer = await platform.system.post<Tenant>('/api/tenant', { title: 'exact.example and more' });
    const exact = await platform.system.post<Tenant>('/api/tenant', { title: 'Exact.example' });
    provider.people.set('eve', { email: 'eve@exact.example' });
    const user = await userAt(await signIn('eve'));
    expect(user.tenantId).toEqual(exact.id);
    expect(user.tenantId).not.toEqual(longer.id);
  });

  it('have a tenant by e-mail, or by a pattern', async () => {
    provider.people.set('own', { email: 'own@strategy.example' });
    await userAt(await signIn('own', { basic: { tenantNameStrategy: 'EMAIL' } }));
    expect(await findTenants('own@strategy.example')).toHaveLength(1);

    provider.people.set('org', { email: 'org@strategy.example', org: 'Pilots' });
    const pattern = { basic: { tenantNameStrategy: 'CUSTOM', tenantNamePattern: '%{org} of %{email}' } };
    await userAt(await signIn('org', pattern));
    expect(await findTenants('Pilots of org@strategy.example')).toHaveLength(1);

    provider.people.set('none', { email: 'none@strategy.example' });
    expect(errorAt(await signIn('none', pattern))).toContain("did not tell your 'org'");
    expect(await findTenants('%{org}')).toEqual([]);
  });

  it('become users of a customer, with its dashboard for them', async () => {
    const customer = await tenant.admin.post<Customer>('/api/customer', { title: 'Pilots' });
    const mine = await tenant.admin.post<Dashboard>('/api/dashboard', { title: 'Harbour view', configuration: {} });
    await tenant.admin.post(`/api/customer/${customer.id.id}/dashboard/${mine.id.id}`);
    const options = {
      basic: {
        tenantNameStrategy: 'CUSTOM',
        tenantNamePattern: tenant.tenant.title,
        customerNamePattern: '%{org}',
        defaultDashboardName: 'Harbour view',
        alwaysFullScreen: true,
      },
    };
    provider.people.set('pilot', { email: 'pilot@acme.example', org: 'Pilots' });
    expect(await userAt(await signIn('pilot', options))).toMatchObject({
      authority: 'CUSTOMER_USER',
      tenantId: tenant.tenant.id,
      customerId: customer.id,
      additionalInfo: { defaultDashboardId: mine.id.id, defaultDashboardFullscreen: true },
    });
    // A new customer has no dashboards: there is none for its users either.
    provider.people.set('guest', { email: 'guest@acme.example', org: 'Guests' });
    const guest = await userAt(await signIn('guest', options));
    expect(guest.customerId).not.toEqual(customer.id);
    expect(guest.additionalInfo).not.toHaveProperty('defaultDashboardId');
    expect((await tenant.admin.get<Customer>('/api/tenant/customers?customerTitle=Guests')).id).toEqual(
      guest.customerId,
    );
    // Whoever is of the public customer would be everybody.
    const device = await tenant.admin.post<{ id: { id: string } }>('/api/device', { name: 'Shown', type: 'x' });
    await tenant.admin.post(`/api/customer/public/device/${device.id.id}`);
    provider.people.set('anyone', { email: 'anyone@acme.example', org: 'Public' });
    expect(errorAt(await signIn('anyone', options))).toContain('public customer');
  });

  it('do not enter when they are disabled, with a password or without', async () => {
    provider.people.set('user', { email: tenant.customerUser.user.email });
    provider.people.set('new', { email: 'new@disabled.example' });
    provider.people.set('activated', { email: 'activated@disabled.example' });
    const [unactivated, activated] = [
      await userAt(await signIn('new')),
      await userAt(await signIn('activated', { mapper: { activateUser: true } })),
    ];
    const enable = (user: User, enabled: boolean) =>
      platform.system.call('POST', `/api/user/${user.id.id}/userCredentialsEnabled?userCredentialsEnabled=${enabled}`);
    for (const [account, user] of [
      ['new', unactivated],
      ['activated', activated],
    ] as const) {
      expect((await enable(user, false)).status).toBe(200);
      expect(errorAt(await signIn(account))).toBe('User account is not active');
      expect((await platform.system.get<User>(`/api/user/${user.id.id}`)).additionalInfo).toMatchObject({
        userCredentialsEnabled: false,
      });
      expect((await enable(user, true)).status).toBe(200);
      expect((await userAt(await signIn(account))).id).toEqual(user.id);
    }
    // Nor can they choose a password by a link from before.
    provider.people.set('late', { email: 'late@disabled.example' });
    const late = await userAt(await signIn('late'));
    const link = await platform.system.get<string>(`/api/user/${late.id.id}/activationLink`);
    await enable(late, false);
    const activateToken = new URL(link).searchParams.get('activateToken');
    const activation = await platform
      .as('')
      .call('POST', '/api/noauth/activate', { activateToken, password: PASSWORD });
    expect(activation).toMatchObject({ status: 400, body: { message: 'User account is not active' } });
    const { id } = tenant.customerUser.user;
    const ofTenant = (enabled: boolean) =>
      tenant.admin.post(`/api/user/${id.id}/userCredentialsEnabled?userCredentialsEnabled=${enabled}`);
    await ofTenant(false);
    expect(errorAt(await signIn('user'))).toBe('User account is not active');
    const log = await tenant.admin.get<PageData<object>>(
      '/api/audit/logs?pageSize=1&page=0&sortProperty=createdTime&sortOrder=DESC&actionTypes=LOGIN',
    );
    expect(log.data[0]).toMatchObject({
      actionStatus: 'FAILURE',
      userName: tenant.customerUser.user.email,
      actionFailureDetails: 'User account is not active',
    });
    await ofTenant(true);
    expect((await userAt(await signIn('user'))).id).toEqual(id);
  });

  it('do not enter while they are locked for their network', async () => {
    const { user } = tenant.otherCustomerUser;
    const attempt = (password: string) =>
      fetch(`${base}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: user.email, password }),
      });
    for (let times = 0; times < 10; times++) await attempt('wrong password');
    expect((await attempt(PASSWORD)).status).toBe(401);
    provider.people.set('locked', { email: user.email });
    expect(errorAt(await signIn('locked'))).toBe('User account is locked due to security policy');
  });

  it('have no password until they choose one, and can be activated by it', async () => {
    provider.people.set('bare', { email: 'bare@bare.example' });
    const user = await userAt(await signIn('bare', { mapper: { activateUser: true } }));
    for (const password of ['', 'x', 'null']) {
      const reply = await platform.as('').call('POST', '/api/auth/login', { username: user.email, password });
      expect(reply.status).toBe(401);
    }
    expect((await platform.system.get<User>(`/api/user/${user.id.id}`)).additionalInfo).toMatchObject({
      userCredentialsEnabled: true,
    });
    expect((await platform.system.call('GET', `/api/user/${user.id.id}/activationLink`)).status).toBe(400);
  });
});

describe('the other mappers', () => {
  it('GITHUB takes the primary e-mail that GitHub has verified', async () => {
    const options = {
      basic: { emailAttributeKey: null, firstNameAttributeKey: 'name' },
      mapper: { type: 'GITHUB' },
      registration: {
        scope: ['read:user', 'email'],
        userInfoUri: `${provider.url}/github/user`,
        jwkSetUri: null,
        userNameAttributeName: 'login',
      },
    };
    provider.people.set('octocat', { name: 'Mona', email: tenant.admin.user.email });
    provider.githubEmails = [
      { email: tenant.admin.user.email, primary: false, verified: false },
      { email: 'mona@octo.example', primary: true, verified: true },
    ];
    expect(await userAt(await signIn('octocat', options))).toMatchObject({
      email: 'mona@octo.example',
      firstName: 'Mona',
    });
    provider.githubEmails = [{ email: tenant.admin.user.email, primary: true, verified: false }];
    expect(errorAt(await signIn('octocat', options))).toContain('not verified');
    provider.githubEmails = [{ email: tenant.admin.user.email, primary: false, verified: true }];
    expect(errorAt(await signIn('octocat', options))).toContain('did not tell your e-mail');
  });

  it('CUSTOM asks its address, which says who it is', async () => {
    const options = {
      basic: null,
      mapper: {
        type: 'CUSTOM',
        custom: { url: `${provider.url}/mapper`, username: 'us', password: 'them', sendToken: true },
      },
    };
    provider.people.set('cara', { email: 'cara@custom.example', org: 'Pilots' });
    provider.mapped = {
      email: 'cara@mapped.example',
      tenantId: tenant.tenant.id,
      firstName: 'Cara',
      customerName: 'Mapped',
    };
    expect(await userAt(await signIn('cara', options))).toMatchObject({
      email: 'cara@mapped.example',
      firstName: 'Cara',
      tenantId: tenant.tenant.id,
      authority: 'CUSTOMER_USER',
    });
    expect(provider.mapperCalls).toMatchObject([
      {
        authorization: `Basic ${Buffer.from('us:them').toString('base64')}`,
        accessToken: expect.stringMatching(/.{20}/),
        body: { name: 'cara@custom.example', attributes: { email: 'cara@custom.example', org: 'Pilots' } },
      },
    ]);
    // Not followed, so that it cannot lead elsewhere.
    const moved = { ...options, mapper: { type: 'CUSTOM', custom: { url: `${provider.url}/moved` } } };
    expect(errorAt(await signIn('cara', moved))).toContain('could not be found out');
    expect(provider.mapperCalls).toHaveLength(1);
    provider.mapped = { email: 'x@mapped.example', tenantId: { id: '00000000-0000-4000-8000-000000000000' } };
    expect(errorAt(await signIn('cara', options))).toContain('could not be created');
  });
});

describe('an app', () => {
  const tokenOf = (claims: object, { secret = APP_SECRET, lifetime = 120, issuer = PACKAGE } = {}) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'HS512' })
      .setIssuer(issuer)
      .setExpirationTime(Math.floor(Date.now() / 1000) + lifetime)
      .sign(Buffer.from(secret, 'base64'));
  const buttonOf = async (token: string, pkg = PACKAGE) =>
    `${await offer()}?${new URLSearchParams({ pkg, appToken: token })}`;

  it('gets the tokens, or the error, by its own scheme', async () => {
    provider.people.set('ann', { email: 'app@acme.example' });
    for (const account of ['ann', '']) {
      const browser = createCookieBrowser();
      const button = await buttonOf(await tokenOf({ callbackUrlScheme: 'com.example.harbour' }));
      const answer = await answerFor(browser, button, account);
      const landing = await browser.request(answer.location as URL);
      const location = landing.location as URL;
      expect(location.href).toMatch(/^com\.example\.harbour:\/\?/);
      if (account) {
        const own = await platform.as(location.searchParams.get('accessToken') ?? '').get<User>('/api/auth/user');
        expect(own.email).toBe('app@acme.example');
      } else expect(location.searchParams.get('error')).toContain('The person went away');
    }
  });

  it.each([
    ['another secret', { callbackUrlScheme: 'app' }, { secret: 'another secret of an app' }],
    ['another package', { callbackUrlScheme: 'app' }, { issuer: 'com.example.other' }],
    ['a token that has ended', { callbackUrlScheme: 'app' }, { lifetime: -60 }],
    ['a token that lasts too long', { callbackUrlScheme: 'app' }, { lifetime: 600 }],
    ['no scheme', {}, {}],
    ['a script', { callbackUrlScheme: 'javascript' }, {}],
    ['a web address', { callbackUrlScheme: 'HTTPS' }, {}],
    ['more than a scheme', { callbackUrlScheme: 'app://evil.example/' }, {}],
  ])('is refused with %s', async (_what, claims, options) => {
    const landing = await createCookieBrowser().request(await buttonOf(await tokenOf(claims, options)));
    expect(errorAt(landing.location as URL)).toContain('The token of the app');
  });

  it('is refused when the provider is not for it', async () => {
    const landing = await createCookieBrowser().request(await buttonOf('x', 'com.example.other'));
    expect(errorAt(landing.location as URL)).toContain('does not exist');
  });
});

describe('addresses in the own network', () => {
  it('are not called unless the operator allows it', async () => {
    const closed = await startTestPlatform();
    try {
      const config = await platform.system.get<{ oauth2ParamsInfos: [object] }>('/api/oauth2/config');
      const there = `127.0.0.1:${closed.httpPort()}`;
      await closed.system.post('/api/oauth2/config', {
        enabled: true,
        oauth2ParamsInfos: [{ ...config.oauth2ParamsInfos[0], domainInfos: [{ scheme: 'HTTP', name: there }] }],
      });
      provider.register([`${base}/login/oauth2/code/`, `http://${there}/login/oauth2/code/`]);
      const buttons = await fetch(`http://${there}/api/noauth/oauth2Clients`, { method: 'POST' });
      const [client] = (await buttons.json()) as [{ url: string }];
      const browser = createCookieBrowser();
      const answer = await answerFor(browser, `http://${there}${client.url}`, 'ann');
      const landing = await browser.request(answer.location as URL);
      expect(landing.location?.searchParams.get('loginError')).toContain('The sign-in by Harbour failed');
    } finally {
      await closed.stop();
    }
  });
});

describe('sign-ins that are begun', () => {
  it('are limited for a network', async () => {
    const { pathname } = new URL(await offer());
    const begin = async () =>
      (await platform.http.inject({ url: pathname, remoteAddress: '203.0.113.7', headers: { host } })).headers
        .location as string;
    for (let times = 0; times < 60; times++) expect(await begin()).toContain(`${provider.url}/auth`);
    expect(errorAt(new URL(await begin()))).toContain('Too many sign-ins');
  });
});
