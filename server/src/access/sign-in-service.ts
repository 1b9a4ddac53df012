import { entityId, isUuid, NULL_UUID } from '@signalbox/contract/id';
import type { TokenPair } from '@signalbox/contract/token';
import type { ActionLog } from '../audit/action-log.ts';
import { ApiError, badRequest, permissionDenied, unauthenticated } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { type Account, type AccountStore, mayHaveSessions } from './account-store.ts';
import type { ClientInfo } from './client-info.ts';
import type { CredentialsService } from './credentials-service.ts';
import { createStrangers, LOCK_TIME, lockAfter } from './lockout.ts';
import { verifyPassword } from './password.ts';
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
}

/** Who are you: sign-in, refresh and sign-out. */
export function createSignInService(parts: SignInParts) {
  const { accounts, tokens, sessions, credentials, securitySettings, actionLog } = parts;
  const strangers = createStrangers();

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

  /** Counts a wrong password; true when it was one too many, which locks the user. */
  async function countWrongPassword({ user, enabled }: Account, client: ClientInfo): Promise<boolean> {
    const failures = await accounts.countFailure(user.userId);
    const settings = await securitySettings.get();
    const lock = lockAfter(failures, settings.maxFailedLoginAttempts);
    if (!lock) return false;
    // Nobody could enable the only system administrator again.
    const isOnlyOne = user.authority === 'SYS_ADMIN' && !(await accounts.hasOtherSystemAdministrator(user.userId));
    if (lock === 'for a while' || isOnlyOne) {
      await accounts.lock(user.userId, Date.now() + LOCK_TIME);
    } else if (enabled) {
      await credentials.setEnabled(user, false);
      void credentials.tellOfLockout(user.email, settings.userLockoutNotificationEmail);
    } else {
      return false;
    }
    await record('LOCKOUT', user, client);
    return true;
  }

  async function refuse(user: SecurityUser, client: ClientInfo, message: string): Promise<never> {
    const refusal = unauthenticated(message);
    await record('LOGIN', user, client, refusal);
    throw refusal;
  }

  async function refuseStranger(username: string): Promise<never> {
    const refusal = strangers.refuse(username, (await securitySettings.get()).maxFailedLoginAttempts);
    throw unauthenticated(refusal === 'locked' ? LOCKED : WRONG);
  }

  return {
    /** @throws ApiError 401; with code 15 and a reset token when the password is too old */
    async login(username: string, password: string, client: ClientInfo): Promise<TokenPair> {
      if (!username.trim() || !password) throw unauthenticated();
      const account = await accounts.findByEmail(username);
      if (account?.lockedUntil && account.lockedUntil > Date.now()) {
        // Not even looked at, so that a lock says nothing about the password; nor written down, since nothing bounds
        // how often somebody tries.
        throw unauthenticated(LOCKED);
      }
      if (!account && strangers.isLocked(username)) throw unauthenticated(LOCKED);
      const isRight = await verifyPassword(password, account?.passwordHash);
      if (!account) return refuseStranger(username);
      const { user } = account;
      if (!isRight) return refuse(user, client, (await countWrongPassword(account, client)) ? LOCKED : WRONG);
      if (!account.enabled) return refuse(user, client, NOT_ACTIVE);
      // Locked meanwhile by others that were tried at the same time: then it does not help to be right.
      if (!(await accounts.recordLogin(user.userId))) return refuse(user, client, LOCKED);
      await requireFreshPassword(account);
      await record('LOGIN', user, client);
      return tokens.issue(user, account.sessionEpoch);
    },

    /** Sign-in of a visitor of a public customer. */
    async loginPublic(publicId: string): Promise<TokenPair> {
      if (!publicId.trim()) throw unauthenticated();
      const id = publicId.toLowerCase();
      const customer = isUuid(id) ? await accounts.findPublicCustomer(id) : undefined;
      if (!customer) throw unauthenticated(WRONG);
      return tokens.issue(publicVisitor(id, customer.tenantId), PUBLIC_SESSION_EPOCH);
    },

    /** A new pair for a refresh token whose session has not ended. */
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
     * Changes the caller's own password; the new pair is the only one that goes on. Wrong passwords count as in a
     * sign-in: whoever has come by a token cannot try them out here.
     */
    async changePassword(user: SecurityUser, current: string, next: string, client: ClientInfo): Promise<TokenPair> {
      if (user.isPublic) throw permissionDenied();
      const account = await accounts.findById(user.userId);
      if (!account) throw unauthenticated();
      const mismatch = badRequest("Current password doesn't match!");
      if (!(await verifyPassword(current, account.passwordHash))) {
        if (await countWrongPassword(account, client)) await sessions.end(user);
        throw mismatch;
      }
      if (await accounts.isLocked(user.userId)) throw mismatch;
      await credentials.requireAcceptable(next, account);
      if (current === next) throw badRequest('New password should be different from existing!');
      return credentials.setPassword(account, next);
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
