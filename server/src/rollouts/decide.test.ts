import { describe, expect, it } from 'vitest';
import { decide, type Limits, type WaveTally } from './decide.ts';

const guard: Limits = { maxFailedShare: 10, maxFailed: null, minSucceededShare: 90, soakSeconds: 0, approval: false };
/** total, succeeded, failed, waiting, apart; the others are under way */
const wave = (total: number, succeeded = 0, failed = 0, waiting = 0, apart = 0): WaveTally => ({
  ...{ total, succeeded, failed, waiting, apart },
  underWay: total - succeeded - failed - waiting - apart,
});
const untouched = (total: number) => wave(total, 0, 0, total);
const tooMany = { do: 'trip', reason: 'TOO_MANY_FAILED' };
const tooFew = { do: 'trip', reason: 'TOO_FEW_SUCCEEDED' };

interface Case {
  waves: WaveTally[];
  at?: number;
  soakTime?: number;
  guard?: Partial<Limits>;
  follows: object;
}

describe('a roll-out', () => {
  it.each<[string, Case]>([
    ['waits while devices update', { waves: [wave(10, 8), untouched(10)], follows: { do: 'wait' } }],
    ['goes on when enough have succeeded', { waves: [wave(10, 9), untouched(10)], follows: { do: 'next wave' } }],
    [
      'asks, when a person approves',
      { waves: [wave(10, 9), untouched(1)], guard: { approval: true }, follows: { do: 'ask' } },
    ],
    [
      'asks nobody behind the last wave',
      { waves: [wave(10, 10)], guard: { approval: true }, follows: { do: 'complete' } },
    ],
    [
      'goes on with failures within the bounds',
      { waves: [wave(10, 9, 1), untouched(1)], follows: { do: 'next wave' } },
    ],
    ['stops beyond the share', { waves: [wave(10, 8, 2), untouched(1)], follows: tooMany }],
    ['stops at the first failure', { waves: [wave(10, 0, 1)], guard: { maxFailedShare: 0 }, follows: tooMany }],
    [
      'counts failures of all waves',
      { waves: [wave(10, 9, 1), wave(10, 0, 1)], at: 1, guard: { maxFailed: 1 }, follows: tooMany },
    ],
    ['minds a wave that is behind it', { waves: [wave(2, 1, 1), wave(98, 50)], at: 1, follows: tooMany }],
    [
      'does not mind failures without bounds, as long as enough can succeed',
      {
        waves: [wave(10, 1, 5), untouched(1)],
        guard: { maxFailedShare: null, minSucceededShare: 50 },
        follows: { do: 'wait' },
      },
    ],
    [
      'stops when too few can succeed',
      { waves: [wave(10, 1, 6)], guard: { maxFailedShare: null, minSucceededShare: 50 }, follows: tooFew },
    ],
    ['does not count what was accepted', { waves: [wave(10, 5, 0, 0, 5), untouched(1)], follows: { do: 'next wave' } }],
    [
      'goes on when all of a wave are apart',
      { waves: [wave(3, 0, 0, 0, 3), untouched(1)], follows: { do: 'next wave' } },
    ],
    [
      'goes on behind an empty wave',
      { waves: [wave(0), untouched(1)], guard: { soakSeconds: 9 }, follows: { do: 'next wave' } },
    ],
    [
      'gives each device of a wave its turn',
      { waves: [wave(10, 5, 0, 5), untouched(1)], guard: { minSucceededShare: 50 }, follows: { do: 'wait' } },
    ],
    [
      'needs nobody with a share of 0',
      { waves: [wave(5), untouched(1)], guard: { minSucceededShare: 0 }, follows: { do: 'next wave' } },
    ],
    [
      'watches a wave that has succeeded',
      { waves: [wave(1, 1), untouched(1)], guard: { soakSeconds: 60 }, follows: { do: 'soak' } },
    ],
    [
      'watches it for so long',
      { waves: [wave(1, 1), untouched(1)], soakTime: 40_001, guard: { soakSeconds: 60 }, follows: { do: 'wait' } },
    ],
    [
      'goes on then',
      { waves: [wave(1, 1), untouched(1)], soakTime: 40_000, guard: { soakSeconds: 60 }, follows: { do: 'next wave' } },
    ],
    [
      'watches it again when it falls behind',
      { waves: [wave(10, 8), untouched(1)], soakTime: 0, guard: { soakSeconds: 60 }, follows: { do: 'unsoak' } },
    ],
    [
      'stops while it watches',
      { waves: [wave(10, 8, 2), untouched(1)], soakTime: 0, guard: { soakSeconds: 60 }, follows: tooMany },
    ],
    ['watches the last wave too', { waves: [wave(1, 1)], guard: { soakSeconds: 60 }, follows: { do: 'soak' } }],
    ['ends with the last device', { waves: [wave(10, 10), wave(10, 10)], at: 1, follows: { do: 'complete' } }],
    ['waits for the last device of the last wave', { waves: [wave(10, 9)], follows: { do: 'wait' } }],
    [
      'waits for the last device of a former wave',
      { waves: [wave(10, 9), wave(1, 1)], at: 1, follows: { do: 'wait' } },
    ],
    ['ends with a failure within the bounds', { waves: [wave(10, 9, 1)], follows: { do: 'complete' } }],
    ['has nothing to do before its start', { waves: [untouched(1)], at: -1, follows: { do: 'wait' } }],
    // 1.1 × 100 is a little more than 110 in floating point.
    [
      'does not ask for a device more by rounding',
      { waves: [wave(1000, 11), untouched(1)], guard: { minSucceededShare: 1.1 }, follows: { do: 'next wave' } },
    ],
  ])('%s', (_name, { waves, at = 0, soakTime = null, guard: more, follows }) => {
    expect(decide({ waves, wave: at, soakTime, now: 100_000 }, { ...guard, ...more })).toEqual(follows);
  });
});
