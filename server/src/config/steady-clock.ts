/**
 * Now on a clock that nobody sets, ms: for how long something lasts. Its readings mean nothing to another process. The
 * clock on the wall (`Date.now`) jumps when it is corrected, and after the machine was asleep.
 */
export const steadyNow = (): number => performance.now();

/** When a moment of the steady clock was by the clock on the wall, epoch ms. */
export const wallTimeOf = (moment: number): number => Math.round(Date.now() - (steadyNow() - moment));

/** The clock on the wall may go ahead of the steady one by so much between two looks, ms. */
const EVEN = 5_000;

/**
 * Notices when the clock on the wall has been set ahead, or the machine was asleep: what seems to have lasted for long may
 * not have. Only what happens between two looks is seen.
 * @returns a function that looks, and says for how long the clock has gone evenly since, ms
 */
export function createJumpWatch(): () => number {
  let difference = Date.now() - steadyNow();
  let jumpedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = Date.now() - steadyNow();
    if (now - difference > EVEN) jumpedAt = steadyNow();
    difference = now;
    return steadyNow() - jumpedAt;
  };
}
