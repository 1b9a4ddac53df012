import type pg from 'pg';
import type { Logger } from 'pino';
import type { ActionLog } from '../audit/action-log.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import { parseAddressRanges } from '../config/address-ranges.ts';
import type { Settings } from '../config/settings.ts';
import type { RouteImplementation } from '../http/routes.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { MailSender } from '../mail/mail.ts';
import type { AdminSettingStore } from '../storage/admin-setting-store.ts';
import type { Database } from '../storage/database.ts';
import { createAccountStore, mayHaveSessions } from './account-store.ts';
import { type AuthRouteParts, authRoutes } from './auth-routes.ts';
import { createBaseUrl, createConfiguredBaseUrl } from './base-url.ts';
import { createCredentialsService } from './credentials-service.ts';
import { createKnownDevices } from './known-devices.ts';
import { createLockout } from './lockout.ts';
import { createSecuritySettings } from './security-settings.ts';
import { createSessions } from './sessions.ts';
import { sharedKeyRoutes } from './shared-key-routes.ts';
import { createSharedKeys } from './shared-keys.ts';
import { createSignInService } from './sign-in-service.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createTokens } from './tokens.ts';

export interface AccessParts {
  db: Database;
  pool: pg.Pool;
  adminSettings: AdminSettingStore;
  actionLog: ActionLog;
  liveBus: LiveBus;
  mail: MailSender;
  log: Logger;
  settings: Pick<Settings, 'accessTokenLifetime' | 'refreshTokenLifetime' | 'trustedProxies'>;
  currentUser: AuthRouteParts['currentUser'];
}

/** The room that authenticates callers: keys, tokens, sessions, passwords and sign-in. */
export async function composeAccess({
  db,
  pool,
  adminSettings,
  actionLog,
  liveBus,
  mail,
  log,
  settings,
  currentUser,
}: AccessParts) {
  const lifetimes = { access: settings.accessTokenLifetime, refresh: settings.refreshTokenLifetime };
  const accounts = createAccountStore(db);
  const securitySettings = createSecuritySettings(adminSettings);
  const signingKeys = await createSigningKeys(adminSettings, Math.max(lifetimes.access, lifetimes.refresh));
  const tokens = createTokens(signingKeys, lifetimes);
  const sessions = createSessions(accounts, tokens, liveBus);
  const lockout = createLockout();
  const credentials = createCredentialsService({
    accounts,
    tokens,
    sessions,
    securitySettings,
    mail,
    mailBase: createConfiguredBaseUrl(adminSettings),
    lockout,
    log,
  });
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
  const routes: RouteImplementation[] = [
    ...authRoutes({
      signIn,
      credentials,
      securitySettings,
      currentUser,
    }),
    ...sharedKeyRoutes(sharedKeys),
  ];
  return {
    routes,
    authenticate: sessions.authenticate,
    grantOf: sessions.grantOf,
    /** A user as they are now, for work that goes on without them; undefined when they may not have sessions any more. */
    async findUser(userId: string): Promise<SecurityUser | undefined> {
      const account = await accounts.findById(userId);
      return account && mayHaveSessions(account) ? account.user : undefined;
    },
    /** What a user may read of the values it sees. */
    valueRightsOf: sharedKeys.rightsOf,
    /** Base of the links that are sent to people. */
    baseUrl: createBaseUrl(adminSettings, parseAddressRanges(settings.trustedProxies)),
    securitySettings,
    signingKeys,
    sessions,
    credentials,
    signIn,
    async close(): Promise<void> {
      sessions.close();
      sharedKeys.close();
    },
  };
}
