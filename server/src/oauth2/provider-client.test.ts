import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import type { Registration } from './oauth2-store.ts';
import { createProviderClient, reasonOf } from './provider-client.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

const REGISTRATION = {
  id: 'r',
  clientId: 'client',
  clientSecret: 'SECRET-of-client',
  authorizationUri: 'https://provider.example/auth',
  accessTokenUri: 'https://provider.example/token',
  userInfoUri: 'https://provider.example/me',
  jwkSetUri: null,
  scope: ['email'],
  userNameAttributeName: 'email',
  clientAuthenticationMethod: 'POST',
  loginButtonLabel: 'Harbour',
} as unknown as Registration;
const PENDING = {
  registrationId: 'r',
  redirectUri: 'https://iot.example/back',
  codeVerifier: 'SECRET-verifier'.padEnd(43, 'x'),
};

/** What becomes of a sign-in when the provider answers so. */
async function failureOf(answer: (url: string) => Response, registration = REGISTRATION): Promise<SignInRefusal> {
  const fetch: GuardedFetch = async (address) => answer(String(address));
  const back = new URLSearchParams({ state: 's', code: 'SECRET-code' });
  const failed = await createProviderClient(fetch)
    .findPrincipal(registration, PENDING, 's', back)
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SignInRefusal);
  return failed as SignInRefusal;
}
const tokens = (more: object = {}) => Response.json({ access_token: 'SECRET-token', token_type: 'Bearer', ...more });

describe('a sign-in that fails at the provider', () => {
  it.each([
    ['no tokens', () => Response.json({ access_token: 'SECRET-token' })],
    ['an error', () => Response.json({ error: 'invalid_grant', error_description: 'SECRET-code' }, { status: 400 })],
    ['no JSON', () => new Response('SECRET-token')],
    ['a redirection', () => new Response(null, { status: 302, headers: { location: 'https://x.example/?SECRET' } })],
    ['another kind of token', () => tokens({ token_type: 'SECRET' })],
    ['an id token that nobody signed', () => tokens({ id_token: 'SECRET.SECRET.SECRET' })],
    ['no user', (url: string) => (url.endsWith('/me') ? new Response('SECRET-token', { status: 403 }) : tokens())],
    ['a user that is no JSON', (url: string) => (url.endsWith('/me') ? new Response('SECRET-token') : tokens())],
  ])('tells the log why, and neither it nor the person a secret: %s', async (_what, answer) => {
    const failure = await failureOf(answer);
    expect(failure.message).toBe('The sign-in by Harbour failed. Please try again, or tell your administrator.');
    expect(reasonOf(failure.cause)).not.toContain('SECRET');
    expect(reasonOf(failure.cause).length).toBeGreaterThan(5);
  });

  it('says which attribute of the user is missing', async () => {
    const failure = await failureOf((url) => (url.endsWith('/me') ? Response.json({ sub: '1' }) : tokens()));
    expect(failure.message).toContain("has no 'email'");
  });

  it('names an id token that is missing where one is expected', async () => {
    const openId = { ...REGISTRATION, scope: ['openid'] };
    const pending = { ...PENDING, nonce: 'n' };
    const client = createProviderClient(async () => tokens());
    const back = new URLSearchParams({ state: 's', code: 'c' });
    const failed = (await client.findPrincipal(openId, pending, 's', back).catch((error: unknown) => error)) as Error;
    expect(reasonOf(failed.cause)).toContain('id_token');
  });
});

describe('an id token', () => {
  const keys = generateKeyPair('ES256');
  const others = generateKeyPair('ES256');
  const CLAIMS = {
    iss: 'https://provider.example',
    sub: 'ann',
    aud: 'client',
    nonce: 'n',
    email: 'ann@provider.example',
  };

  /** Signs in where the provider answers with these claims. */
  async function findPrincipal(
    claims: JWTPayload,
    { signers = keys, user = {}, answer = {} }: { signers?: typeof keys; user?: object; answer?: object } = {},
  ) {
    const now = Math.floor(Date.now() / 1000);
    const idToken = await new SignJWT({ iat: now, exp: now + 60, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .sign((await signers).privateKey);
    const jwk = { ...(await exportJWK((await keys).publicKey)), kid: 'k', alg: 'ES256' };
    const answers: Record<string, () => Response> = {
      '/token': () => tokens({ id_token: idToken }),
      '/keys': () => Response.json({ keys: [jwk] }),
      '/me': () => Response.json(user),
    };
    const fetch: GuardedFetch = async (address) => (answers[new URL(address).pathname] as () => Response)();
    const registration = { ...REGISTRATION, scope: ['openid'], jwkSetUri: 'https://provider.example/keys' };
    const back = new URLSearchParams({ state: 's', code: 'c', ...answer });
    return createProviderClient(fetch).findPrincipal(registration, { ...PENDING, nonce: 'n' }, 's', back);
  }

  it('says who somebody is, before the user info', async () => {
    const user = { sub: 'ann', email: 'other@provider.example', given_name: 'Ann' };
    expect(await findPrincipal(CLAIMS, { user, answer: { iss: CLAIMS.iss } })).toMatchObject({
      name: 'ann@provider.example',
      isOpenId: true,
      attributes: { sub: 'ann', email: 'ann@provider.example', given_name: 'Ann' },
    });
  });

  it.each([
    ['is signed with another key', CLAIMS, { signers: others }, 'signature'],
    ['is for another client', { ...CLAIMS, aud: 'another' }, {}, '"aud"'],
    ['belongs to another sign-in', { ...CLAIMS, nonce: 'another' }, {}, '"nonce"'],
    ['belongs to no sign-in', { ...CLAIMS, nonce: undefined }, {}, '"nonce"'],
    ['has ended', { ...CLAIMS, iat: 1_700_000_000, exp: 1_700_000_060 }, {}, '"exp"'],
    ['comes from another provider than the answer', CLAIMS, { answer: { iss: 'https://evil.example' } }, '"iss"'],
    ['is of another person than the user info', CLAIMS, { user: { sub: 'bob' } }, 'different people'],
  ])('is refused when it %s', async (_how, claims, options, reason) => {
    const failed = (await findPrincipal(claims, options).catch((error: unknown) => error)) as Error;
    expect(failed.message).toContain('The sign-in by Harbour failed');
    expect(reasonOf(failed.cause)).toContain(reason);
  });
});
