import type { OAuth2Info } from '@signalbox/contract/oauth2';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '../../server/test/identity-provider.ts';
import { configurationOf } from '../../server/test/provider-registration.ts';
import { type Api, SYSADMIN, signInByApi, TENANT } from '../harness/api.ts';
import { accessibilityViolations, DESKTOP, expectNoSidewaysScroll, PHONE } from '../harness/browser.ts';
import { openPage, page, setUpConsole } from '../harness/console.ts';
import { startPreparedServer } from '../harness/prepared-server.ts';
import type { TestServer } from '../harness/server.ts';
import { visit } from '../harness/visit.ts';

/** Of its own: the providers are those of the whole installation. */
let server: TestServer;
let provider: IdentityProvider;
let system: Api;
let host: string;
beforeAll(async () => {
  [server, provider] = await Promise.all([
    startPreparedServer({ SIGNALBOX_OUTBOUND_ALLOWED: '127.0.0.1' }),
    startIdentityProvider(),
  ]);
  system = await signInByApi(server.http, SYSADMIN.email, SYSADMIN.password);
  host = new URL(server.http).host;
  provider.register([`${server.http}/login/oauth2/code/`]);
});
afterAll(async () => {
  await server?.stop();
  await provider?.close();
});
setUpConsole({ server: () => server, user: SYSADMIN, sharePage: true });

const readConfig = () => system.get<OAuth2Info>('/api/oauth2/config');
const field = (label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`));
const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const save = async () => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/Saved$/).waitFor();
  await page.getByText(/Saved$/).waitFor({ state: 'hidden' });
};

describe('the settings of identity providers', () => {
  it('stand in the menu and among the places of the home page', async () => {
    await page.goto('/home');
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'OAuth2' }).click();
    await page.getByRole('heading', { level: 1, name: 'OAuth2' }).waitFor();
    await expect.poll(() => page.title()).toContain('OAuth2');
  });

  it('begin with the host of the console and a provider, and say what is missing where it is', async () => {
    await page.getByLabel('Offer other identity providers on the sign-in page').check();
    await page.getByRole('button', { name: 'Add domains with providers' }).click();
    await expect.poll(() => field('Domain').inputValue()).toBe(host);
    await page.getByText(`https://${host}/login/oauth2/code/`).waitFor();
    await choose('Scheme', 'http and https');
    await page.getByText(`http://${host}/login/oauth2/code/`).waitFor();
    await page.getByRole('button', { name: 'New provider' }).click();
    await expect.poll(() => field('Client ID').count()).toBe(0);
    await field('Domain').fill('https://iot.example.com/');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // What was closed opens.
    await page.getByText('Enter a host such as iot.example.com').first().waitFor();
    await page.getByText('fields need other values').waitFor();
    await field('Client ID').waitFor();
    await page.getByRole('button', { name: /Client secret: / }).click();
    await expect.poll(() => field('Client secret').evaluate((input) => input === document.activeElement)).toBe(true);
    await field('Domain').fill(host);
  });

  it('are filled in and locked by templates, field by field', async () => {
    await choose('Provider', 'Github');
    await expect.poll(() => field('Token URI').inputValue()).toBe('https://github.com/login/oauth/access_token');
    await expect.poll(() => field('Token URI').isDisabled()).toBe(true);
    await expect.poll(() => field('E-mail attribute').count()).toBe(0);
    await page.getByRole('link', { name: 'How to set it up' }).waitFor();
    await page.getByRole('button', { name: 'Change “Label”' }).click();
    await field('Label').fill('GitHub of the harbour');
    await page.getByRole('button', { name: /^GitHub of the harbour/ }).waitFor();
    await field('Client ID').fill('github');
    await field('Client secret').fill('the secret');
    await page.getByLabel('Browsers').check();
    await choose('Tenant of new users', 'Custom pattern');
    await field('Tenant name pattern').fill('%{company}');
    await save();
    await expect
      .poll(async () => (await readConfig()).oauth2ParamsInfos)
      .toMatchObject([
        {
          domainInfos: [{ scheme: 'MIXED', name: host }],
          clientRegistrations: [
            {
              clientId: 'github',
              clientSecret: 'the secret',
              loginButtonLabel: 'GitHub of the harbour',
              scope: ['read:user', 'user:email'],
              platforms: ['WEB'],
              additionalInfo: { providerName: 'Github' },
              mapperConfig: { type: 'GITHUB', basic: { emailAttributeKey: null, tenantNamePattern: '%{company}' } },
            },
          ],
        },
      ]);
  });

  it('have apps with a secret of their own, and one domain and one provider at least', async () => {
    await page.getByRole('tab', { name: 'Mobile apps' }).click();
    await page.getByRole('button', { name: 'Add app' }).click();
    await field('Package of the app').fill('com.example.app');
    await expect.poll(() => field('Secret of the app').inputValue()).toMatch(/^[A-Za-z0-9]{24}$/);
    await page.getByRole('button', { name: 'Copy Secret of the app' }).waitFor();
    await field('Secret of the app').fill('too short');
    await page.getByRole('tab', { name: 'Domains' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Enter at least 16 letters and digits').first().waitFor();
    await field('Secret of the app').fill('abcdefghijklmnop');
    await save();
    await expect
      .poll(async () => (await readConfig()).oauth2ParamsInfos[0]?.mobileInfos)
      .toEqual([{ pkgName: 'com.example.app', appSecret: 'abcdefghijklmnop' }]);
    await page.getByRole('tab', { name: 'Domains' }).click();
    for (const name of ['Delete domain', 'Delete provider']) {
      const button = page.getByRole('button', { name: `${name}. There must be one.` });
      await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
    }
    await page.getByRole('button', { name: 'Add domain', exact: true }).click();
    await page.getByRole('button', { name: 'Delete domain' }).last().click();
    await expect.poll(() => field('Domain').count()).toBe(1);
  });

  it('are not left while they are changed, and are deleted after a question', async () => {
    await field('Domain').fill('other.example.com');
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: /stay/i }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => field('Domain').inputValue()).toBe(host);
    await page.getByRole('button', { name: 'Delete these domains and providers' }).click();
    await page.getByRole('dialog').getByText(`Delete the providers of ${host}?`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await save();
    await expect.poll(() => readConfig()).toEqual({ enabled: true, oauth2ParamsInfos: [] });
  });

  it('have no violations and do not scroll sideways, on a desktop and on a phone', { timeout: 120_000 }, async () => {
    await offer();
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await visit(page, '/settings/oauth2');
      await page.getByRole('button', { name: /^Harbour/ }).click();
      await field('Client ID').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
    await page.setViewportSize(DESKTOP);
  });

  it('are for system administrators only', async () => {
    const other = await openPage();
    await other.goto('/settings/oauth2');
    await other.getByRole('dialog').waitFor();
    await expect.poll(() => other.getByText('Offer other identity providers').count()).toBe(0);
  });
});

