import { createFairTurns, type FairWait } from '../config/fair-turns.ts';
import { tooManyRequests } from './errors.ts';
import type { SecurityUser } from './security-user.ts';

/** How many calls are worked on at a time. */
export interface CallLimits {
  atOnce: number;
  /** Of the users of one tenant together, or of its visitors. */
  ofOwner: number;
  waiting: Pick<FairWait, 'perOwner' | 'total'>;
  /** Bytes of the bodies of calls that wait or are worked on: of an owner, and of all. A single one may have more. */
  bytes: { perOwner: number; total: number };
  /** ms after which a call that takes long lets the next one begin. */
  patience: number;
}
const CALL_LIMITS: CallLimits = {
  atOnce: 64,
  ofOwner: 16,
  waiting: { perOwner: 5_000, total: 20_000 },
  bytes: { perOwner: 128 * 2 ** 20, total: 512 * 2 ** 20 },
  patience: 300,
};

/** Runs the work of a call when it is its turn. @param bytes of its body */
export type InCallTurn = <T>(user: SecurityUser, bytes: number, work: () => Promise<T>) => Promise<T>;

const ownerOf = ({ tenantId, isPublic }: SecurityUser): string => (isPublic ? `visitors of ${tenantId}` : tenantId);

/**
 * Lets few calls be worked on at a time, of tenants in turn, by the time that theirs take: one with a thousand calls at once
 * waits for itself. More at a time would be no faster.
 */
export function createCallTurns(limits: CallLimits = CALL_LIMITS): InCallTurn {
  const { atOnce, ofOwner, waiting, patience } = limits;
  /** owner → bytes of its bodies */
  const held = new Map<string, number>();
  let total = 0;
  const refusal = () => tooManyRequests('Too many calls at once. Please try again later.', 1);
  const inTurn = createFairTurns(atOnce, { ...waiting, refusal }, ofOwner);

  /** @returns gives the room back */
  function makeRoom(owner: string, bytes: number): () => void {
    const own = held.get(owner) ?? 0;
    const isTooMuch = own + bytes > limits.bytes.perOwner || total + bytes > limits.bytes.total;
    if (bytes > 0 && own > 0 && isTooMuch) throw refusal();
    held.set(owner, own + bytes);
    total += bytes;
    return () => {
      total -= bytes;
      const left = (held.get(owner) ?? 0) - bytes;
      if (left > 0) held.set(owner, left);
      else held.delete(owner);
    };
  }

  function run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const turn = inTurn(owner, async (charge) => {
        const from = performance.now();
        let late: NodeJS.Timeout | undefined;
        const answered = work().then(resolve, reject);
        await Promise.race([
          answered,
          new Promise((next) => {
            late = setTimeout(next, patience);
          }),
        ]);
        clearTimeout(late);
        charge(performance.now() - from);
      });
      turn.catch(reject);
    });
  }

  return async (user, bytes, work) => {
    const owner = ownerOf(user);
    const giveBack = makeRoom(owner, bytes);
    return run(owner, work).finally(giveBack);
  };
}
