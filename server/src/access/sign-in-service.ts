import { entityId, isUuid, NULL_UUID } from '@signalbox/contract/id';
import type { TokenPair } from '@signalbox/contract/token';
import type { FastifyRequest } from 'fastify';
import type { ActionLog } from '../audit/action-log.ts';
import { clientNetwork } from '../config/address-ranges.ts';
import { ApiError, badRequest, permissionDenied, unauthenticated } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { type Account, type AccountStore, mayHaveSessions } from './account-store.ts';
import { type ClientInfo, clientInfo } from './client-info.ts';
import type { CredentialsService } from './credentials-service.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Lockout, SignInSource } from './lockout.ts';
import { type PasswordTurn, verifyPassword } from './password.ts';
import type { SecuritySettingsService } from './security-settings.ts';
import { PUBLIC_SESSION_EPOCH, type Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

const WRONG = 'Invalid username or password';
const NOT_ACTIVE = 'User account is not active';
const LOCKED = 'User account is locked due to security policy';

const DAY_MS = 86_400_000;

/** Status 401, errorCode 15. */
const CREDENTIALS_EXPIRED = 15;

export interface SignInParts {
  accounts: AccountStore;
  tokens: Tokens;
  sessions: Sessions;
  credentials: CredentialsService;
  securitySettings: SecuritySettingsService;
  actionLog: ActionLog;
  knownDevices: KnownDevices;
  lockout: Lockout;
}

/** Owner to whom a wrong password and its turn are charged; by default its source. */
interface PasswordSource {
  source: SignInSource;
  name: string;
  turn?: PasswordTurn;
}

interface Comparison {
  isRight: boolean;
  /** Whether it was one wrong password too many. */
  locks: boolean;
}

/** Tokens, and the cookie by which the device is known from now on. */
export interface SignedIn {
  pair: TokenPair;
  deviceCookie: string;
}

/** Sign-in, token refresh and sign-out. */
export function createSignInService(parts: SignInParts) {
  const { accounts, tokens, sessions, credentials, securitySettings, actionLog, knownDevices, lockout } = parts;

  function record(type: 'LOGIN' | 'LOGOUT' | 'LOCKOUT', user: SecurityUser, client: ClientInfo, error?: Error) {
    return actionLog.record({
      user,
      type,
      entityId: entityId('USER', user.userId),
      entityName: user.email,
      data: client,
      ...(error ? { error } : {}),
    });
  }

  /**
   * Compares a password. Wrong ones are counted before the turn ends, so that attempts sent in parallel are limited like
   * attempts sent one by one.
   * @throws ApiError 401 while the name is locked for the source, whatever the password
   */
  async function compare(password: string, hash: string | null | undefined, of: PasswordSource): Promise<Comparison> {
    const { source, name, turn = source } = of;
    const { maxFailedLoginAttempts } = await securitySettings.get();
    const result: Comparison = { isRight: false, locks: false };
    const begins = (): void => {
      if (lockout.isLocked(source, name)) throw unauthenticated(LOCKED);
    };
    // Neither compared nor audited: nothing limits how often a client tries.
    begins();
    result.isRight = await verifyPassword(password, hash, turn, {
      begins,
      wasWrong() {
        result.locks = lockout.fail(source, name, maxFailedLoginAttempts);
      },
    });
    return result;
  }

  /**
   * Counts a wrong password, and reports when it locked the name. The account stays enabled: anyone who knows an e-mail could
   * disable it.
   */
  async function handleWrongPassword({ user, enabled }: Account, locks: boolean, client: ClientInfo): Promise<void> {
    await accounts.countFailure(user.userId);
    if (!locks || !enabled) return;
    const { maxFailedLoginAttempts, userLockoutNotificationEmail } = await securitySettings.get();
    if (maxFailedLoginAttempts !== null) void credentials.notifyOfLockout(user.email, userLockoutNotificationEmail);
    await record('LOCKOUT', user, client);
  }

  /** What attempts to sign in are counted for. */
  async function sourceOf(account: Account | undefined, client: ClientInfo, request: FastifyRequest) {
    const device = account && (await knownDevices.find(request, account));
    return device ? `device ${device.id}` : clientNetwork(client.clientAddress);
  }

  async function refuse(user: SecurityUser, client: ClientInfo, message: string): Promise<never> {
    const refusal = unauthenticated(message);
    await record('LOGIN', user, client, refusal);
    throw refusal;
  }

  return {
    /**
     * Wrong passwords are counted for the network that they come from, or for the device when the user has signed in on
     * it before: no one is locked out by the attempts of others.
     * @throws ApiError 401; with code 15 and a reset token when the password is too old
     */
    async login(username: string, password: string, request: FastifyRequest): Promise<SignedIn> {
      if (!username.trim() || !password) throw unauthenticated();
      const client = clientInfo(request);
      const account = await accounts.findByEmail(username);
      const source = await sourceOf(account, client, request);
      const { isRight, locks } = await compare(password, account?.passwordHash, { source, name: username });
      if (!account) throw unauthenticated(locks ? LOCKED : WRONG);
      const { user } = account;
      if (!isRight) {
        await handleWrongPassword(account, locks, client);
        return refuse(user, client, locks ? LOCKED : WRONG);
      }
      if (!account.enabled) return refuse(user, client, NOT_ACTIVE);
      // Locked in the meantime by parallel attempts: the right password does not help then.
      if (lockout.isLocked(source, username)) return refuse(user, client, LOCKED);
      if (!(await accounts.recordLogin(user.userId))) return refuse(user, client, NOT_ACTIVE);
      lockout.clear(source, username);
      await requireFreshPassword(account);
      await record('LOGIN', user, client);
      const deviceCookie = await knownDevices.cookieFor(request, account);
      return { pair: await tokens.issue(user, account.sessionEpoch), deviceCookie };
    },

    /** Id of the user with this e-mail. */
    async findUserId(email: string): Promise<string | undefined> {
      return (await accounts.findByEmail(email))?.user.userId;
    },

    /**
     * Sign-in of a user for whom an identity provider vouches. It needs no password, nor that the user was activated.
     * @throws ApiError 401 when the user is disabled, or locked for the network or device of the request
     */
    async enterByProvider(userId: string, request: FastifyRequest): Promise<SignedIn> {
      const account = await accounts.findById(userId);
      if (!account) throw unauthenticated(WRONG);
      const { user } = account;
      const client = clientInfo(request);
      if (!mayHaveSessions(account)) return refuse(user, client, NOT_ACTIVE);
      if (lockout.isLocked(await sourceOf(account, client, request), user.email)) return refuse(user, client, LOCKED);
      if (!(await accounts.recordProviderLogin(userId))) return refuse(user, client, NOT_ACTIVE);
      await record('LOGIN', user, client);
      const deviceCookie = await knownDevices.cookieFor(request, account);
      return { pair: await tokens.issue(user, account.sessionEpoch), deviceCookie };
    },

    /** Sign-in of a visitor of a public customer. */
    async loginPublic(publicId: string): Promise<TokenPair> {
      if (!publicId.trim()) throw unauthenticated();
      const id = publicId.toLowerCase();
      const customer = isUuid(id) ? await accounts.findPublicCustomer(id) : undefined;
      if (!customer) throw unauthenticated(WRONG);
      return tokens.issue(publicVisitor(id, customer.tenantId), PUBLIC_SESSION_EPOCH);
    },

    /** Issues a new pair for a refresh token whose session has not ended. */
    async refresh(refreshToken: string): Promise<TokenPair> {
      if (!refreshToken.trim()) throw unauthenticated();
      const grant = await tokens.readRefresh(refreshToken);
      if (grant.isPublic) {
        const customer = await accounts.findPublicCustomer(grant.subject);
        if (!customer) throw unauthenticated(WRONG);
        return tokens.issue(publicVisitor(grant.subject, customer.tenantId), PUBLIC_SESSION_EPOCH);
      }
      const account = await accounts.findById(grant.userId);
      if (!account) throw unauthenticated(WRONG);
      if (!mayHaveSessions(account)) throw unauthenticated(NOT_ACTIVE);
      if (account.sessionEpoch !== grant.sessionEpoch) throw unauthenticated();
      return tokens.issue(account.user, account.sessionEpoch);
    },

    /** Ends the sessions of the user. A public visitor shares its identity with others, so nothing ends for it. */
    async logout(user: SecurityUser, client: ClientInfo): Promise<void> {
      if (user.isPublic) return;
      await sessions.end(user);
      await record('LOGOUT', user, client);
    },

    /**
     * Changes the caller's own password; only the new pair stays valid. Wrong passwords count as in a
     * sign-in: a stolen token cannot be used to guess the password.
     */
    async changePassword(
      user: SecurityUser,
      current: string,
      next: string,
      request: FastifyRequest,
    ): Promise<SignedIn> {
      if (user.isPublic) throw permissionDenied();
      const account = await accounts.findById(user.userId);
      if (!account) throw unauthenticated();
      const mismatch = badRequest("Current password doesn't match!");
      const client = clientInfo(request);
      const source = clientNetwork(client.clientAddress);
      const turn = `user ${user.userId}`;
      const { isRight, locks } = await compare(current, account.passwordHash, { source, name: user.email, turn }).catch(
        (error: unknown): never => {
          throw error instanceof ApiError && error.status === 401 ? mismatch : error;
        },
      );
      if (!isRight) {
        await handleWrongPassword(account, locks, client);
        if (locks) await sessions.end(user);
        throw mismatch;
      }
      await credentials.requireAcceptable(next, turn, account);
      if (current === next) throw badRequest('New password should be different from existing!');
      const pair = await credentials.setPassword(account, next, turn);
      // The new password makes all devices unknown; this one is known by it again.
      const changed = (await accounts.findById(user.userId)) ?? account;
      return { pair, deviceCookie: await knownDevices.cookieFor(request, changed) };
    },

    /** Tokens with which an administrator acts as `userId`; the caller has checked that it may. */
    async tokensOf(userId: string): Promise<TokenPair> {
      const account = await accounts.findById(userId);
      if (!account || !mayHaveSessions(account)) throw badRequest(NOT_ACTIVE);
      return tokens.issue(account.user, account.sessionEpoch);
    },
  };

  async function requireFreshPassword(account: Account): Promise<void> {
    const days = (await securitySettings.get()).passwordPolicy.passwordExpirationPeriodDays ?? 0;
    if (days <= 0 || (account.passwordChangedTime ?? 0) + days * DAY_MS > Date.now()) return;
    const resetToken = await credentials.newResetToken(account.user.userId);
    throw new ApiError(401, CREDENTIALS_EXPIRED, 'User password expired!', { resetToken });
  }
}

export type SignInService = ReturnType<typeof createSignInService>;

function publicVisitor(customerId: string, tenantId: string): SecurityUser {
  return {
    userId: NULL_UUID,
    authority: 'CUSTOMER_USER',
    tenantId,
    customerId,
    email: customerId,
    firstName: 'Public',
    lastName: 'Public',
    isPublic: true,
  };
}
