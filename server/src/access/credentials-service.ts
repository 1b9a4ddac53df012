import { randomInt } from 'node:crypto';
import type { TokenPair } from '@signalbox/contract/token';
import type { Logger } from 'pino';
import { badRequest } from '../http/errors.ts';
import { type Mail, type MailSender, mailFailure, NoMailServerError } from '../mail/mail.ts';
import { mails } from '../mail/mails.ts';
import { createEmbeddedCache } from '../storage/cache.ts';
import type { Database } from '../storage/database.ts';
import type { Account, AccountStore, LinkToken } from './account-store.ts';
import { LOCK_TIME, type Lockout } from './lockout.ts';
import { hashPassword, type PasswordTurn, SERVER_TURN, verifyPassword } from './password.ts';
import { passwordViolations } from './password-policy.ts';
import type { SecuritySettingsService } from './security-settings.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const RESET_TOKEN_LIFETIME_MS = DAY_MS;
/** Minimum time between two reset mails, so that no one can flood a mailbox or keep invalidating its link. */
const RESET_PAUSE_MS = 60_000;
/** Maximum number of users whose lockout report is remembered. */
const MAX_REPORTED = 10_000;
const LINK_TOKEN_LENGTH = 30;
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Token of a mailed link: 30 random letters and digits. */
function newLinkToken(): string {
  return Array.from({ length: LINK_TOKEN_LENGTH }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');
}

export interface CredentialsParts {
  accounts: AccountStore;
  tokens: Tokens;
  sessions: Sessions;
  securitySettings: SecuritySettingsService;
  mail: MailSender;
  /** Base of the links in mails: never what a request claims. */
  mailBase: () => Promise<string>;
  lockout: Pick<Lockout, 'release'>;
  log: Logger;
}

/** Passwords, activation and reset of users. */
export function createCredentialsService(parts: CredentialsParts) {
  const { accounts, tokens, sessions, securitySettings, mail, mailBase, lockout, log } = parts;
  /** E-mails of users whose lock was reported to the administrator. */
  const reportedLockouts = createEmbeddedCache<true>(MAX_REPORTED, LOCK_TIME);

  async function newResetToken(userId: string): Promise<string> {
    const token = newLinkToken();
    await accounts.setResetToken(userId, token, Date.now() + RESET_TOKEN_LIFETIME_MS);
    return token;
  }

  /**
   * Checks a new password against the rules of the installation and the user's earlier passwords.
   * @throws ApiError 400 / 31 with all that is wrong, a sentence a line
   */
  async function requireAcceptable(password: string, turn: PasswordTurn, account?: Account): Promise<void> {
    const { passwordPolicy } = await securitySettings.get();
    const violations = passwordViolations(password, passwordPolicy);
    if (violations.length > 0) throw badRequest(violations.join('\n'));
    const days = passwordPolicy.passwordReuseFrequencyDays ?? 0;
    if (days <= 0 || !account) return;
    const since = Date.now() - days * DAY_MS;
    for (const earlier of account.passwordHistory) {
      if (earlier.time > since && (await verifyPassword(password, earlier.hash, turn))) {
        throw badRequest(`Password was already used for the last ${days} days`);
      }
    }
  }

  /**
   * Stores the password and ends all sessions; returns the tokens of the one that replaces them.
   * @param link the token by which it is set
   * @throws ApiError 400 / 31 when the token was used concurrently
   */
  async function setPassword(
    account: Account,
    password: string,
    turn: PasswordTurn,
    link?: LinkToken,
  ): Promise<TokenPair> {
    const enable = link?.kind === 'activate_token';
    const isSet = await accounts.setPassword(account, await hashPassword(password, turn), { enable, link });
    if (!isSet) throw badRequest('This link was used already; please ask for a new one.');
    if (link) lockout.release(account.user.email);
    return tokens.issue(account.user, await sessions.end(account.user));
  }

  /** Sends a notification; a failure is logged, since what it reports has already happened. */
  async function notify(made: Mail | Promise<Mail>): Promise<void> {
    try {
      await mail.send(await made);
    } catch (error) {
      const { to, subject } = (await Promise.resolve(made).catch(() => undefined)) ?? {};
      // Without a mail server the whole mail is in the log already.
      if (!(error instanceof NoMailServerError)) log.error({ err: error, to, subject }, 'mail could not be sent');
    }
  }

  /** Activation token of a user without a password. @throws ApiError 400 / 31 when it has one */
  function requireActivateToken(account: Account | undefined): string {
    if (!account || account.enabled || !account.activateToken) throw badRequest('User is already activated!');
    return account.activateToken;
  }

  const activationAddress = (base: string, token: string): string =>
    `${base}/api/noauth/activate?activateToken=${token}`;

  const hasActivation = async (token: string): Promise<boolean> =>
    (await accounts.findByActivateToken(token)) !== undefined;
  const hasReset = async (token: string): Promise<boolean> => (await accounts.findByResetToken(token)) !== undefined;

  return {
    /** Whether an enabled user has this e-mail and password. For checks at the start, not for sign-in. */
    async isOpen(email: string, password: string): Promise<boolean> {
      const account = await accounts.findByEmail(email);
      return account?.enabled === true && (await verifyPassword(password, account.passwordHash, SERVER_TURN));
    },

    requireAcceptable,
    newResetToken,
    setPassword,
    hasActivation,
    hasReset,

    /** Credentials of a new user, disabled until activated; part of the transaction that stores the user. */
    async create(userId: string, transaction: Database): Promise<void> {
      await accounts.create(userId, newLinkToken(), transaction);
    },

    /** Creates credentials of a user made by the server itself, usable immediately. */
    async createActivated(userId: string, password: string, transaction: Database): Promise<void> {
      await accounts.createActivated(userId, await hashPassword(password, SERVER_TURN), transaction);
    },

    /** Activates a new user for whom an identity provider vouches; it has no password. */
    activateWithoutPassword: (userId: string) => accounts.activateWithoutPassword(userId),

    /** First password of a user; `notifies` it by mail. */
    async activate(
      activateToken: string,
      password: string,
      { notifies, turn }: { notifies: boolean; turn: PasswordTurn },
    ): Promise<TokenPair> {
      const account = activateToken ? await accounts.findByActivateToken(activateToken) : undefined;
      if (account?.suspended) throw badRequest('User account is not active');
      if (!account) throw badRequest(`Unable to find user credentials by activateToken [${activateToken}]`);
      await requireAcceptable(password, turn);
      const pair = await setPassword(account, password, turn, { kind: 'activate_token', token: activateToken });
      const { email } = account.user;
      if (notifies) void notify(mailBase().then((base) => mails.activated(email, `${base}/login`)));
      return pair;
    },

    /** The link to choose the first password with. @throws ApiError 400 / 31 when the user has one */
    async activationLink(userId: string, baseUrl: string): Promise<string> {
      return activationAddress(baseUrl, requireActivateToken(await accounts.findById(userId)));
    },

    /**
     * Sends the activation link.
     * @throws ApiError 400 / 31 when the user has a password; 500 / 2 when the mail could not be handed over
     */
    async sendActivation(userId: string): Promise<void> {
      const account = await accounts.findById(userId);
      const token = requireActivateToken(account);
      const { email } = (account as Account).user;
      const made = mails.activation(email, activationAddress(await mailBase(), token));
      await mail.send(made).catch((error: unknown) => {
        throw mailFailure(error);
      });
    },

    /** Sends a reset link if the user exists, without revealing whether it does. */
    async requestReset(email: string): Promise<void> {
      const account = await accounts.findByEmail(email);
      if (!account?.enabled) return;
      const { user } = account;
      const sent = (account.resetTokenExpires ?? 0) - RESET_TOKEN_LIFETIME_MS;
      if (sent + RESET_PAUSE_MS > Date.now()) return;
      const base = await mailBase();
      const link = `${base}/api/noauth/resetPassword?resetToken=${await newResetToken(user.userId)}`;
      // To the address that is stored, whichever way it was written.
      await notify(mails.passwordReset(user.email, link, RESET_TOKEN_LIFETIME_MS / HOUR_MS));
    },

    /**
     * Notifies the address in the settings, if any, that a user has been locked; once while a lock lasts, from however
     * many addresses are tried.
     */
    async notifyOfLockout(email: string, administrator: string | null): Promise<void> {
      if (!administrator?.trim() || reportedLockouts.get(email)) return;
      reportedLockouts.set(email, true);
      await notify(mails.lockout(administrator.trim(), email, LOCK_TIME / 60_000));
    },

    async reset(resetToken: string, password: string, turn: PasswordTurn): Promise<TokenPair> {
      const account = resetToken ? await accounts.findByResetToken(resetToken) : undefined;
      if (!account) throw badRequest('Invalid reset token!');
      await requireAcceptable(password, turn, account);
      if (await verifyPassword(password, account.passwordHash, turn)) {
        throw badRequest('New password should be different from existing!');
      }
      const pair = await setPassword(account, password, turn, { kind: 'reset_token', token: resetToken });
      // Not awaited: the password has changed, whatever becomes of the mail.
      void notify(mails.passwordChanged(account.user.email));
      return pair;
    },

    hasOtherSystemAdministrator: (userId: string) => accounts.hasOtherSystemAdministrator(userId),

    /** Enables or disables the sign-in, and ends all sessions; enabling lifts locks. */
    async setEnabled(user: { userId: string; tenantId: string }, enabled: boolean): Promise<void> {
      const account = await accounts.findById(user.userId);
      if (enabled && account?.activateToken && !account.suspended) {
        throw badRequest('Enabled user credentials should have password!');
      }
      await accounts.setEnabled(user.userId, enabled);
      if (enabled && account) lockout.release(account.user.email);
      await sessions.end(user);
    },
  };
}

export type CredentialsService = ReturnType<typeof createCredentialsService>;
