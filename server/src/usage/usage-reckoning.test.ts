import { USAGE_COUNTERS, USAGE_FEATURES } from '@signalbox/contract/api-usage';
import { describe, expect, it } from 'vitest';
import { COUNTER, createUsageMeter } from './usage-meter.ts';
import { hourOf, monthOf, reckon, type StoredUsage } from './usage-reckoning.ts';

const NOW = Date.UTC(2026, 10, 22, 6, 30);
const none = USAGE_COUNTERS.map(() => 0);
const fresh: StoredUsage = {
  month: monthOf(NOW),
  hour: hourOf(NOW),
  counts: none,
  hourly: none,
  limits: none,
  states: USAGE_FEATURES.map(() => 'ENABLED'),
};
const withCount = (counter: number, count: number): number[] => none.map((_, at) => (at === counter ? count : 0));
const keysOf = (points: { ts: number; values: { key: string }[] }[]) =>
  points.map(({ ts, values }) => [ts, values.map(({ key }) => key)]);

describe('the usage of a tenant', () => {
  it('stands at the beginning of the month and of the hour, in UTC', () => {
    const { usage, points } = reckon(fresh, withCount(COUNTER.transportMessages, 5), NOW, {}, NOW);
    expect(usage.counts[COUNTER.transportMessages]).toBe(5);
    expect(keysOf(points)).toEqual([
      [Date.UTC(2026, 10), ['transportMsgCount']],
      [Date.UTC(2026, 10, 22, 6), ['transportMsgCountHourly']],
    ]);
  });

  it('is added to what is stored', () => {
    const stored = { ...fresh, counts: withCount(0, 100), hourly: withCount(0, 10) };
    const { usage } = reckon(stored, withCount(0, 5), NOW, {}, NOW);
    expect([usage.counts[0], usage.hourly[0]]).toEqual([105, 15]);
  });

  it('begins at 0 with an hour, and goes on with the month', () => {
    const stored = { ...fresh, hour: hourOf(NOW) - 3_600_000, counts: withCount(0, 100), hourly: withCount(0, 10) };
    const { usage } = reckon(stored, withCount(0, 5), NOW, {}, NOW);
    expect([usage.counts[0], usage.hourly[0]]).toEqual([105, 5]);
  });

  it('begins at 0 with a month, says so, and enables again', () => {
    const before = Date.UTC(2026, 9, 31, 23, 59);
    const stored: StoredUsage = {
      ...fresh,
      month: monthOf(before),
      hour: hourOf(before),
      counts: withCount(0, 100),
      limits: withCount(0, 100),
      states: fresh.states.map((state, at) => (at === 0 ? 'DISABLED' : state)),
    };
    const { usage, points, changes, left } = reckon(stored, none, NOW, { maxTransportMessages: 100 }, NOW);
    expect(usage.counts).toEqual(none);
    expect(keysOf(points)).toEqual([
      [monthOf(NOW), ['transportMsgCount']],
      [NOW, ['transportApiState']],
    ]);
    expect(changes).toMatchObject([{ feature: { name: 'TRANSPORT' }, from: 'DISABLED', to: 'ENABLED' }]);
    expect(left[0]).toBe(100);
  });

  it('counts nothing twice when what was counted before a new month comes after it', () => {
    const before = Date.UTC(2026, 9, 31, 23, 59);
    const { usage } = reckon({ ...fresh, counts: withCount(0, 3) }, withCount(0, 4), before, {}, NOW);
    expect([usage.month, usage.hour, usage.counts[0]]).toEqual([fresh.month, fresh.hour, 7]);
  });

  it.each([
    [79, 0, 'ENABLED'],
    [80, 0, 'WARNING'],
    [99, 0, 'WARNING'],
    [100, 0, 'DISABLED'],
    [49, 0.5, 'ENABLED'],
    [50, 0.5, 'WARNING'],
  ])('with %d of 100 and threshold %d is %s', (count, warnThreshold, state) => {
    const configuration = { maxDPStorageDays: 100, warnThreshold };
    const { usage } = reckon(fresh, withCount(COUNTER.storedDataPointDays, count), NOW, configuration, NOW);
    expect(usage.states[1]).toBe(state);
  });

  it('has the worse state of two counters', () => {
    const configuration = { maxTransportMessages: 1000, maxTransportDataPoints: 10 };
    const { usage } = reckon(fresh, withCount(COUNTER.transportDataPoints, 10), NOW, configuration, NOW);
    expect(usage.states[0]).toBe('DISABLED');
  });

  it('is never limited by 0', () => {
    const { usage, left } = reckon(fresh, withCount(0, 1e15), NOW, { maxTransportMessages: 0 }, NOW);
    expect([usage.states[0], left[0]]).toEqual(['ENABLED', Number.POSITIVE_INFINITY]);
  });

  it('is published whole the first time, and then what differs', () => {
    const { points, usage } = reckon({ ...fresh, limits: null }, none, NOW, { maxSms: 3 }, NOW);
    expect(points).toHaveLength(1);
    expect(points[0]?.values).toHaveLength(USAGE_COUNTERS.length + USAGE_FEATURES.length);
    expect(reckon(usage, none, NOW, { maxSms: 3 }, NOW)).toMatchObject({ points: [], isChanged: false });
    expect(keysOf(reckon(usage, none, NOW, { maxSms: 4 }, NOW).points)).toEqual([[NOW, ['smsLimit']]]);
  });
});

describe('counting', () => {
  function meterWithLimit(limit: number) {
    let due = 0;
    const meter = createUsageMeter(() => due++);
    const usage = meter.of('tenant');
    meter.allow(
      'tenant',
      none.map((_, at) => (at === COUNTER.scriptExecutions ? limit : Number.POSITIVE_INFINITY)),
    );
    return { meter, usage, due: () => due };
  }

  it('stops exactly at the limit, before anything is written', () => {
    const { usage, due } = meterWithLimit(3);
    const before = due();
    let allowed = 0;
    for (let i = 0; i < 10; i++) {
      if (!usage.mayUse('JS')) continue;
      usage.add(COUNTER.scriptExecutions);
      allowed++;
    }
    expect(allowed).toBe(3);
    expect(due()).toBeGreaterThan(before);
    expect(usage.mayUse('RE')).toBe(true);
  });

  it('goes on from what was written, and takes back what was not', () => {
    const { meter, usage } = meterWithLimit(3);
    usage.add(COUNTER.scriptExecutions, 2);
    const taken = meter.take();
    expect(taken.map(({ counts }) => counts[COUNTER.scriptExecutions])).toEqual([2]);
    usage.add(COUNTER.scriptExecutions);
    expect(usage.mayUse('JS')).toBe(false);
    meter.restore(taken);
    expect(usage.mayUse('JS')).toBe(false);
    expect(meter.take().map(({ counts }) => counts[COUNTER.scriptExecutions])).toEqual([3]);
  });

  it('keeps the tenants that are stopped, and drops idle ones', () => {
    const { meter } = meterWithLimit(0);
    meter.of('idle');
    for (let i = 0; i < 20; i++) meter.take();
    expect(meter.size()).toBe(1);
  });

  it('asks for the limits of a tenant once it is there', () => {
    const meter = createUsageMeter(() => undefined);
    meter.of('tenant');
    expect(meter.take()).toHaveLength(1);
    expect(meter.take()).toHaveLength(0);
  });
});
