import type { Authority } from '@signalbox/contract/authority';
import { type SqlBool, sql } from 'kysely';
import type { SecurityUser } from '../http/security-user.ts';
import type { Database } from '../storage/database.ts';

/** A user as sign-in sees it: identity and credentials. Times in epoch ms. */
export interface Account {
  user: SecurityUser;
  sessionEpoch: number;
  enabled: boolean;
  /** An administrator has disabled it. */
  suspended: boolean;
  /** null: none has been chosen yet; such a user signs in by an identity provider, if at all. */
  passwordHash: string | null;
  passwordChangedTime: number | null;
  /** Earlier hashes and the current one, newest first. */
  passwordHistory: { hash: string; time: number }[];
  /** null: activated. */
  activateToken: string | null;
  /** When the latest reset token stops being valid; null if none is outstanding. */
  resetTokenExpires: number | null;
}

/** What a link to choose a password holds. */
export interface LinkToken {
  kind: 'activate_token' | 'reset_token';
  token: string;
}

/**
 * May this account have sessions? Before activation its user has no password to sign in with, but an administrator may act
 * as it, and an identity provider may vouch for it; a disabled account has none.
 */
export function mayHaveSessions(account: Account): boolean {
  return account.enabled || (account.activateToken !== null && !account.suspended);
}

/** Maximum number of password hashes kept per user. */
const HISTORY_LENGTH = 50;

