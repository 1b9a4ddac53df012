import type { MessageLimits, TransportLimits } from '../entities/device-directory.ts';
import { createEmbeddedCache } from '../storage/cache.ts';

/** A device or its tenant sends more than the tenant profile allows. */
export class RateLimitError extends Error {
  override readonly name = 'RateLimitError';
}

/** Tokens that refill steadily: at most `capacity` at once, `capacity` in `seconds`. */
interface Bucket {
  capacity: number;
  perMs: number;
  tokens: number;
  /** epoch ms of the last refill */
  at: number;
}

interface Buckets {
  /** Text the buckets were made from. */
  text: string;
  list: Bucket[];
}

/** Reads `capacity:seconds[,capacity:seconds]`; parts that are not of this form are ignored. */
export function parseRateLimit(text: string): { capacity: number; seconds: number }[] {
  const limits: { capacity: number; seconds: number }[] = [];
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,12})\s*:\s*(\d{1,9})\s*$/.exec(part);
    if (!match) continue;
    const capacity = Number(match[1]);
    const seconds = Number(match[2]);
    if (capacity > 0 && seconds > 0) limits.push({ capacity, seconds });
  }
  return limits;
}

function createBuckets(text: string, now: number): Buckets {
  const list = parseRateLimit(text).map(({ capacity, seconds }) => ({
    capacity,
    perMs: capacity / (seconds * 1000),
    tokens: capacity,
    at: now,
  }));
  return { text, list };
}

/** Takes `count` tokens of every bucket, or none when one has too few. */
function take(buckets: Buckets, count: number, now: number): boolean {
  for (const bucket of buckets.list) {
    bucket.tokens = Math.min(bucket.capacity, bucket.tokens + Math.max(0, now - bucket.at) * bucket.perMs);
    bucket.at = now;
    if (bucket.tokens < count) return false;
  }
  for (const bucket of buckets.list) bucket.tokens -= count;
  return true;
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
      buckets = createBuckets(text, now);
      own[kind] = buckets;
    }
    if (!take(buckets, count, now)) {
      throw new RateLimitError(`Too many ${NAMES[kind]} of the ${label}: the limit is ${text} (count:seconds)`);
    }
  }

  return {
    /**
     * Counts one message with `dataPoints` values (0: not telemetry or attributes).
     * @throws RateLimitError when a limit is exceeded
     */
    count(limits: TransportLimits, tenantId: string, deviceId: string, dataPoints: number): void {
      const now = Date.now();
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
