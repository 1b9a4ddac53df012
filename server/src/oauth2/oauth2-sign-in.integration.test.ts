import { beforeEach, describe, expect, it } from 'vitest';
import { createCookieBrowser, formOf } from '../../test/cookie-browser.ts';
import { CLIENT_ID } from '../../test/identity-provider.ts';
import {
  answerFor,
  base,
  errorAt,
  host,
  offer,
  platform,
  provider,
  setUpOAuth2,
  signIn,
  tenant,
  userAt,
} from '../../test/oauth2-world.ts';
import { startTestPlatform } from '../../test/platform.ts';

setUpOAuth2();

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

describe('addresses in the own network', () => {
  it('are not called unless the operator allows it', async () => {
    await offer();
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
    let begun = 0;
    let answer = await begin();
    // What is allowed grows again while they are begun, on a busy machine by some.
    for (; answer.includes(`${provider.url}/auth`) && begun < 200; answer = await begin()) begun++;
    expect(begun).toBeGreaterThanOrEqual(60);
    expect(errorAt(new URL(answer))).toContain('Too many sign-ins');
  });
});