/** Credentials and session epochs of users. Sign-ins know no tenant, so neither do these look-ups. */
export function createAccountStore(db: Database) {
  const accounts = () =>
    db
      .selectFrom('app_user')
      .innerJoin('user_credentials', 'user_credentials.user_id', 'app_user.id')
      .select([
        'app_user.id',
        'app_user.tenant_id',
        'app_user.customer_id',
        'app_user.authority',
        'app_user.email',
        'app_user.first_name',
        'app_user.last_name',
        'app_user.session_epoch',
        'user_credentials.enabled',
        'user_credentials.suspended',
        'user_credentials.password_hash',
        'user_credentials.password_changed_time',
        'user_credentials.password_history',
        'user_credentials.activate_token',
        'user_credentials.reset_token_expires',
      ]);
  type Row = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>;

  function toAccount(row: Row): Account {
    return {
      user: {
        userId: row.id,
        authority: row.authority as Authority,
        tenantId: row.tenant_id,
        customerId: row.customer_id,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        isPublic: false,
      },
      sessionEpoch: row.session_epoch,
      enabled: row.enabled,
      suspended: row.suspended,
      passwordHash: row.password_hash,
      passwordChangedTime: row.password_changed_time,
      passwordHistory: row.password_history,
      activateToken: row.activate_token,
      resetTokenExpires: row.reset_token_expires,
    };
  }

  return {
    /** The user with this e-mail; written in another case, if only one is meant. */
    async findByEmail(email: string): Promise<Account | undefined> {
      const exact = await accounts().where('email', '=', email).executeTakeFirst();
      if (exact) return toAccount(exact);
      const [alike, other] = await accounts().where(sql<SqlBool>`lower(email) = lower(${email})`).limit(2).execute();
      return alike && !other ? toAccount(alike) : undefined;
    },

    async findById(userId: string): Promise<Account | undefined> {
      const row = await accounts().where('app_user.id', '=', userId).executeTakeFirst();
      return row && toAccount(row);
    },

    async findByActivateToken(token: string): Promise<Account | undefined> {
      const row = await accounts().where('activate_token', '=', token).executeTakeFirst();
      return row && toAccount(row);
    },

    /** Only while the token is valid. */
    async findByResetToken(token: string): Promise<Account | undefined> {
      const row = await accounts()
        .where('reset_token', '=', token)
        .where('reset_token_expires', '>', Date.now())
        .executeTakeFirst();
      return row && toAccount(row);
    },

    /** The public customer a visitor signs in to, with its tenant. */
    async findPublicCustomer(customerId: string): Promise<{ tenantId: string } | undefined> {
      const row = await db
        .selectFrom('customer')
        .select('tenant_id')
        .where('id', '=', customerId)
        .where('is_public', '=', true)
        .executeTakeFirst();
      return row && { tenantId: row.tenant_id };
    },

    /** Credentials of a new user: disabled until it is activated with `activateToken`; part of the transaction `within`. */
    async create(userId: string, activateToken: string, within: Database): Promise<void> {
      await within
        .insertInto('user_credentials')
        .values({
          user_id: userId,
          enabled: false,
          password_hash: null,
          password_changed_time: null,
          password_history: '[]',
          activate_token: activateToken,
          reset_token: null,
          reset_token_expires: null,
          last_login_time: null,
        })
        .execute();
    },

    /** Credentials of a user created with a password. */
    async createActivated(userId: string, passwordHash: string, within: Database): Promise<void> {
      const time = Date.now();
      await within
        .insertInto('user_credentials')
        .values({
          user_id: userId,
          enabled: true,
          password_hash: passwordHash,
          password_changed_time: time,
          password_history: JSON.stringify([{ hash: passwordHash, time }]),
          activate_token: null,
          reset_token: null,
          reset_token_expires: null,
          last_login_time: null,
        })
        .execute();
    },

    /**
     * Sets the password; activation and reset tokens become invalid.
     * @param options.link the token it is set by: of calls that come together, one uses it
     * @returns false if that token has been used already; nothing is changed then
     */
    async setPassword(
      account: Account,
      passwordHash: string,
      options: { enable: boolean; link?: LinkToken | undefined },
    ): Promise<boolean> {
      const time = Date.now();
      const history = [{ hash: passwordHash, time }, ...account.passwordHistory].slice(0, HISTORY_LENGTH);
      let update = db
        .updateTable('user_credentials')
        .set({
          password_hash: passwordHash,
          password_changed_time: time,
          password_history: JSON.stringify(history),
          activate_token: null,
          reset_token: null,
          reset_token_expires: null,
          failed_login_attempts: 0,
          ...(options.enable ? { enabled: true } : {}),
        })
        .where('user_id', '=', account.user.userId);
      if (options.link) update = update.where(options.link.kind, '=', options.link.token);
      const { numUpdatedRows } = await update.executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** @param expires epoch ms */
    async setResetToken(userId: string, token: string, expires: number): Promise<void> {
      await db
        .updateTable('user_credentials')
        .set({ reset_token: token, reset_token_expires: expires })
        .where('user_id', '=', userId)
        .execute();
    },

    /** Whether another system administrator could still sign in if this user could not. */
    async hasOtherSystemAdministrator(userId: string): Promise<boolean> {
      const row = await accounts()
        .where('authority', '=', 'SYS_ADMIN')
        .where('enabled', '=', true)
        .where('app_user.id', '<>', userId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Enabling also forgets failed sign-ins; a user that was never activated stays so. */
    async setEnabled(userId: string, enabled: boolean): Promise<void> {
      await db
        .updateTable('user_credentials')
        .set(
          enabled
            ? { enabled: sql`activate_token IS NULL`, suspended: false, failed_login_attempts: 0 }
            : { enabled, suspended: true },
        )
        .where('user_id', '=', userId)
        .execute();
    },

    /** Activates a user for whom an identity provider vouches: it has no password, and the link for one ends. */
    async activateWithoutPassword(userId: string): Promise<void> {
      await db
        .updateTable('user_credentials')
        .set({ enabled: true, activate_token: null })
        .where('user_id', '=', userId)
        .where('activate_token', 'is not', null)
        .where('suspended', '=', false)
        .execute();
    },

    /** Records another wrong password since the last sign-in, for the administrators who look at the user. */
    async countFailure(userId: string): Promise<void> {
      await db
        .updateTable('user_credentials')
        .set({ failed_login_attempts: sql`failed_login_attempts + 1` })
        .where('user_id', '=', userId)
        .execute();
    },

    /** Records a sign-in; false if the user has been disabled in the meantime. */
    async recordLogin(userId: string): Promise<boolean> {
      const result = await db
        .updateTable('user_credentials')
        .set({ failed_login_attempts: 0, last_login_time: Date.now() })
        .where('user_id', '=', userId)
        .where('enabled', '=', true)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Records a sign-in by an identity provider, which needs no password; false if the user was disabled in the meantime. */
    async recordProviderLogin(userId: string): Promise<boolean> {
      const result = await db
        .updateTable('user_credentials')
        .set({ last_login_time: Date.now() })
        .where('user_id', '=', userId)
        .where('suspended', '=', false)
        .where((where) => where.or([where('enabled', '=', true), where('activate_token', 'is not', null)]))
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Raises the session epoch, so that every token made before is refused; the new epoch. */
    async raiseSessionEpoch(userId: string): Promise<number> {
      const row = await db
        .updateTable('app_user')
        .set({ session_epoch: sql`session_epoch + 1` })
        .where('id', '=', userId)
        .returning('session_epoch')
        .executeTakeFirst();
      return row?.session_epoch ?? 0;
    },
  };
}

export type AccountStore = ReturnType<typeof createAccountStore>;
