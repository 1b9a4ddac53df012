import { createFairTurns, type FairWait } from '../config/fair-turns.ts';
import { tooManyRequests } from './errors.ts';
import type { SecurityUser } from './security-user.ts';

/** How many calls are worked on at a time. */
export interface CallLimits {
  atOnce: number;
  /** Of the users of one tenant together, or of its visitors. */
  ofOwner: number;
  waiting: Pick<FairWait, 'perOwner' | 'total'>;
  /** ms after which a call that takes long lets the next one begin. */
  patience: number;
}
const CALL_LIMITS: CallLimits = {
  atOnce: 64,
  ofOwner: 16,
  waiting: { perOwner: 5_000, total: 20_000 },
  patience: 300,
};

/** Runs the work of a call when it is its turn. */
export type InCallTurn = <T>(user: SecurityUser, work: () => Promise<T>) => Promise<T>;

const ownerOf = ({ tenantId, isPublic }: SecurityUser): string => (isPublic ? `visitors of ${tenantId}` : tenantId);

/**
 * Lets few calls be worked on at a time, of tenants in turn, by the time that theirs take: one with a thousand calls at once
 * waits for itself. More at a time would be no faster.
 */
export function createCallTurns({ atOnce, ofOwner, waiting, patience }: CallLimits = CALL_LIMITS): InCallTurn {
  const refusal = () => tooManyRequests('Too many calls at once. Please try again later.', 1);
  const inTurn = createFairTurns(atOnce, { ...waiting, refusal }, ofOwner);

  return (user, work) =>
    new Promise((resolve, reject) => {
      const turn = inTurn(ownerOf(user), async (charge) => {
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
