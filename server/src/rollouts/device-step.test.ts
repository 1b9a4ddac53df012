import { describe, expect, it } from 'vitest';
import { type DeviceProgress, type DeviceSigns, nextProgress } from './device-step.ts';

const NOW = 100_000;
const before: DeviceProgress = {
  ...{
    step: 'QUEUED',
    since: 50_000,
    reported: null,
    reportedTs: null,
    progressTime: 50_000,
    said: null,
    reason: null,
  },
};
const signs: DeviceSigns = {
  ...{
    hasPackage: true,
    hasProfile: true,
    assignedTime: 50_000,
    hadIt: false,
    targetTs: 51_000,
    state: null,
    error: null,
  },
};
const state = (value: string | null, ts = 60_000) => ({ state: { value, ts } });
const at = (step: DeviceProgress['step'], reported: string, progressTime = 60_000) => ({
  ...{ step, reported, reportedTs: 60_000, progressTime },
});

describe('a device', () => {
  it.each<[string, Partial<DeviceProgress>, Partial<DeviceSigns>, Partial<DeviceProgress>]>([
    ['waits for the update queue', {}, { targetTs: null }, { step: 'QUEUED', since: 50_000 }],
    ['is not where a former update was', {}, { targetTs: 10_000, ...state('UPDATED', 99_000) }, { step: 'QUEUED' }],
    [
      'does not say anything of this update by an older state',
      {},
      state('UPDATED', 50_500),
      { step: 'QUEUED', reported: null },
    ],
    ['is told', {}, state('INITIATED'), { step: 'INITIATED', since: NOW, progressTime: NOW }],
    ['downloads', at('INITIATED', 'INITIATED'), state('DOWNLOADING', 61_000), { step: 'DOWNLOADING', since: NOW }],
    [
      'goes on downloading',
      at('DOWNLOADING', 'DOWNLOADING'),
      state('DOWNLOADING', 61_000),
      { step: 'DOWNLOADING', since: 50_000, progressTime: NOW },
    ],
    [
      'falls silent though the state that it made up is longer than what is kept of it',
      at('INITIATED', `${'x'.repeat(999)}`, 0),
      state(`${'x'.repeat(999)}😀`),
      { step: 'SILENT', progressTime: 0 },
    ],
    ['is updated', {}, state('UPDATED'), { step: 'UPDATED' }],
    [
      'fails, and says why',
      {},
      { ...state('FAILED'), error: { value: 'no room', ts: 60_000 } },
      { step: 'FAILED', said: 'no room' },
    ],
    [
      'fails without an older reason',
      {},
      { ...state('FAILED'), error: { value: 'no room', ts: 40_000 } },
      { step: 'FAILED', said: null },
    ],
    ['tries again and succeeds', at('FAILED', 'FAILED'), state('UPDATED', 61_000), { step: 'UPDATED', since: NOW }],
    [
      'says something of its own',
      at('DOWNLOADING', 'DOWNLOADING'),
      state('REBOOTING', 61_000),
      { step: 'DOWNLOADING', reported: 'REBOOTING', progressTime: NOW },
    ],
    ['stays there', at('DOWNLOADING', 'REBOOTING'), state('REBOOTING'), { step: 'DOWNLOADING', progressTime: 60_000 }],
    ['begins with something of its own', {}, state('HELLO'), { step: 'INITIATED' }],
    [
      'reports what is no text',
      at('INITIATED', 'INITIATED'),
      state(null, 61_000),
      { step: 'INITIATED', reported: null },
    ],
    ['is silent', at('DOWNLOADING', 'DOWNLOADING', 40_000), state('DOWNLOADING'), { step: 'SILENT', since: NOW }],
    [
      'stays silent',
      { ...at('SILENT', 'DOWNLOADING', 40_000), since: 70_000 },
      state('DOWNLOADING'),
      { step: 'SILENT', since: 70_000 },
    ],
    ['speaks again', at('SILENT', 'DOWNLOADING', 40_000), state('DOWNLOADED', 61_000), { step: 'DOWNLOADED' }],
    ['is not silent while the queue takes its time', at('QUEUED', 'QUEUED', 0), state('QUEUED'), { step: 'QUEUED' }],
    ['is not silent when it has ended', at('UPDATED', 'UPDATED', 0), state('UPDATED'), { step: 'UPDATED' }],
    ['keeps bad values', at('BAD_VALUES', 'UPDATED'), state('UPDATED'), { step: 'BAD_VALUES' }],
    ['had the package and says so', {}, { hadIt: true, targetTs: 1, ...state('UPDATED', 2) }, { step: 'UPDATED' }],
    [
      'had the package and says nothing',
      { progressTime: 99_000 },
      { hadIt: true, targetTs: null },
      { step: 'INITIATED' },
    ],
    [
      'was given another package',
      at('DOWNLOADING', 'DOWNLOADING'),
      { hasPackage: false },
      { step: 'SKIPPED', reason: 'ANOTHER_PACKAGE' },
    ],
    [
      'was given another profile',
      {},
      { hasPackage: false, hasProfile: false },
      { step: 'SKIPPED', reason: 'ANOTHER_PROFILE' },
    ],
  ])('%s', (_name, was, seen, expected) => {
    const after = nextProgress({ ...before, ...was }, { ...signs, ...seen }, { silence: 60_000, now: NOW });
    expect(after).toMatchObject(expected);
  });

  it('does not fall silent by a clock that was set ahead', () => {
    const times = { silence: 10_000, now: NOW, isUncertain: true };
    const seen = { ...signs, ...state('DOWNLOADING') };
    const step = (was: DeviceProgress['step'], what = seen) =>
      nextProgress({ ...before, ...at(was, 'DOWNLOADING') }, what, times).step;
    expect(
      nextProgress({ ...before, ...at('DOWNLOADING', 'DOWNLOADING') }, seen, { ...times, isUncertain: false }).step,
    ).toBe('SILENT');
    expect(step('DOWNLOADING')).toBe('DOWNLOADING');
    // Who was silent before is not there again, until it says something.
    expect(step('SILENT')).toBe('SILENT');
    expect(step('SILENT', { ...signs, ...state('DOWNLOADED', 61_000) })).toBe('DOWNLOADED');
  });

  it('keeps no more than a thousand characters of what is said', () => {
    const seen = { ...signs, ...state('FAILED'), error: { value: 'x'.repeat(5000), ts: 60_000 } };
    expect(nextProgress(before, seen, { silence: 1, now: NOW }).said).toHaveLength(1000);
  });
});
