/** ms for which a tenant is moved the first time; four times as long each further time */
const FIRST_PAUSE = 2_000;
const MAX_PAUSE = 60_000;
/** ms after which an earlier offence no longer counts */
const FORGET_AFTER = 600_000;
/** Tenants that are remembered */
const MAX_REMEMBERED = 10_000;

/** Keeps track of the tenants whose scripts are too slow for the shared process. */
export interface TenantStanding {
  isSlow(tenantId: string): boolean;
  /** Records that a script of the tenant took more than its share. */
  strike(tenantId: string): void;
}

export function createTenantStanding(now: () => number = Date.now): TenantStanding {
  /** tenant id → how often, since when (epoch ms) and until when (epoch ms) */
  const struck = new Map<string, { times: number; at: number; until: number }>();

  return {
    isSlow(tenantId) {
      const entry = struck.size > 0 ? struck.get(tenantId) : undefined;
      return entry !== undefined && entry.until > now();
    },
    strike(tenantId) {
      const time = now();
      const before = struck.get(tenantId);
      if (before && before.until > time) return;
      const times = before && time - before.at < FORGET_AFTER ? before.times + 1 : 1;
      struck.delete(tenantId);
      if (struck.size >= MAX_REMEMBERED) struck.delete(struck.keys().next().value as string);
      const pause = Math.min(FIRST_PAUSE * 4 ** (times - 1), MAX_PAUSE);
      struck.set(tenantId, { times, at: time, until: time + pause });
    },
  };
}
