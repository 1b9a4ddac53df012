import {
  USAGE_COUNTERS,
  USAGE_FEATURES,
  type UsageCounterKey,
  type UsageFeature,
  type UsageFeatureName,
} from '@signalbox/contract/api-usage';

/** Place of a counter in all lists of counts. */
function counter(key: UsageCounterKey): number {
  return USAGE_COUNTERS.findIndex((one) => one.key === key);
}

/** The counters that other rooms count with. */
export const COUNTER = {
  transportMessages: counter('transportMsgCount'),
  transportDataPoints: counter('transportDataPointsCount'),
  /** Points times the days that they are kept. */
  storedDataPointDays: counter('storageDataPointsCount'),
  ruleExecutions: counter('ruleEngineExecutionCount'),
  scriptExecutions: counter('jsExecutionCount'),
  createdAlarms: counter('createdAlarmsCount'),
  emails: counter('emailCount'),
  textMessages: counter('smsCount'),
} as const;

/** Feature → the first of its counters and how many it has; those of a feature stand together. */
const COUNTERS_OF = Object.fromEntries(
  USAGE_FEATURES.map(({ name, counters }: UsageFeature) => [
    name,
    {
      first: USAGE_COUNTERS.findIndex(({ key }) => key === counters[0]?.key),
      count: counters.length,
    },
  ]),
) as Record<UsageFeatureName, { first: number; count: number }>;

/**
 * What one tenant has used since its counts were last written, and what it may still use. Counting allocates nothing.
 * Look it up when something is counted instead of keeping it: that of an idle tenant may be dropped.
 */
export class TenantUsage {
  /** Not yet written, in the order of USAGE_COUNTERS. */
  readonly counts = new Float64Array(USAGE_COUNTERS.length);
  /** What was left of each limit when the counts were last written. */
  readonly left = new Float64Array(USAGE_COUNTERS.length).fill(Number.POSITIVE_INFINITY);
  /** Writes since it was last counted. */
  idle = 0;
  readonly #onExhausted: () => void;

  /** @param onExhausted called when something is refused whose limit was reached since the last write */
  constructor(onExhausted: () => void) {
    this.#onExhausted = onExhausted;
  }

  /** Counts `by` more of a COUNTER. */
  add(counter: number, by = 1): void {
    this.counts[counter] = (this.counts[counter] as number) + by;
  }

  /**
   * Whether no limit of a feature is reached, counting what is not written yet.
   * @param pending what will be counted soon
   */
  mayUse(feature: UsageFeatureName, pending = 0): boolean {
    const { first, count } = COUNTERS_OF[feature];
    for (let at = first; at < first + count; at++) {
      const left = this.left[at] as number;
      if ((this.counts[at] as number) + pending < left) continue;
      if (left > 0) this.#onExhausted();
      return false;
    }
    return true;
  }

  /** Whether a limit is known that something is left of, or nothing. */
  isLimited(): boolean {
    return this.left.some(Number.isFinite);
  }

  /** Whether something was used up when the counts were last written. */
  hasExhausted(): boolean {
    return this.left.some((left) => left <= 0);
  }
}

/** Counts what tenants use, in memory. */
export interface UsageMeter {
  of(tenantId: string): TenantUsage;
}

/** Known tenants above which idle ones are dropped even if they have limits. */
const MAX_TENANTS = 10_000;
/** Writes after which a tenant that used nothing is dropped. */
const MAX_IDLE = 12;

/** Counts of one tenant that were taken to be written. */
export interface TakenUsage {
  tenantId: string;
  usage: TenantUsage;
  /** In the order of USAGE_COUNTERS. */
  counts: number[];
}

/** @param onDue called when counts should be written soon: a new tenant whose limits are unknown, or a reached limit */
export function createUsageMeter(onDue: () => void) {
  const tenants = new Map<string, TenantUsage>();

  function of(tenantId: string): TenantUsage {
    let usage = tenants.get(tenantId);
    if (!usage) {
      usage = new TenantUsage(onDue);
      tenants.set(tenantId, usage);
      onDue();
    }
    return usage;
  }

  /** Limits that are forgotten are known again a moment after the tenant uses something: then some may be exceeded. */
  function mustStay(usage: TenantUsage): boolean {
    return tenants.size > MAX_TENANTS ? usage.hasExhausted() : usage.isLimited();
  }

  return {
    of,
    /** Number of tenants that are known, whether they used anything or not. */
    size: (): number => tenants.size,

    /** Takes the counts of all tenants that have used something. */
    take(): TakenUsage[] {
      const taken: TakenUsage[] = [];
      for (const [tenantId, usage] of tenants) {
        const counts = [...usage.counts];
        if (counts.every((count) => count === 0)) {
          usage.idle++;
          if (usage.idle > MAX_IDLE && !mustStay(usage)) tenants.delete(tenantId);
          // The limits of a new one are not known yet.
          else if (usage.idle === 1) taken.push({ tenantId, usage, counts });
          continue;
        }
        usage.idle = 1;
        for (const [at, count] of counts.entries()) usage.left[at] = (usage.left[at] as number) - count;
        usage.counts.fill(0);
        taken.push({ tenantId, usage, counts });
      }
      return taken;
    },

    /** Puts counts back that were not written. */
    restore(taken: readonly TakenUsage[]): void {
      for (const { tenantId, usage, counts } of taken) {
        for (const [at, count] of counts.entries()) {
          usage.counts[at] = (usage.counts[at] as number) + count;
          usage.left[at] = (usage.left[at] as number) + count;
        }
        if (!tenants.has(tenantId)) tenants.set(tenantId, usage);
      }
    },

    /** What a tenant may use from now on, of each counter. */
    allow(tenantId: string, left: readonly number[]): void {
      let usage = tenants.get(tenantId);
      if (!usage) {
        // Others are asked for when they use something.
        if (left.every((one) => one > 0)) return;
        usage = new TenantUsage(onDue);
        usage.idle = 1;
        tenants.set(tenantId, usage);
      }
      usage.left.set(left);
    },

    /** Forgets a tenant that is gone. */
    forget: (tenantId: string): void => void tenants.delete(tenantId),
  };
}

export type OpenUsageMeter = ReturnType<typeof createUsageMeter>;
