import type { Customer } from '@signalbox/contract/customer';
import type { Dashboard } from '@signalbox/contract/dashboard';
import type { PageData } from '@signalbox/contract/page';
import type { Tenant } from '@signalbox/contract/tenant';
import type { User } from '@signalbox/contract/user';
import { describe, expect, it } from 'vitest';
import { createCookieBrowser } from '../../test/cookie-browser.ts';
import {
  answerFor,
  base,
  errorAt,
  findTenants,
  offer,
  platform,
  provider,
  setUpOAuth2,
  signIn,
  tenant,
  userAt,
} from '../../test/oauth2-world.ts';
import { PASSWORD } from '../../test/people.ts';

setUpOAuth2();

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
    provider.people.set('first', { email: 'first@Fresh.example', given_name: 'Fi\0', family_name: '<b>Rst</b>' });
    provider.people.set('second', { email: 'second@fresh.example' });
    const first = await userAt(await signIn('first'));
    expect(first).toMatchObject({
      email: 'first@Fresh.example',
      authority: 'TENANT_ADMIN',
      firstName: 'Fi\ufffd',
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
