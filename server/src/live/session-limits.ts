import type { SecurityUser } from '../access/security-user.ts';

/** Most open sockets; 0 is no limit. */
export interface SessionCountLimits {
  perTenant: number;
  perCustomer: number;
  perUser: number;
  ofPublic: number;
}

/** Counts open sockets of tenants, customers and users. */
export function createSessionCounts(limits: SessionCountLimits) {
  /** kind and id → open sockets */
  const counts = new Map<string, number>();

  /** What a user's sockets count for, with the limit and what is said when it is reached. */
  function counted(user: SecurityUser): { key: string; limit: number; reason: string }[] {
    const list = [
      { key: `tenant ${user.tenantId}`, limit: limits.perTenant, reason: 'Max tenant sessions limit reached!' },
    ];
    if (user.authority !== 'CUSTOMER_USER') return list;
    list.push({
      key: `customer ${user.customerId}`,
      limit: limits.perCustomer,
      reason: 'Max customer sessions limit reached',
    });
    list.push(
      user.isPublic
        ? { key: `public ${user.customerId}`, limit: limits.ofPublic, reason: 'Max public user sessions limit reached' }
        : { key: `user ${user.userId}`, limit: limits.perUser, reason: 'Max regular user sessions limit reached' },
    );
    return list;
  }

  return {
    /** Counts a new socket; the reason when it is one too many. */
    add(user: SecurityUser): string | undefined {
      const all = counted(user);
      for (const { key, limit, reason } of all) {
        if (limit > 0 && (counts.get(key) ?? 0) >= limit) return reason;
      }
      for (const { key } of all) counts.set(key, (counts.get(key) ?? 0) + 1);
      return undefined;
    },
    /** A counted socket has closed. */
    remove(user: SecurityUser): void {
      for (const { key } of counted(user)) {
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      }
    },
  };
}
