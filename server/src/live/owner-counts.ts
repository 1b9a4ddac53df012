import type { SecurityUser } from '../http/security-user.ts';

/** Limits of what clients hold open, by owner; 0 is no limit. */
export interface OwnerLimits {
  perTenant: number;
  /** Users of one customer together. */
  perCustomer: number;
  /** One customer user. */
  perUser: number;
  /** Visitors of one public customer together. */
  ofPublic: number;
}

const NO_LIMITS: OwnerLimits = { perTenant: 0, perCustomer: 0, perUser: 0, ofPublic: 0 };

/** Counts what users hold open, per tenant, customer and user. */
export function createOwnerCounts(what: 'sessions' | 'subscriptions') {
  /** kind and id → how many */
  const counts = new Map<string, number>();

  /** The owners that a user counts towards, each with its limit and the wire's message for reaching it. */
  function owners(user: SecurityUser, limits: OwnerLimits): { key: string; limit: number; reason: string }[] {
    const list = [
      { key: `tenant ${user.tenantId}`, limit: limits.perTenant, reason: `Max tenant ${what} limit reached!` },
    ];
    if (user.authority !== 'CUSTOMER_USER') return list;
    list.push({
      key: `customer ${user.customerId}`,
      limit: limits.perCustomer,
      reason: `Max customer ${what} limit reached`,
    });
    list.push(
      user.isPublic
        ? { key: `public ${user.customerId}`, limit: limits.ofPublic, reason: `Max public user ${what} limit reached` }
        : { key: `user ${user.userId}`, limit: limits.perUser, reason: `Max regular user ${what} limit reached` },
    );
    return list;
  }

  function change(user: SecurityUser, by: number): void {
    for (const { key } of owners(user, NO_LIMITS)) {
      const now = (counts.get(key) ?? 0) + by;
      if (now > 0) counts.set(key, now);
      else counts.delete(key);
    }
  }

  return {
    /**
     * Adds `more` of them.
     * @returns the reason when a limit would be exceeded; then none of them is counted
     */
    add(user: SecurityUser, limits: OwnerLimits, more = 1): string | undefined {
      for (const { key, limit, reason } of owners(user, limits)) {
        if (limit > 0 && (counts.get(key) ?? 0) + more > limit) return reason;
      }
      change(user, more);
      return undefined;
    },
    /** Removes counted ones that have ended. */
    remove(user: SecurityUser, gone = 1): void {
      change(user, -gone);
    },
  };
}

/** The counts as one user sees them. @returns of `add`: the reason when a limit would be exceeded */
export interface OwnCounts {
  add(more: number): string | undefined;
  remove(gone: number): void;
}
