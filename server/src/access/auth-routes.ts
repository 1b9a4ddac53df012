import { authRoutes as routes } from '@signalbox/contract/auth';
import type { TokenPair } from '@signalbox/contract/token';
import type { User } from '@signalbox/contract/user';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNetwork } from '../config/address-ranges.ts';
import { badRequest, tooManyRequests } from '../http/errors.ts';
import { implement, type RouteImplementation } from '../http/routes.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { createKeyRate } from '../storage/key-rate.ts';
import { clientInfo } from './client-info.ts';
import type { CredentialsService } from './credentials-service.ts';
import type { PasswordTurn } from './password.ts';
import type { SecuritySettingsService } from './security-settings.ts';
import type { SignedIn, SignInService } from './sign-in-service.ts';

export interface AuthRouteParts {
  signIn: SignInService;
  credentials: CredentialsService;
  securitySettings: SecuritySettingsService;
  /** The user row of the caller, as it travels. */
  currentUser: (user: SecurityUser) => Promise<User>;
}

/** Reset mails that the clients of a network may ask for: 30 in ten minutes. */
const RESETS_PER_CLIENT = '30:600';
const MAX_RESET_CLIENTS = 50_000;

const isBrowser = (raw: FastifyRequest) => raw.headers.accept?.includes('text/html') === true;

/**
 * Answers a link that has lost its token: a browser gets the console's `page`, which says so.
 * @throws ApiError 400 / 31 to other clients
 */
function refuseIncomplete(raw: FastifyRequest, reply: FastifyReply, page: string, parameter: string) {
  if (!isBrowser(raw)) throw badRequest(`Required String parameter '${parameter}' is not present`);
  reply.redirect(page, 303);
}

/**
 * Answers a link that was used, has expired or never was: a browser that follows it gets the console's page, which
 * says what helps; any other client gets 3.3.2's empty 409.
 */
function refuseLink(raw: FastifyRequest, reply: FastifyReply, kind: 'activation' | 'reset') {
  if (isBrowser(raw)) reply.redirect(`/login/expiredLink?link=${kind}`, 303);
  else reply.code(409).send();
}

/** Sets the cookie by which the device is known; the tokens are the reply. */
function remember(reply: FastifyReply, { pair, deviceCookie }: SignedIn): TokenPair {
  reply.header('set-cookie', deviceCookie);
  return pair;
}

const turnOf = (request: FastifyRequest): PasswordTurn => clientNetwork(clientInfo(request).clientAddress);

/** Answers sign-in, sign-out and the calls that need no token. */
export function authRoutes(parts: AuthRouteParts): RouteImplementation[] {
  const { signIn, credentials, securitySettings, currentUser } = parts;
  const mayAskForMore = createKeyRate(RESETS_PER_CLIENT, MAX_RESET_CLIENTS);
  return [
    implement(routes.login, async ({ body, raw, reply }) =>
      remember(reply, await signIn.login(body.username ?? '', body.password ?? '', raw)),
    ),
    implement(routes.loginPublic, ({ body }) => signIn.loginPublic(body.publicId ?? '')),
    implement(routes.refreshToken, ({ body }) => signIn.refresh(body.refreshToken ?? '')),
    implement(routes.getCurrentUser, async ({ user }) => (user.isPublic ? undefined : currentUser(user))),
    implement(routes.logout, async ({ user, raw }) => {
      await signIn.logout(user, clientInfo(raw));
      return undefined;
    }),
    implement(routes.changePassword, async ({ user, body, raw, reply }) =>
      remember(reply, await signIn.changePassword(user, body.currentPassword ?? '', body.newPassword ?? '', raw)),
    ),
    implement(routes.getPasswordPolicy, async () => (await securitySettings.get()).passwordPolicy),
    implement(routes.followActivationLink, async ({ query: { activateToken: token }, raw, reply }) => {
      const page = '/login/createPassword';
      if (token === undefined) refuseIncomplete(raw, reply, page, 'activateToken');
      else if (await credentials.hasActivation(token)) {
        reply.redirect(`${page}?activateToken=${encodeURIComponent(token)}`, 303);
      } else refuseLink(raw, reply, 'activation');
      return undefined;
    }),
    implement(routes.activateUser, ({ body, query, raw }) =>
      credentials.activate(body.activateToken ?? '', body.password ?? '', {
        notifies: query.sendActivationMail ?? true,
        turn: turnOf(raw),
      }),
    ),
    implement(routes.requestPasswordReset, async ({ body, raw }) => {
      if (!mayAskForMore(turnOf(raw))) throw tooManyRequests('Too many password resets; please try again later.');
      // Not awaited: the duration of the reply must not reveal whether the user exists.
      void credentials
        .requestReset(body.email ?? '')
        .catch((error: unknown) => raw.log.error({ err: error }, 'password reset failed'));
      return undefined;
    }),
    implement(routes.followResetLink, async ({ query: { resetToken: token }, raw, reply }) => {
      const page = '/login/resetPassword';
      if (token === undefined) refuseIncomplete(raw, reply, page, 'resetToken');
      else if (await credentials.hasReset(token)) {
        reply.redirect(`${page}?resetToken=${encodeURIComponent(token)}`, 303);
      } else refuseLink(raw, reply, 'reset');
      return undefined;
    }),
    implement(routes.resetPassword, ({ body, raw }) =>
      credentials.reset(body.resetToken ?? '', body.password ?? '', turnOf(raw)),
    ),
  ];
}
