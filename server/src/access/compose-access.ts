import type pg from 'pg';
import type { Logger } from 'pino';
import type { ActionLog } from '../audit/action-log.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';
import type { Database } from '../storage/database.ts';
import { createAccountStore } from './account-store.ts';
import { createCredentialsService } from './credentials-service.ts';
import { createKnownDevices } from './known-devices.ts';
import { createLockout } from './lockout.ts';
import type { MailSender } from './mail-sender.ts';
import { createSecuritySettings } from './security-settings.ts';
import { createSessions } from './sessions.ts';
import { createSharedKeys } from './shared-keys.ts';
import { createSignInService } from './sign-in-service.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createTokens, type TokenLifetimes } from './tokens.ts';

export interface AccessParts {
  db: Database;
  pool: pg.Pool;
  adminSettings: AdminSettingStore;
  actionLog: ActionLog;
  liveBus: LiveBus;
  mail: MailSender;
  lifetimes: TokenLifetimes;
  log: Logger;
}

/** The room that knows who calls: keys, tokens, sessions, passwords and sign-in, joined. */
export async function composeAccess({
  db,
  pool,
  adminSettings,
  actionLog,
  liveBus,
  mail,
  lifetimes,
  log,
}: AccessParts) {
  const accounts = createAccountStore(db);
  const securitySettings = createSecuritySettings(adminSettings);
  const signingKeys = await createSigningKeys(adminSettings, Math.max(lifetimes.access, lifetimes.refresh));
  const tokens = createTokens(signingKeys, lifetimes);
  const sessions = createSessions(accounts, tokens, liveBus);
  const lockout = createLockout();
  const credentials = createCredentialsService({ accounts, tokens, sessions, securitySettings, mail, lockout, log });
  const signIn = createSignInService({
    accounts,
    tokens,
    sessions,
    credentials,
    securitySettings,
    actionLog,
    knownDevices: createKnownDevices(tokens),
    lockout,
  });
  const sharedKeys = createSharedKeys(pool, liveBus, actionLog);
  return {
    authenticate: sessions.authenticate,
    grantOf: sessions.grantOf,
    /** What a user may read of the values it sees. */
    valueRightsOf: sharedKeys.rightsOf,
    sharedKeys,
    securitySettings,
    signingKeys,
    sessions,
    credentials,
    signIn,
    close(): void {
      sessions.close();
      sharedKeys.close();
    },
  };
}

export type Access = Awaited<ReturnType<typeof composeAccess>>;
