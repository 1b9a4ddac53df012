import type { RolloutGuard, RolloutReason, RolloutWave } from '@signalbox/contract/rollout';

export type WaveTally = Pick<RolloutWave, 'total' | 'waiting' | 'underWay' | 'succeeded' | 'failed'> & {
  /** Devices that count no more: accepted failures, and those that left the roll-out. */
  apart: number;
};

export interface Standing {
  /** Of all waves, in order. */
  waves: readonly WaveTally[];
  /** Number of the wave under way, from 0. */
  wave: number;
  /** When it had succeeded; null: it has not. Epoch ms. */
  soakTime: number | null;
  /** Epoch ms. */
  now: number;
}

/** What a roll-out does next. */
export type Decision =
  | { do: 'wait' }
  /** The wave has succeeded and is watched from now on. */
  | { do: 'soak' }
  /** It has fallen behind what it had reached: it is no longer watched. */
  | { do: 'unsoak' }
  | { do: 'next wave' }
  | { do: 'ask' }
  | { do: 'complete' }
  | { do: 'trip'; reason: Extract<RolloutReason, 'TOO_MANY_FAILED' | 'TOO_FEW_SUCCEEDED'> };

/** What of a guard decides. */
export type Limits = Pick<
  RolloutGuard,
  'maxFailedShare' | 'maxFailed' | 'minSucceededShare' | 'soakSeconds' | 'approval'
>;

const counted = ({ total, apart }: WaveTally): number => total - apart;
/** Whole devices that a share asks for. */
const shareOf = (count: number, share: number): number => Math.ceil((count * share) / 100 - 1e-9);

/** Whether too many have failed: in a wave that has begun, or in all of them together. */
function hasTooManyFailed(begun: readonly WaveTally[], { maxFailed, maxFailedShare }: Limits): boolean {
  const failed = begun.reduce((sum, wave) => sum + wave.failed, 0);
  if (maxFailed !== null && failed > maxFailed) return true;
  if (maxFailedShare === null) return false;
  return begun.some((wave) => wave.failed * 100 > maxFailedShare * counted(wave));
}

/** Decides what follows from how the devices of the waves are doing. */
export function decide({ waves, wave, soakTime, now }: Standing, guard: Limits): Decision {
  const begun = waves.slice(0, wave + 1);
  if (hasTooManyFailed(begun, guard)) return { do: 'trip', reason: 'TOO_MANY_FAILED' };
  const current = begun.at(-1);
  if (!current) return { do: 'wait' };
  const needed = shareOf(counted(current), guard.minSucceededShare);
  const pending = current.waiting + current.underWay;
  if (current.succeeded < needed) {
    if (current.succeeded + pending < needed) return { do: 'trip', reason: 'TOO_FEW_SUCCEEDED' };
    return soakTime === null ? { do: 'wait' } : { do: 'unsoak' };
  }
  // Every device of a wave has its turn before the next one begins.
  if (current.waiting > 0) return { do: 'wait' };
  if (soakTime === null && guard.soakSeconds > 0 && counted(current) > 0) return { do: 'soak' };
  if (soakTime !== null && now < soakTime + guard.soakSeconds * 1000) return { do: 'wait' };
  if (wave + 1 < waves.length) return { do: guard.approval ? 'ask' : 'next wave' };
  // The last ones are waited for: what they say still counts.
  return begun.some(({ waiting, underWay }) => waiting + underWay > 0) ? { do: 'wait' } : { do: 'complete' };
}
