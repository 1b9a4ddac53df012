import type { RolloutWave } from '@signalbox/contract/rollout';
import { describe, expect, it } from 'vitest';
import { failedCount, givenCount, nextCount, partsOf, retriedCount, waitReason } from './rollout-words.ts';

const wave = (more: Partial<RolloutWave>): RolloutWave => ({
  ...{ share: 10, total: 10, waiting: 0, underWay: 0, succeeded: 0, failed: 0, accepted: 0, skipped: 0, rolledBack: 0 },
  ...more,
});

describe('the numbers of a roll-out', () => {
  it('count what was given, what failed and what comes next', () => {
    const waves = [wave({ succeeded: 7, failed: 1, skipped: 1, rolledBack: 1 }), wave({ waiting: 10 })];
    expect(givenCount(waves)).toBe(8);
    expect(failedCount(waves)).toBe(1);
    expect(nextCount({ wave: 0, waves })).toBe(10);
    expect(nextCount({ wave: 1, waves })).toBe(0);
  });

  it('count what can be tried once more', () => {
    const waves = [wave({ failed: 1, accepted: 2 }), wave({ failed: 3 })];
    expect(retriedCount({ waves, packageId: 'any' })).toBe(6);
    expect(retriedCount({ waves, packageId: null })).toBe(0);
  });

  it('leave out parts without devices', () => {
    expect(partsOf(wave({ succeeded: 4, waiting: 6 }))).toEqual([
      { name: 'succeeded', count: 4 },
      { name: 'waiting', count: 6 },
    ]);
  });
});

describe('what a device waits for', () => {
  const device = { step: 'WAITING', wave: 1, reason: null, accepted: false } as const;
  it.each([
    [device, { state: 'DRAFT', wave: -1 }, 'draft'],
    [device, { state: 'RUNNING', wave: 0 }, 'wave'],
    [device, { state: 'RUNNING', wave: 1 }, 'turn'],
    [device, { state: 'WAITING', wave: 0 }, 'approval'],
    [device, { state: 'PAUSED', wave: 0 }, 'paused'],
    [device, { state: 'STOPPED', wave: 0 }, 'never'],
    [{ ...device, step: 'QUEUED' }, { state: 'RUNNING', wave: 1 }, 'queued'],
    [{ ...device, step: 'INITIATED' }, { state: 'RUNNING', wave: 1 }, 'initiated'],
    [{ ...device, step: 'FAILED', accepted: true }, { state: 'RUNNING', wave: 1 }, 'accepted'],
  ] as const)('%o in %o', (one, rollout, expected) => {
    expect(waitReason(one, rollout)).toBe(`rollouts.waits.${expected}`);
  });

  it('is nothing for one that is updated', () => {
    expect(waitReason({ ...device, step: 'UPDATED' }, { state: 'RUNNING', wave: 1 })).toBeUndefined();
  });
});
