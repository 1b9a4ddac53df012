import { entityId } from '@signalbox/contract/id';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TimedValues } from '../values/value.ts';
import { createKeyLimits } from './key-limits.ts';
import type { KeySource } from './key-source.ts';

const device = entityId('DEVICE', '43e6cd90-e580-11f1-9def-6fbc04ae5d78');
const TOO_MANY = 'at most 10 are allowed for all devices of the tenant';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

/** Points of so many keys that nobody had before. */
let named = 0;
const newKeys = (count: number): TimedValues[] => [
  {
    ts: 1,
    values: Array.from({ length: count }, () => ({ key: `k${named++}`, value: { type: 'LONG' as const, value: 1 } })),
  },
];

/** Limits of 10 keys a tenant, which has none in memory, and its counts that are under way. */
function boundedLimits() {
  const nothing: KeySource = {
    loadedKeys: () => ({ size: 0, holds: () => false, count: () => 0 }),
    loadKeys: async () => undefined,
  };
  const counts: { succeed: (count: number) => void; fail: () => void }[] = [];
  const limits = createKeyLimits({
    series: nothing,
    attributes: nothing,
    boundsOf: async () => ({ perEntity: 0, perTenant: 10 }),
    countOf: () =>
      new Promise((resolve, reject) => counts.push({ succeed: resolve, fail: () => reject(new Error('away')) })),
    log: pino({ level: 'silent' }),
  });
  const admit = async (count: number): Promise<void> => limits.admitSeries('tenant', device, newKeys(count));
  return { admit, counts };
}

/** Lets a count that has ended be taken up. */
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('the keys of a tenant after a start', () => {
  it('are bounded while they are counted, too', async () => {
    const { admit, counts } = boundedLimits();
    await admit(10);
    expect(counts).toHaveLength(1);
    await expect(admit(1)).rejects.toThrow(TOO_MANY);
  });

  it('are refused beyond the bound as soon as they are counted', async () => {
    const { admit, counts } = boundedLimits();
    await admit(1);
    counts[0]?.succeed(9);
    await settled();
    await admit(1);
    await expect(admit(1)).rejects.toThrow(TOO_MANY);
  });

  it('are not counted twice when they were stored during the count', async () => {
    const { admit, counts } = boundedLimits();
    await admit(6);
    counts[0]?.succeed(6);
    await settled();
    await admit(4);
  });

  it('are counted again at the bound, and room that there is by now is given', async () => {
    const { admit, counts } = boundedLimits();
    await admit(1);
    counts[0]?.succeed(10);
    await settled();
    await expect(admit(1)).rejects.toThrow(TOO_MANY);
    expect(counts, 'not so soon').toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    await expect(admit(1)).rejects.toThrow(TOO_MANY);
    counts[1]?.succeed(2);
    await settled();
    await admit(8);
  });

  it('are counted again later, not with every message, when they cannot be counted', async () => {
    const { admit, counts } = boundedLimits();
    await admit(1);
    counts[0]?.fail();
    await settled();
    for (let n = 0; n < 5; n++) await admit(1);
    expect(counts).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    await admit(1);
    expect(counts).toHaveLength(2);
  });
});
