import type { PageData } from '@signalbox/contract/page';
import type { Tenant } from '@signalbox/contract/tenant';
import type { User } from '@signalbox/contract/user';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type CookieBrowser, createCookieBrowser, formOf, type Landing } from './cookie-browser.ts';
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts';
import { createTestTenant, type TestTenant } from './people.ts';
import { startTestPlatform, type TestPlatform } from './platform.ts';
import { BASIC_MAPPING, configurationOf } from './provider-registration.ts';

/** The app that may sign people in by the provider. */
export const APP_SECRET = 'abcdefghijklmnopqrstuvwx';
export const PACKAGE = 'com.example.app';

export let platform: TestPlatform;
export let provider: IdentityProvider;
export let tenant: TestTenant;
/** Of the platform, with its port. */
export let host: string;
/** Address of the platform. */
export let base: string;

/** Starts a platform with a tenant, and a provider whose people may sign in there; for the tests of a file. */
export function setUpOAuth2(): void {
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
  beforeEach(() => {
    provider.people.clear();
    provider.mapperCalls.length = 0;
  });
}

interface Options {
  basic?: object | null;
  mapper?: object;
  registration?: object;
}

/** Sets up the provider alone, and returns the address of its button. */
export async function offer({ basic = {}, mapper = {}, registration = {} }: Options = {}): Promise<string> {
  const configuration = configurationOf(provider, host, {
    mobileInfos: [{ pkgName: PACKAGE, appSecret: APP_SECRET }],
    registration,
    mapper: { basic: basic && { ...BASIC_MAPPING, ...basic }, ...mapper },
  });
  await platform.system.post('/api/oauth2/config', configuration);
  const reply = await fetch(`${base}/api/noauth/oauth2Clients?platform=WEB`, { method: 'POST' });
  const [client] = (await reply.json()) as { url: string }[];
  return `${base}${client?.url}`;
}

/** Follows the button through the provider, to the answer that it sends back to us. */
export async function answerFor(browser: CookieBrowser, button: string, account: string): Promise<Landing> {
  const start = await browser.request(button);
  const { host: there } = new URL(provider.url);
  const page = await browser.follow(start, there);
  const { action } = formOf(page);
  return browser.follow(await browser.submit(action, { account }), there);
}

/** Signs in as an account of the provider: the address that the browser ends at. */
export async function signIn(account: string, options?: Options, browser = createCookieBrowser()): Promise<URL> {
  const answer = await answerFor(browser, await offer(options), account);
  expect(answer.location?.href).toContain(`${base}/login/oauth2/code/?`);
  const landing = await browser.request(answer.location as URL);
  expect(landing.status).toBe(302);
  return landing.location as URL;
}

/** The user whose tokens are in the address. */
export async function userAt(landing: URL): Promise<User> {
  expect(landing.searchParams.get('loginError')).toBeNull();
  expect(`${landing.origin}${landing.pathname}`).toBe(`${base}/`);
  expect(landing.searchParams.get('refreshToken')).toMatch(/^ey/);
  return platform.as(landing.searchParams.get('accessToken') ?? '').get<User>('/api/auth/user');
}

/** What an address says went wrong. */
export const errorAt = (landing: URL): string => {
  expect(landing.pathname).toBe('/login');
  expect(landing.searchParams.get('accessToken')).toBeNull();
  return landing.searchParams.get('loginError') ?? '';
};

/** Tenants whose title begins like this. */
export const findTenants = async (title: string): Promise<Tenant[]> =>
  (await platform.system.get<PageData<Tenant>>(`/api/tenants?pageSize=100&page=0&textSearch=${title}`)).data;
