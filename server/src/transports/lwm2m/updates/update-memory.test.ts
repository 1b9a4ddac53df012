import type { OtaUpdateState } from '@signalbox/contract/ota-package';
import { describe, expect, it } from 'vitest';
import { emptyMemory, isUnderWayIn, recall, type UpdateMemory } from './update-memory.ts';

const WANTED = { title: 'Valve', version: '2', tag: '' };
const ID = 'Valve2';
const report = (state: OtaUpdateState, announcedAt = 100) => ({ title: 'Valve', version: '2', state, announcedAt });
const after = (memory: Partial<UpdateMemory>, ...[given]: [ReturnType<typeof report>?]): UpdateMemory => {
  const all = { ...emptyMemory(), ...memory };
  recall(all, WANTED, given);
  return all;
};

describe('what is remembered of an update', () => {
  it('is what was reported before this server began', () => {
    for (const state of ['DOWNLOADING', 'DOWNLOADED', 'VERIFIED', 'UPDATING'] as const) {
      const memory = after({}, report(state));
      expect(memory).toMatchObject({ targetId: ID, state, failedId: undefined, announcedAt: 100 });
      expect(isUnderWayIn(memory)).toBe(true);
    }
    expect(after({}, report('FAILED'))).toMatchObject({ state: undefined, failedId: ID });
    for (const state of ['QUEUED', 'INITIATED', 'UPDATED'] as const) {
      expect(isUnderWayIn(after({}, report(state)))).toBe(false);
    }
  });

  it('is nothing of another package, or where nothing was reported', () => {
    const other = { ...report('DOWNLOADED'), version: '1' };
    for (const given of [other, undefined]) {
      expect(after({ targetId: 'Valve1', state: 'DOWNLOADED', attempts: 2, announcedAt: 50 }, given)).toEqual({
        ...{ targetId: ID, state: undefined, failedId: undefined, attempts: 0, announcedAt: undefined },
      });
    }
  });

  it('stays while the same announcement counts', () => {
    const failed = { targetId: ID, state: 'FAILED', failedId: ID, attempts: 1, announcedAt: 100 } as const;
    // What has failed now is stored a moment later.
    expect(after(failed, report('DOWNLOADING'))).toEqual(failed);
    expect(after({ ...failed, announcedAt: undefined }, report('DOWNLOADING'))).toMatchObject({ failedId: ID });
  });

  it('starts over when the package is announced once more', () => {
    const failed = { targetId: ID, state: 'FAILED', failedId: ID, attempts: 4, announcedAt: 100 } as const;
    expect(after(failed, report('INITIATED', 200))).toMatchObject({
      ...{ state: undefined, failedId: undefined, attempts: 0, announcedAt: 200 },
    });
  });
});
