import { entityId } from '@signalbox/contract/id';
import type { LiveBus } from '../bus/live-bus.ts';
import { tokenExpired, unauthenticated } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { createEmbeddedCache } from '../storage/cache.ts';
import { type AccountStore, mayHaveSessions } from './account-store.ts';
import type { AccessGrant, Tokens } from './tokens.ts';

/** Maximum number of cached tokens, and of cached session epochs. */
const CACHE_SIZE = 20_000;

/** Session epoch of a user who may not have sessions. */
const NO_SESSION = -1;

/** Public visitors have no user row: their sessions last as long as the customer is public. */
export const PUBLIC_SESSION_EPOCH = 0;

/**
 * Tells which tokens are still valid: a token is refused from the moment its user's sessions end. Verified tokens and
 * session epochs are cached, so that a call normally costs neither a signature check nor a query.
 */
export function createSessions(accounts: AccountStore, tokens: Tokens, liveBus: LiveBus) {
  /** token → its claims */
  const verified = createEmbeddedCache<AccessGrant>(CACHE_SIZE);
  /** user id, or id of a public customer → session epoch */
  const epochs = createEmbeddedCache<number>(CACHE_SIZE);
  /** Incremented by every change, so that an epoch read before a change is not cached after it. */
  let changes = 0;
  const forget = (id: string): void => {
    changes++;
    epochs.delete(id);
  };
  const stops = [
    liveBus.subscribeKinds(['userSessions'], (change) => forget(change.entityId.id)),
    liveBus.subscribeKinds(['entity'], (change) => {
      if (change.entityId.entityType === 'CUSTOMER') forget(change.entityId.id);
    }),
  ];

  async function loadEpoch(user: { isPublic: boolean }, id: string): Promise<number> {
    const before = changes;
    let epoch = NO_SESSION;
    if (user.isPublic) {
      if (await accounts.findPublicCustomer(id)) epoch = PUBLIC_SESSION_EPOCH;
    } else {
      const account = await accounts.findById(id);
      if (account && mayHaveSessions(account)) epoch = account.sessionEpoch;
    }
    if (before === changes) epochs.set(id, epoch);
    return epoch;
  }

  /**
   * What a valid access token says, and until when.
   * @throws ApiError 401
   */
  async function grantOf(token: string): Promise<AccessGrant> {
    let grant = verified.get(token);
    if (!grant) {
      grant = await tokens.readAccess(token);
      verified.set(token, grant);
    }
    if (grant.expires * 1000 <= Date.now()) {
      verified.delete(token);
      throw tokenExpired();
    }
    const { user } = grant;
    const id = user.isPublic ? user.customerId : user.userId;
    const epoch = epochs.get(id) ?? (await loadEpoch(user, id));
    if (epoch !== grant.sessionEpoch) throw tokenExpired();
    return grant;
  }

  return {
    /** Who calls with this access token; as `grantOf`. */
    authenticate: async (token: string): Promise<SecurityUser> => (await grantOf(token)).user,

    grantOf,

    /** @throws ApiError 401 when `grant` was made before the sessions of its user ended */
    async requireLive(grant: { userId: string; isPublic: boolean; subject: string; sessionEpoch: number }) {
      const epoch = await loadEpoch(grant, grant.isPublic ? grant.subject : grant.userId);
      if (epoch !== grant.sessionEpoch) throw unauthenticated();
    },

    /** Ends all sessions of a user immediately, including sockets; returns the epoch for new tokens. */
    async end(user: { userId: string; tenantId: string }): Promise<number> {
      const epoch = await accounts.raiseSessionEpoch(user.userId);
      liveBus.publish({ kind: 'userSessions', tenantId: user.tenantId, entityId: entityId('USER', user.userId) });
      return epoch;
    },

    close(): void {
      for (const stop of stops) stop();
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;
