import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BaseUrl } from '../access/base-url.ts';
import { clientInfo } from '../access/client-info.ts';
import type { SignInService } from '../access/sign-in-service.ts';
import { clientNetwork } from '../config/address-ranges.ts';
import { ApiError } from '../http/errors.ts';
import { createKeyRate } from '../storage/key-rate.ts';
import { readAppToken } from './app-token.ts';
import type { createMappers } from './mappers.ts';
import type { OAuth2Store, Registration, SignInPlace } from './oauth2-store.ts';
import type { PendingSignIn, PendingSignIns, WayBack } from './pending-sign-ins.ts';
import { authorizationAddress, createProof, type ProviderClient, reasonOf, redirectUriOf } from './provider-client.ts';
import type { Provisioning } from './provisioning.ts';
import { placeOf } from './sign-in-place.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

export interface OAuth2SignInParts {
  store: Pick<OAuth2Store, 'findOffered' | 'findAppSecret'>;
  pending: PendingSignIns;
  provider: ProviderClient;
  mapUser: ReturnType<typeof createMappers>;
  findOrCreateUser: Provisioning;
  signIn: Pick<SignInService, 'enterByProvider'>;
  /** The address that a client called, with its port. */
  addressOf: (request: FastifyRequest) => string;
  baseUrl: BaseUrl;
}

/** Sign-ins that the clients of a network may begin: 60 in a minute, 300 in ten. */
const RATE = '60:60,300:600';
const MAX_NETWORKS = 50_000;

const UNKNOWN = 'This way to sign in does not exist, or not at this address.';
const NOT_BEGUN = 'This sign-in was not begun in this browser, or took too long. Please try again.';

/** How the provider of a registration sends the browser back. */
function wayBackOf(place: SignInPlace, registration: Registration): WayBack {
  const byForm = new URL(registration.authorizationUri).searchParams.get('response_mode') === 'form_post';
  return { isSecure: place.scheme === 'https', byForm };
}

const parametersOf = (values: Record<string, string>): string => new URLSearchParams(values).toString();

/** The sign-in by other identity providers: the way there, and the way back (rest-entities.md §2.10). */
export function createOAuth2SignIn(parts: OAuth2SignInParts) {
  const { store, pending, provider, mapUser, findOrCreateUser, signIn, addressOf, baseUrl } = parts;
  const mayBegin = createKeyRate(RATE, MAX_NETWORKS);

  /** The message for the person; what it does not say goes to the log. */
  function explain(error: unknown, request: FastifyRequest, registrationId: string): string {
    if (error instanceof ApiError) return error.message;
    const isRefusal = error instanceof SignInRefusal;
    const cause = isRefusal ? error.cause : error;
    if (cause !== undefined) {
      request.log.warn({ registrationId, reason: reasonOf(cause) }, 'a sign-in by an identity provider failed');
    }
    return isRefusal ? error.message : 'The sign-in failed. Please try again.';
  }

  async function begin(request: FastifyRequest, id: string, app: { pkg?: string; appToken?: string }) {
    if (!mayBegin(clientNetwork(clientInfo(request).clientAddress))) {
      throw new SignInRefusal('Too many sign-ins; please try again later.');
    }
    const place = placeOf(addressOf(request));
    if (!place) throw new SignInRefusal(UNKNOWN);
    const registration = await store.findOffered(id, place, { pkgName: app.pkg || undefined });
    if (!registration) throw new SignInRefusal(UNKNOWN);
    const entry: PendingSignIn = {
      registrationId: registration.id,
      redirectUri: redirectUriOf(place),
      ...createProof(registration),
      app: app.pkg ? await readApp(registration, app.pkg, app.appToken ?? '') : undefined,
    };
    const { state, cookie } = pending.begin(entry, wayBackOf(place, registration));
    return { cookie, address: await authorizationAddress(registration, entry, state) };
  }

  async function readApp(registration: Registration, pkgName: string, appToken: string) {
    const secret = await store.findAppSecret(registration.id, pkgName);
    if (secret === undefined) throw new SignInRefusal(UNKNOWN);
    return { pkgName, callbackUrlScheme: await readAppToken(appToken, pkgName, secret) };
  }

  /** Signs in whom the provider has sent back. */
  async function enter(request: FastifyRequest, entry: PendingSignIn, state: string, answer: URLSearchParams) {
    const place = placeOf(addressOf(request));
    if (!place || redirectUriOf(place) !== entry.redirectUri) throw new SignInRefusal(UNKNOWN);
    // Read once more: it may have been changed or taken away in the meantime.
    const registration = await store.findOffered(entry.registrationId, place, { pkgName: entry.app?.pkgName });
    if (!registration) throw new SignInRefusal(UNKNOWN);
    const principal = await provider.findPrincipal(registration, entry, state, answer);
    const mapped = await mapUser(registration, principal, answer);
    const userId = await findOrCreateUser(registration, mapped);
    return signIn.enterByProvider(userId, request);
  }

  return {
    /** Sends the browser to the provider, or back to the sign-in page with what is wrong. */
    async start(
      request: FastifyRequest,
      reply: FastifyReply,
      id: string,
      app: { pkg?: string; appToken?: string },
    ): Promise<void> {
      reply.header('cache-control', 'no-store');
      try {
        const { cookie, address } = await begin(request, id, app);
        reply.header('set-cookie', cookie).redirect(address, 302);
      } catch (error) {
        const loginError = explain(error, request, id);
        reply.redirect(`${await baseUrl(request)}/login?${parametersOf({ loginError })}`, 302);
      }
    },

    /** Sends the browser into the console, or the app, with tokens or with what went wrong. */
    async finish(request: FastifyRequest, reply: FastifyReply, answer: URLSearchParams): Promise<void> {
      reply.header('cache-control', 'no-store');
      const isSecure = request.protocol === 'https';
      const state = answer.get('state') ?? '';
      const entry = pending.end(state, request.headers.cookie, isSecure);
      const status = request.method === 'POST' ? 303 : 302;
      const back = async (appParameters: Record<string, string>, path: string): Promise<void> => {
        const { app } = entry ?? {};
        const address = app
          ? `${app.callbackUrlScheme}:/?${parametersOf(appParameters)}`
          : `${await baseUrl(request)}${path}`;
        reply.redirect(address, status);
      };
      try {
        if (!entry) throw new SignInRefusal(NOT_BEGUN);
        const cookies = [pending.forget(state, { isSecure, byForm: request.method === 'POST' })];
        reply.header('set-cookie', cookies);
        const { pair, deviceCookie } = await enter(request, entry, state, answer);
        reply.header('set-cookie', deviceCookie);
        const tokens = { accessToken: pair.token, refreshToken: pair.refreshToken };
        await back(tokens, `/?${parametersOf(tokens)}`);
      } catch (error) {
        const message = explain(error, request, entry?.registrationId ?? '');
        await back({ error: message }, `/login?${parametersOf({ loginError: message })}`);
      }
    },
  };
}

export type OAuth2SignIn = ReturnType<typeof createOAuth2SignIn>;
