import type { User } from '@signalbox/contract/user';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createCookieBrowser } from '../../test/cookie-browser.ts';
import {
  APP_SECRET,
  answerFor,
  errorAt,
  offer,
  PACKAGE,
  platform,
  provider,
  setUpOAuth2,
} from '../../test/oauth2-world.ts';

setUpOAuth2();

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
