import { steadyNow } from '../config/steady-clock.ts';
import { createTokenBuckets, type TokenBucket, takeTokens } from '../config/token-buckets.ts';
import type { MessageLimits, TransportLimits } from '../entities/device-directory.ts';
import { createEmbeddedCache } from '../storage/cache.ts';

/** A device or its tenant sends more than the tenant profile allows. */
export class RateLimitError extends Error {
  override readonly name = 'RateLimitError';
}

interface Buckets {
  /** Text the buckets were made from. */
  text: string;
  list: TokenBucket[];
}

type LimitKind = keyof MessageLimits;
/** Kind of limit → its buckets, made when first needed. */
type OwnerBuckets = Partial<Record<LimitKind, Buckets>>;

const NAMES: Record<LimitKind, string> = {
  messages: 'messages',
  telemetryMessages: 'telemetry messages',
  telemetryDataPoints: 'telemetry data points',
};
const MAX_LIMITED_DEVICES = 200_000;

/** Counts what devices send against the limits of their tenant, first of the tenant as a whole, then of the device. */
export function createRateLimiter() {
  const tenants = createEmbeddedCache<OwnerBuckets>(10_000);
  const devices = createEmbeddedCache<OwnerBuckets>(MAX_LIMITED_DEVICES);

  function check(
    cache: typeof tenants,
    owner: string,
    label: string,
    limits: MessageLimits,
    kind: LimitKind,
    count: number,
    now: number,
  ): void {
    const text = limits[kind];
    if (text === '') return;
    let own = cache.get(owner);
    if (!own) {
      own = {};
      cache.set(owner, own);
    }
    let buckets = own[kind];
    if (buckets?.text !== text) {
      buckets = { text, list: createTokenBuckets(text, now) };
      own[kind] = buckets;
    }
    if (!takeTokens(buckets.list, count, now)) {
      throw new RateLimitError(`Too many ${NAMES[kind]} of the ${label}: the limit is ${text} (count:seconds)`);
    }
  }

  return {
    /**
     * Counts one message with `dataPoints` values (0: not telemetry or attributes).
     * @throws RateLimitError when a limit is exceeded
     */
    count(
      limits: Pick<TransportLimits, 'tenant' | 'device'>,
      tenantId: string,
      deviceId: string,
      dataPoints: number,
    ): void {
      const now = steadyNow();
      for (const kind of dataPoints > 0 ? TELEMETRY_LIMITS : MESSAGE_LIMITS) {
        const count = kind === 'telemetryDataPoints' ? dataPoints : 1;
        check(tenants, tenantId, 'tenant', limits.tenant, kind, count, now);
      }
      for (const kind of dataPoints > 0 ? TELEMETRY_LIMITS : MESSAGE_LIMITS) {
        const count = kind === 'telemetryDataPoints' ? dataPoints : 1;
        check(devices, deviceId, 'device', limits.device, kind, count, now);
      }
    },
  };
}

const TELEMETRY_LIMITS: readonly LimitKind[] = ['telemetryMessages', 'telemetryDataPoints'];
const MESSAGE_LIMITS: readonly LimitKind[] = ['messages'];
