import { LOGIN_PROCESSING_URL } from '@signalbox/contract/oauth2';
import * as oauth from 'oauth4webapi';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { describeFailure } from '../outbound/guarded-fetch.ts';
import { issuerOf } from './app-token.ts';
import type { Registration, SignInPlace } from './oauth2-store.ts';
import type { PendingSignIn } from './pending-sign-ins.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

/** Signatures of id tokens that are accepted: those of public keys. */
const SIGNATURES = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** s */
const CLOCK_TOLERANCE = 30;
/** Longest part of a provider's message that is repeated, in characters. */
const MAX_REASON_LENGTH = 200;

/** What a provider says of a person. */
export interface Principal {
  attributes: Readonly<Record<string, unknown>>;
  /** Value of the attribute that the registration calls the user's name. */
  name: string;
  accessToken: string;
  /** Whether a signed id token was among it. */
  isOpenId: boolean;
}

/** Whether an id token is expected. */
const asksForIdToken = ({ scope }: Registration): boolean => scope.includes('openid');

/** The address that a provider sends the browser back to. */
export function redirectUriOf({ scheme, host }: SignInPlace): string {
  return `${scheme}://${host}${LOGIN_PROCESSING_URL}`;
}

/** What a sign-in needs that is new each time. */
export function createProof(registration: Registration): Pick<PendingSignIn, 'codeVerifier' | 'nonce'> {
  return {
    codeVerifier: oauth.generateRandomCodeVerifier(),
    nonce: asksForIdToken(registration) ? oauth.generateRandomNonce() : undefined,
  };
}

/** The address at the provider where a person signs in. */
export async function authorizationAddress(
  { authorizationUri, clientId, scope }: Registration,
  { codeVerifier, nonce, redirectUri }: PendingSignIn,
  state: string,
): Promise<string> {
  const address = new URL(authorizationUri);
  const { searchParams } = address;
  searchParams.set('response_type', 'code');
  searchParams.set('client_id', clientId);
  searchParams.set('scope', scope.join(' '));
  searchParams.set('redirect_uri', redirectUri);
  searchParams.set('state', state);
  searchParams.set('code_challenge', await oauth.calculatePKCECodeChallenge(codeVerifier));
  searchParams.set('code_challenge_method', 'S256');
  if (nonce) searchParams.set('nonce', nonce);
  return address.href;
}

/** What a provider says when it sends somebody back without a code. */
function refusalOf(label: string, answer: URLSearchParams): SignInRefusal {
  const reason = answer.get('error_description') ?? answer.get('error') ?? '';
  return new SignInRefusal(`${label} did not sign you in: ${reason.slice(0, MAX_REASON_LENGTH)}`);
}

/** Reads what providers say of people: exchanges the code for tokens, checks the id token, and asks for the user. */
export function createProviderClient(fetch: GuardedFetch) {
  /** For the protocol library; the guard decides where connections without encryption may go. */
  const options: oauth.TokenEndpointRequestOptions & oauth.ValidateSignatureOptions = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (
      address: string,
      { method, headers, body, signal }: oauth.CustomFetchOptions<string, URLSearchParams | undefined>,
    ) => fetch(address, { method, headers, body, signal }),
  };

  async function exchange(registration: Registration, pending: PendingSignIn, state: string, answer: URLSearchParams) {
    const { clientId, clientSecret, clientAuthenticationMethod, accessTokenUri, jwkSetUri } = registration;
    const client: oauth.Client = { client_id: clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE };
    const server = (issuer: string): oauth.AuthorizationServer => ({
      issuer,
      token_endpoint: accessTokenUri,
      ...(jwkSetUri ? { jwks_uri: jwkSetUri } : {}),
      id_token_signing_alg_values_supported: SIGNATURES,
    });
    const authenticate = clientAuthenticationMethod === 'POST' ? oauth.ClientSecretPost : oauth.ClientSecretBasic;
    const named = answer.get('iss');
    const before = server(named ?? accessTokenUri);
    const parameters = oauth.validateAuthResponse(before, client, answer, state);
    const reply = await oauth.authorizationCodeGrantRequest(
      before,
      client,
      authenticate(clientSecret),
      parameters,
      pending.redirectUri,
      pending.codeVerifier,
      options,
    );
    // Registrations do not know the issuer: it is whoever signs with the keys that they name, and the one that the answer
    // came from, if that said so.
    const { id_token: idToken } = (await reply
      .clone()
      .json()
      .catch(() => ({}))) as { id_token?: unknown };
    const issuer = named ?? (typeof idToken === 'string' ? issuerOf(idToken) : undefined) ?? accessTokenUri;
    const tokens = await oauth.processAuthorizationCodeResponse(server(issuer), client, reply, {
      expectedNonce: pending.nonce ?? oauth.expectNoNonce,
    });
    const isSigned = tokens.id_token !== undefined && jwkSetUri !== null;
    if (isSigned) await oauth.validateApplicationLevelSignature(server(issuer), reply, options);
    return { accessToken: tokens.access_token, claims: isSigned ? oauth.getValidatedIdTokenClaims(tokens) : undefined };
  }

  /** An answer of the provider's API, as JSON. */
  async function ask(address: string, accessToken: string): Promise<unknown> {
    const reply = await fetch(address, {
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json', 'user-agent': 'signalbox' },
    });
    if (reply.status !== 200) throw new Error(`${new URL(address).host} answered ${reply.status}`);
    return reply.json();
  }

  return {
    ask,

    /**
     * What the provider says of the person whom it has sent back.
     * @throws SignInRefusal when it refuses, cannot be reached, or its answer does not hold
     */
    async findPrincipal(
      registration: Registration,
      pending: PendingSignIn,
      state: string,
      answer: URLSearchParams,
    ): Promise<Principal> {
      const { loginButtonLabel: label, userInfoUri, userNameAttributeName } = registration;
      try {
        const { accessToken, claims } = await exchange(registration, pending, state, answer);
        const said = userInfoUri ? await ask(userInfoUri, accessToken) : {};
        const user = typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : {};
        if (claims && user.sub !== undefined && user.sub !== claims.sub) {
          throw new Error('the id token and the user are of different people');
        }
        const attributes: Record<string, unknown> = { ...user, ...claims };
        const name = attributes[userNameAttributeName];
        if (name === undefined || name === null) {
          throw new SignInRefusal(`${label} did not say who you are: its answer has no '${userNameAttributeName}'.`);
        }
        return { attributes, name: String(name), accessToken, isOpenId: claims !== undefined };
      } catch (error) {
        if (error instanceof SignInRefusal) throw error;
        if (error instanceof oauth.AuthorizationResponseError) throw refusalOf(label, answer);
        throw new SignInRefusal(`The sign-in by ${label} failed. Please try again, or tell your administrator.`, error);
      }
    },
  };
}

export type ProviderClient = ReturnType<typeof createProviderClient>;

/**
 * Why a sign-in failed, for the log. Errors of the protocol library carry whole answers with their tokens, so only their words
 * are taken.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  // The message quotes what was read.
  if (error instanceof SyntaxError) return 'an answer is no JSON';
  if (error instanceof oauth.ResponseBodyError) return `the provider answered ${error.status}: ${error.error}`;
  return error instanceof TypeError && error.cause !== undefined ? describeFailure(error) : error.message;
}