/** Sets up the provider of the test alone. */
async function offer(registration: object = {}, mapper: object = {}): Promise<void> {
  const configuration = configurationOf(provider, host, {
    registration: { platforms: ['WEB'], loginButtonIcon: 'anchor', ...registration },
    mapper: { activateUser: true, ...mapper },
  });
  await system.post('/api/oauth2/config', configuration);
}

describe('somebody with an account elsewhere', () => {
  let visitor: Page;
  beforeEach(async () => {
    visitor = await openPage({ user: null });
  });

  async function signInAs(account: string): Promise<void> {
    await visitor.goto('/login');
    await visitor.getByRole('link', { name: 'Sign in with Harbour' }).click();
    await visitor.getByRole('heading', { name: 'Harbour ID' }).waitFor();
    await visitor.getByLabel('Account').fill(account);
    await visitor.getByRole('button', { name: 'Continue' }).click();
  }

  it('signs in with the button of the provider, and has a tenant', async () => {
    await offer();
    provider.people.set('ann', { email: 'ann@harbour.example', given_name: 'Ann', family_name: 'Anker' });
    await signInAs('ann');
    await visitor.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Devices' }).waitFor();
    await visitor.waitForURL((url) => url.host === host && url.search === '');
    await visitor.getByText('Ann Anker').first().waitFor();
    const tenants = await system.get<{ data: { title: string }[] }>(
      '/api/tenants?pageSize=10&page=0&textSearch=harbour.example',
    );
    expect(tenants.data).toMatchObject([{ title: 'harbour.example' }]);
  });

  it('signs in as the user with the same e-mail when the provider answers by a form', async () => {
    await offer({ authorizationUri: `${provider.url}/auth?response_mode=form_post` });
    provider.people.set('tenant', { email: TENANT.email, email_verified: true });
    await signInAs('tenant');
    await visitor.waitForURL((url) => url.host === host && url.pathname !== '/login' && url.search === '');
    await visitor.getByText('Newest devices').waitFor();
  });

  it('reads why it did not work', async () => {
    await offer({}, { allowUserCreation: false });
    provider.people.set('bob', { email: 'bob@nowhere.example' });
    await signInAs('bob');
    const dialog = visitor.getByRole('dialog');
    await dialog.getByText('There is no user with the e-mail bob@nowhere.example.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await visitor.waitForURL((url) => url.pathname === '/login' && url.search === '');
    // So that the provider asks again.
    await visitor.context().clearCookies();
    await signInAs('');
    await visitor.getByRole('dialog').getByText('The person went away').waitFor();
  });
});
